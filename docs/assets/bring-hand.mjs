// Handing a checked text on: written anew in one of the three forms, or packed into a link.

import { fill, h } from "./dom.mjs";
import { warm } from "./engine.mjs";
import { MOST_LINK, PackError, pack } from "./packing.mjs";
import { askLong, button } from "./room.mjs";
import { copyText, fileName, offerText, saveText } from "./sharing.mjs";
import { words } from "./strings.mjs";

const ENDINGS = { egn: "egn", json: "json", jsonl: "jsonl" };

/**
 * Make the two parts.
 *
 * @param {HTMLElement} host the room
 * @param {object} t the words
 * @param {object} room `text` now; `checked`: `{text, records, index}` or `null`; `panel`;
 *   `limit(text)` in milliseconds
 */
export function makeHanding(host, t, room) {
  const offer = h("div", { class: "elf-offer-place" });
  const message = h("p", { class: "elf-note", hidden: true });
  const note = (text) => {
    message.hidden = !text;
    message.textContent = text ?? "";
    if (text) host.say(text);
  };
  const copied = async (text, said) => {
    fill(offer);
    const focused = document.activeElement;
    if (await copyText(text, host)) {
      note(said);
      return;
    }
    const offered = offerText(text, words("en"), () => {
      fill(offer);
      focused?.focus();
    });
    fill(offer, offered.element);
    host.say(words("en").copyFailed);
    offered.select();
  };

  // Written anew -----------------------------------------------------------------------------

  const what = h("select", { class: "elf-select", "data-choice": "what" });
  const whatField = h("label", { class: "elf-field" }, h("span", {}, t.what), what);
  const as = h("select", { class: "elf-select", "data-choice": "as" },
    Object.entries(t.as_).map(([value, text]) => h("option", { value }, text)));
  const convert = (then) => {
    const { checked, panel } = room;
    if (!checked || panel.busy) return;
    const payload = { text: checked.text, to: as.value };
    const name = checked.records[checked.index].id || "record";
    if (what.value === "one") payload.only = checked.index;
    panel.run(async (ask) => {
      let result;
      try {
        result = await askLong(ask, "convert", payload, room.limit(checked.text));
      } catch (error) {
        if (error.code !== "nothing-sound") throw error;
        note(t.nothingSound);
        return;
      }
      const left = result.leftOut > 0 ? ` ${t.leftOut(result.leftOut)}` : "";
      then(result, left, what.value === "all" ? "records" : name);
    });
  };
  const converting = h("section", { class: "elf-part-box", "aria-labelledby": "bring-convert" },
    h("h2", { id: "bring-convert" }, t.convert),
    h("div", { class: "elf-fields" }, whatField, h("label", { class: "elf-field" }, h("span", {}, t.as), as)),
    h("div", { class: "elf-actions" },
      button("download", t.download, () => convert((result, left, name) => {
        const file = fileName(name).replace(/egn$/, ENDINGS[result.form]);
        saveText(result.text, file);
        note(t.downloaded(file) + left);
      })),
      button("copy", t.copy, () => convert((result, left) => copied(result.text, t.copied(t.forms[result.form], result.count) + left)))));

  // Link -------------------------------------------------------------------------------------

  const made = h("div", { class: "elf-made" });
  const makeLink = async () => {
    const { text } = room;
    fill(made);
    note(null);
    let address;
    try {
      address = new URL(`#record=${await pack(text)}`, location.href).href;
    } catch (error) {
      if (!(error instanceof PackError)) throw error;
      note(t.linkErrors[error.code]);
      return;
    }
    if (text !== room.text) return; // typed on meanwhile
    if (address.length > MOST_LINK) {
      note(t.linkTooLong(address.length, MOST_LINK));
      return;
    }
    const field = h("input", { type: "text", class: "elf-text", readonly: true, value: address, onfocus: () => field.select() });
    fill(made,
      h("p", {}, t.linkReady(address.length)),
      h("label", { class: "elf-field" }, h("span", {}, t.linkLabel), field),
      button("copyLink", t.copyLink, () => copied(address, t.copiedLink)));
    host.say(t.linkReady(address.length));
  };
  const linking = h("section", { class: "elf-part-box", "aria-labelledby": "bring-link" },
    h("h2", { id: "bring-link" }, t.link),
    h("p", { class: "elf-hint" }, t.linkHint),
    h("div", { class: "elf-actions" }, button("makeLink", t.makeLink, makeLink)),
    made);

  for (const each of converting.querySelectorAll("button")) {
    each.addEventListener("pointerenter", warm);
    each.addEventListener("focus", warm);
  }
  const element = h("div", { class: "elf-handing", hidden: true }, converting, linking, message, offer);
  return {
    element,
    /** Show what can be done with the record now open. */
    show() {
      const { records, index } = room.checked;
      const sound = records.filter((record) => record.ok).length;
      const one = records[index].ok;
      const was = what.value;
      fill(what,
        one && h("option", { value: "one" }, t.thisOne),
        records.length > 1 && sound > 0 && h("option", { value: "all" }, t.allSoundOnes(sound)));
      if (was && [...what.options].some(({ value }) => value === was)) what.value = was;
      whatField.hidden = records.length < 2;
      converting.hidden = what.options.length === 0;
      element.hidden = false;
    },
    /** The text was changed: a link made of the old one is taken away. */
    changed() {
      fill(made);
      fill(offer);
      note(null);
    },
    clear() {
      element.hidden = true;
      this.changed();
    },
  };
}
