// The text that a reader brings: where a place in it is, and how it outlives the page.

import { store, stored } from "./room.mjs";

const KEY = "elfern-bring";
const AROUND = 48; // characters shown on each side of a place

/** Longest text that a text box shows; longer ones are kept beside it. In characters. */
export const MOST_SHOWN = 1_000_000;

/** Keep text and where it comes from: `{text, origin, before, link}`; tells whether it would
 * outlive a reload too. */
export function keepText(kept) {
  const small = kept.text.length + (kept.before?.length ?? 0) <= MOST_SHOWN * 2;
  return store(KEY, kept, small ? kept : { ...kept, before: null });
}

/** What was kept, or `null`. */
export function keptText() {
  const kept = stored(KEY);
  return typeof kept?.text === "string" ? kept : null;
}

/** Line ends as a text box has them, and no byte-order mark: places are counted the same way. */
export function plain(text) {
  return text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
}

/** The line, counted from 1: where it begins and ends in the text. */
function lineAt(text, line) {
  let start = 0;
  for (let number = 1; number < line; number += 1) {
    const end = text.indexOf("\n", start);
    if (end < 0) return { start: text.length, end: text.length };
    start = end + 1;
  }
  const end = text.indexOf("\n", start);
  return { start, end: end < 0 ? text.length : end };
}

/** Where a finding stands: offsets of its line and of what was found there, in UTF-16 units. */
export function placeIn(text, { line, column, found }) {
  if (!line) return null;
  const whole = lineAt(text, line);
  // The engine counts characters; a string counts some of them twice.
  const before = [...text.slice(whole.start, whole.end)].slice(0, Math.max(0, column - 1)).join("").length;
  let start = Math.min(whole.start + before, whole.end);
  // In JSON a place is that of the quote before what was found.
  if (found && text[start] === '"' && text.startsWith(found, start + 1)) start += 1;
  let end = start;
  if (found && text.startsWith(found, start)) end = start + found.length;
  else if (start < whole.end) end = start + (/^\s|^[^\s[\]{}()"]*/.exec(text.slice(start, whole.end))[0].length || 1);
  return { line: whole, start, end };
}

/**
 * Select a place in a text box and bring it into view there. Browsers do not scroll to a selection
 * made by a script, so the text before it is measured in a copy of the box.
 */
export function selectIn(field, { start, end }) {
  const style = getComputedStyle(field);
  const copy = document.createElement("div");
  for (const name of ["font", "letterSpacing", "lineHeight", "tabSize", "padding", "overflowWrap"]) copy.style[name] = style[name];
  Object.assign(copy.style, {
    boxSizing: "border-box", position: "absolute", visibility: "hidden", whiteSpace: "pre-wrap", width: `${field.clientWidth}px`,
  });
  const mark = document.createElement("span");
  mark.textContent = field.value.slice(start, end) || " ";
  copy.append(field.value.slice(0, start), mark);
  field.after(copy);
  const top = mark.offsetTop;
  copy.remove();
  field.focus({ preventScroll: true });
  field.setSelectionRange(start, end);
  field.scrollTop = Math.max(0, top - field.clientHeight / 3);
  field.scrollIntoView({ block: "nearest", behavior: "instant" });
}

/** The line around a place, cut to what can be read: before, the place itself, after. */
export function excerpt(text, { line, start, end }) {
  const from = Math.max(line.start, start - AROUND);
  const last = Math.max(start, Math.min(end, line.end));
  const to = Math.min(line.end, last + AROUND);
  return {
    before: `${from > line.start ? "…" : ""}${text.slice(from, start)}`,
    at: text.slice(start, last),
    after: `${text.slice(last, to)}${to < line.end ? "…" : ""}`,
  };
}
