// Lines that the reader plays: both hands on from a step of the record. The engine plays every
// card; here is only kept which cards were asked for, so that undo gives the very record that
// stands on the table, and nothing that was played is lost.

import { locate } from "./lines.mjs";

const LIMIT = 20;

/** A line played on from a step: `at` is its address, `base` the number of that step. */
export function newLine(number, at, base, place) {
  return { number, at, base, place, cards: [], redo: [], frames: null, egn: null, over: false };
}

/** The frames of a played line; before its first card those of the record up to its step. */
export function framesOf(line, recordFrames, recordLines) {
  if (line.frames) return line.frames;
  const { label, index } = locate(recordLines, line.at) ?? { label: "", index: 0 };
  const steps = recordLines.get(label).steps.slice(0, index + 1);
  return { ...recordFrames, steps, branches: [], complete: false };
}

/** Ask the engine for the line with other cards; gives the new line, or throws what it said. */
export async function played(line, cards, redo, text, ask) {
  if (cards.length === 0) return { ...line, cards, redo, frames: null, egn: null, over: false };
  const date = new Date();
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((n) => String(n).padStart(2, "0")).join("-");
  const result = await ask("play", { text, at: line.at, cards, date: day });
  return { ...line, cards, redo, frames: result.frames, egn: result.egn, over: Boolean(result.over) };
}

/** Where the lines of a viewer are kept while the tab is open. */
function key(viewerId) {
  return `elfern-lines:${location.pathname}:${viewerId}`;
}

/** Lines kept from before a reload; none if the record is no longer the same. */
export function storedLines(viewerId, text) {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key(viewerId)) ?? "null");
    return stored?.text === text && Array.isArray(stored.lines) ? stored.lines : [];
  } catch {
    return [];
  }
}

/** Keep the lines for a reload, the youngest first if there is too little room. */
export function storeLines(viewerId, text, lines) {
  for (let keep = Math.min(lines.length, LIMIT); keep >= 0; keep -= 1) {
    try {
      sessionStorage.setItem(key(viewerId), JSON.stringify({ text, lines: lines.slice(lines.length - keep) }));
      return;
    } catch {
      // Too large, or forbidden: try with one line fewer.
    }
  }
}
