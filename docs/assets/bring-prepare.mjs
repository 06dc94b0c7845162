// A form that makes a checked record ready for the archive: the engine fills in the tags, writes
// the file and says what an archive would not take. What the reader typed is never lost.

import { PREPARE } from "./bring-prepare-words.mjs";
import { attribute, fill, h } from "./dom.mjs";
import { warm } from "./engine.mjs";
import { askLong, button } from "./room.mjs";
import { onSettings, settings } from "./settings.mjs";
import { copyText, saveText } from "./sharing.mjs";

const SOURCES = ["constructed", "self-play", "played"];
const MOST_ID = 60;

/** A title as an id: its words in small letters, joined by hyphens. */
export function idOf(title) {
  const plain = title.toLowerCase().replace(/ä/g, "ae").replace(/ö/g, "oe").replace(/ü/g, "ue").replace(/ß/g, "ss")
    .normalize("NFD").replace(/[\u0300-\u036f’']/g, "");
  const words = plain.split(/[^a-z0-9]+/).filter(Boolean);
  let id = "";
  for (const word of words) {
    if (id && id.length + word.length >= MOST_ID) break;
    id = id ? `${id}-${word}` : word.slice(0, MOST_ID);
  }
  return id;
}

/**
 * Make the form.
 *
 * @param {HTMLElement} host the room
 * @param {object} room `checked`: `{text, records, index}` or `null`; `panel`; `data` of the page;
 *   `limit(text)` in milliseconds
 */
export function makePrepare(host, room) {
  const element = h("section", { class: "elf-part-box elf-prepare", hidden: true, "aria-labelledby": "bring-prepare" });
  let values = null; // what stands in the form
  let asked = null; // the record it was filled from, as a key
  let made = null; // {id, text, findings, taken} of the last file
  let parts = null;
  let ids = null; // those of the archive, once they were asked for

  const t = () => PREPARE[settings().lang];
  const topicsOf = () => {
    const { lang } = settings();
    const { sections, variants } = room.data.topics?.[lang] ?? room.data;
    return [["sections", sections], ["variants", variants]];
  };

  const changed = () => {
    if (made) parts.stale.hidden = false;
  };
  const text = (name, label, hint, more = {}) => {
    const id = `bring-prepare-${name}`;
    const field = h("input", {
      type: "text", class: "elf-text", id, "data-tag": name, autocomplete: "off", spellcheck: name === "id" ? "false" : null,
      autocapitalize: name === "id" ? "none" : null, "aria-describedby": hint ? `${id}-hint` : null, ...more,
      oninput: () => {
        values[name] = field.value;
        changed();
      },
    });
    field.value = values[name];
    return h("div", { class: "elf-field elf-wide-field" }, h("label", { for: id }, label), field, hint && h("span", { class: "elf-hint", id: `${id}-hint` }, hint));
  };

  const source = (words) => {
    const known = SOURCES.includes(values.source) || values.source === "?" ? SOURCES : [...SOURCES, values.source];
    const field = h("select", { class: "elf-select", "data-tag": "source", onchange: () => {
      values.source = field.value;
      changed();
    } }, known.map((key) => h("option", { value: key }, words.sources[key] ?? words.otherSource(key))));
    if (values.source === "?") values.source = SOURCES[0];
    field.value = values.source;
    return h("label", { class: "elf-field elf-wide-field" }, h("span", {}, words.source), field);
  };

  const topics = (words) => {
    const summary = h("summary", {}, words.topics(values.illustrates.length));
    const box = ([id, title]) => {
      const field = h("input", { type: "checkbox", value: id, "data-topic": id, onchange: () => {
        values.illustrates = field.checked ? [...values.illustrates, id] : values.illustrates.filter((one) => one !== id);
        summary.textContent = words.topics(values.illustrates.length);
        changed();
      } });
      field.checked = values.illustrates.includes(id);
      return h("label", { class: "elf-check" }, field, title);
    };
    return h("details", { class: "elf-topics" }, summary, topicsOf().map(([group, all]) =>
      h("fieldset", {}, h("legend", {}, words[group]), Object.entries(all).map(box))));
  };

  /** Draw the form anew, with what stands in it. */
  const draw = () => {
    const words = t();
    const open = parts?.topics.open ?? false;
    parts = {
      topics: topics(words),
      stale: h("p", { class: "elf-note", hidden: true }, words.stale),
      result: h("div", { class: "elf-prepared" }),
    };
    parts.topics.open = open;
    const idField = text("id", words.id, words.idHint);
    const make = button("prepare", words.make, null, "elf-main");
    make.type = "submit"; // so that Enter in a field makes the file too
    make.addEventListener("pointerenter", warm);
    make.addEventListener("focus", warm);
    attribute(element, "lang", settings().lang);
    fill(element,
      h("h2", { id: "bring-prepare" }, words.head),
      h("p", { class: "elf-hint" }, words.intro),
      h("form", { novalidate: true, onsubmit: (event) => {
        event.preventDefault();
        run();
      } },
      text("title", words.title, words.titleHint),
      idField,
      h("div", { class: "elf-actions" }, button("idFromTitle", words.fromTitle, () => {
        values.id = idOf(values.title);
        const field = idField.querySelector("input");
        field.value = values.id;
        field.focus();
        changed();
      })),
      source(words),
      text("date", words.date, words.dateHint),
      text("forehand", words.forehand),
      text("dealer", words.dealer),
      text("note", words.note, words.noteHint),
      parts.topics,
      h("div", { class: "elf-actions" }, make)),
      parts.stale, parts.result);
    if (made) show();
  };

  /** Show the file that was made, or why there is none. */
  const show = () => {
    const words = t();
    const file = `${made.id || "record"}.egn`;
    const reasons = [made.taken ? words.taken(made.id) : null, ...made.findings.map((finding) => finding.message)].filter(Boolean);
    const head = made.text === null ? words.refused : reasons.length > 0 ? words.notReady(reasons.length) : words.ready(file);
    parts.stale.hidden = true;
    fill(parts.result,
      h("p", { class: reasons.length > 0 ? "elf-verdict elf-faulty" : "elf-verdict elf-sound" }, h("b", {}, head)),
      reasons.length > 0 && h("ul", {}, reasons.map((reason) => h("li", {}, reason))),
      made.text !== null && [
        h("div", { class: "elf-actions" },
          button("savePrepared", words.download(file), () => {
            saveText(made.text, file);
            host.say(words.downloaded(file));
          }),
          button("copyPrepared", words.copy, async () => {
            if (await copyText(made.text, host)) host.say(words.copied);
          })),
        h("label", { class: "elf-field" }, h("span", {}, words.text),
          h("textarea", { class: "elf-text elf-prepared-text", readonly: true, rows: 12, spellcheck: "false", lang: "en" }, made.text)),
        reasons.length === 0 && host.dataset.addUrl && h("p", {}, h("a", { href: host.dataset.addUrl }, words.next)),
      ]);
    host.say([head, ...reasons].join(" "));
  };

  /** Whether the site has a record of this id already. The whole list is asked for: no id leaves. */
  const taken = async (id) => {
    if (!id || id === asked?.id || !host.dataset.idsUrl) return false;
    try {
      ids ??= await (await fetch(host.dataset.idsUrl)).text();
      return ids.split("\n").includes(id);
    } catch {
      return false; // opened from disk, or not connected: the build will tell
    }
  };

  const run = () => {
    const { checked, panel } = room;
    if (!checked || panel.busy) return;
    const tags = structuredClone(values);
    // What was made before stands until there is an answer.
    const { result: before } = parts;
    before.setAttribute("aria-busy", "true");
    panel.run(async (ask) => {
      const payload = { text: checked.text, only: checked.index, tags };
      try {
        const [result, known] = await Promise.all([askLong(ask, "prepare", payload, room.limit(checked.text)), taken(tags.id)]);
        made = { ...result, taken: known };
      } catch (error) {
        if (!error.finding && error.code !== "nothing-sound") throw error;
        made = { id: tags.id, text: null, findings: [{ message: error.finding?.message ?? error.message }], taken: false };
      }
      show();
    }).finally(() => before.removeAttribute("aria-busy"));
  };

  const follow = new AbortController();
  onSettings(() => {
    if (values && !element.hidden) draw();
  }, follow.signal);

  return {
    element,
    /** Offer the form for a record without fault; `record` is what the frames say of it. */
    show(record) {
      element.hidden = record === null;
      if (record === null) return;
      const key = JSON.stringify([record, room.checked.index]);
      if (key !== asked?.key) {
        asked = { key, id: record.id };
        made = null;
        values = {
          title: record.title ?? "", id: record.id ?? "", source: record.source ?? "?", date: record.date ?? "?",
          forehand: record.forehand ?? "?", dealer: record.dealer ?? "?", note: record.note ?? "",
          illustrates: [...(record.illustrates ?? [])],
        };
      }
      draw();
    },
    clear() {
      element.hidden = true;
    },
  };
}
