// Where the reader puts a text in: a text box, a file opened or dropped, an example, a link. A text
// that takes another's place can be brought back, and all of it outlives the page.

import { MOST_SHOWN, keepText, keptText, plain, selectIn } from "./bring-text.mjs";
import { h } from "./dom.mjs";
import { ask } from "./engine.mjs";
import { PackError, toBase64, unpack } from "./packing.mjs";
import { button, fragmentParts } from "./room.mjs";

const KEEP_AFTER = 400; // milliseconds after the last key

/** The size of a text in bytes. */
export const bytesOf = (text) => new Blob([text]).size;

/**
 * Make the input.
 *
 * @param {HTMLElement} host the room
 * @param {object} t the words
 * @param {object} act `check()` when a whole text has come; `changed()` when it is another
 * @param {HTMLElement} checkButton stands with the other buttons
 */
export function makeInput(host, t, { check, changed }, checkButton) {
  let large = null; // a text too large for the text box
  let origin = ""; // where the text comes from, in words
  let before = null; // the text that another took the place of
  let link = null; // the fragment whose text was taken last
  let timer = 0;

  const field = h("textarea", { id: "bring-text", class: "elf-text elf-record-text", rows: "12", spellcheck: "false", autocapitalize: "off",
    autocomplete: "off", dir: "ltr", "aria-describedby": "bring-hint",
    oninput: () => {
      origin = "";
      update();
      clearTimeout(timer);
      timer = setTimeout(keep, KEEP_AFTER);
    },
    onkeydown: (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      check();
    } });
  const file = h("input", { type: "file", class: "elf-file", accept: ".egn,.json,.jsonl,.txt,text/plain,application/json", onchange: () => {
    openFiles([...file.files]);
    file.value = ""; // the same file may be opened again
  } });
  const back = button("restore", t.restore, () => restore());
  const from = h("p", { class: "elf-hint elf-origin", hidden: true });
  const big = h("p", { class: "elf-note", hidden: true });
  const message = h("p", { class: "elf-note", hidden: true });
  const drop = h("p", { class: "elf-drop", hidden: true, "aria-hidden": "true" }, t.dropHere);
  const element = h("div", { class: "elf-input" },
    h("label", { class: "elf-label", for: "bring-text" }, t.text),
    h("p", { class: "elf-hint", id: "bring-hint" }, `${t.hint} ${t.private}`),
    from, field, big, drop,
    h("div", { class: "elf-actions" }, checkButton,
      h("label", { class: "elf-button elf-file-button" }, file, h("span", {}, t.open)),
      host.dataset.sample && button("sample", t.sample, () => putSample()),
      back),
    message);

  const text = () => large ?? field.value;
  const note = (words) => {
    message.hidden = !words;
    message.textContent = words ?? "";
    if (words) host.say(words);
  };
  const update = () => {
    note(null);
    back.hidden = before === null;
    from.hidden = !origin;
    from.textContent = origin;
    changed();
  };
  const keep = () => {
    clearTimeout(timer);
    const outlives = keepText({ text: text(), origin, before, link });
    if (!outlives && large !== null) big.textContent = `${t.big(bytesOf(large))} ${t.notKept}`;
  };
  const put = (whole, words) => {
    large = whole.length > MOST_SHOWN ? whole : null;
    field.value = large === null ? whole : "";
    field.hidden = large !== null;
    big.hidden = large === null;
    big.textContent = large === null ? "" : t.big(bytesOf(whole));
    origin = words;
  };
  /** Put another text in the place of the one there, and have it checked. */
  const replace = (given, words) => {
    const was = text();
    const whole = plain(given);
    if (was.trim() && was !== whole) before = was;
    put(whole, words);
    update();
    keep();
    check();
  };
  const restore = () => {
    const was = text();
    put(before ?? "", "");
    before = was.trim() ? was : null;
    update();
    keep();
    host.say(t.restored);
    (large === null ? field : checkButton).focus();
  };

  const openFiles = async ([first, ...others]) => {
    if (!first) return;
    const most = Number(host.dataset.mostBytes);
    if (first.size > most) {
      note(t.tooLarge(first.name, first.size, most));
      return;
    }
    let bytes;
    try {
      bytes = new Uint8Array(await first.arrayBuffer());
    } catch {
      note(t.unreadable(first.name));
      return;
    }
    let whole;
    try {
      whole = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      note(t.notUtf8(first.name, ""));
      await sayWhere(first.name, bytes);
      return;
    }
    replace(whole, t.fromFile(first.name, first.size));
    if (others.length > 0) note(t.oneFile(first.name));
  };
  /** Have the engine say at which byte a file stops being UTF-8; without it the message stands. */
  const sayWhere = async (name, bytes) => {
    try {
      await ask("check", { base64: toBase64(bytes) });
    } catch (error) {
      const { line, column, found } = error.finding ?? {};
      if (line) note(t.notUtf8(name, t.notUtf8At(line, column, found)));
    }
  };
  const putSample = async () => {
    try {
      const response = await fetch(host.dataset.sample);
      if (!response.ok) throw new Error(String(response.status));
      replace(await response.text(), t.fromSample);
    } catch {
      note(t.sampleFailed);
    }
  };
  /** Take the text that a link holds; one that does not unfold changes nothing. */
  const follow = async (fragment) => {
    const letters = fragmentParts(fragment).get("record");
    if (letters === undefined) return;
    let whole = null;
    let problem = null;
    try {
      whole = await unpack(letters);
    } catch (error) {
      if (!(error instanceof PackError)) throw error;
      problem = t.linkBad(t.linkErrors[error.code].replace(/\.$/, ""));
    }
    if (!host.isConnected) return;
    if (problem) {
      note(problem);
      return;
    }
    link = fragment;
    replace(whole, t.fromLink);
  };

  const listen = (signal) => {
    window.addEventListener("hashchange", () => follow(location.hash), { signal });
    window.addEventListener("pagehide", keep, { signal });
    const isFile = (event) => event.dataTransfer?.types.includes("Files");
    const over = (on) => {
      host.toggleAttribute("data-over", on);
      drop.hidden = !on;
    };
    host.addEventListener("dragover", (event) => {
      if (!isFile(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
      over(true);
    }, { signal });
    host.addEventListener("dragleave", (event) => !host.contains(event.relatedTarget) && over(false), { signal });
    host.addEventListener("drop", (event) => {
      over(false);
      if (!isFile(event)) return;
      event.preventDefault();
      openFiles([...event.dataTransfer.files]);
    }, { signal });
  };

  return {
    element,
    note,
    keep,
    get text() {
      return text();
    },
    /** Take up what was kept, follow a link in the page's address; tells whether there is one. */
    arrive(signal) {
      const kept = keptText();
      if (kept) {
        put(kept.text, kept.origin ?? "");
        before = kept.before ?? null;
        link = kept.link ?? null;
      }
      update();
      listen(signal);
      const fragment = host.dataset.arrival ?? location.hash;
      if (fragment === link || !fragmentParts(fragment).has("record")) return false;
      follow(fragment);
      return true;
    },
    focus: () => field.focus(),
    /** Select a place; false where the text is not in the text box. */
    select(place) {
      if (large !== null) return false;
      selectIn(field, place);
      return true;
    },
  };
}
