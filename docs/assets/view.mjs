// What a viewer may show of one step: the frames, seen through the reader's choices. Every part
// of the viewer draws from this and from nothing else, so that a hidden card is hidden everywhere.

import { NAMES } from "./names.mjs";

const TOKEN = /\{([CSHD])([AKQJT987]?)\}/g;

/** Put the names of cards and suits, in a pack and a language, where an engine sentence holds tokens. */
export function named(text, pack, lang) {
  const names = (NAMES[pack] ?? NAMES.french)[lang] ?? NAMES[pack].en;
  return text.replace(TOKEN, (_, suit, rank) => (rank ? names.cards[suit + rank] : names.suits[suit]));
}

/** Codes of the cards that lie face down for the reader at a step. */
function secrets(step, hiddenSeat, veiled) {
  if (!veiled) return new Set();
  const cards = [...step.stock, ...(hiddenSeat ? step.hands[hiddenSeat] : [])];
  return new Set(cards.filter((code) => code !== step.turned));
}

/**
 * Gather what is shown now.
 *
 * `state` holds the reader's place and choices: `lines`, `label`, `index`, `hide`, `mode`, …;
 * `t` are the words, `pack` and `comments` the settings, `urls` the templates of the rule links.
 */
export function viewOf(frames, state, { t, pack, comments, urls }) {
  const { lines, label, index, mode } = state;
  const line = lines.get(label);
  const step = line.steps[index];
  const { lang } = frames;
  const hide = mode === "play" ? null : state.hide;
  const hiddenSeat = hide === "F" || hide === "D" ? hide : null;
  const veiled = hide !== null;
  const secret = secrets(step, hiddenSeat, veiled);
  const text = (words) => named(words, pack, lang);
  const { low, high } = state.range;
  const opening = low > 0 && index === low && step.kind !== "start";
  const lastTrick = lines.get("").tricks.at(-1)?.number ?? 0;
  const nextTrick = line.steps[index + 1]?.trick ?? step.trick;
  const view = {
    t, pack, comments, urls, frames, lines, line, step, index, mode, low, high, opening, nextTrick,
    hiddenSeat, veiled, lastTrick,
    seen: Math.max(index, state.seen.get(label) ?? 0),
    running: state.running,
    revealed: state.revealed === step.address,
    asked: state.asked,
    canPlay: mode === "play" && index === line.steps.length - 1 && step.toPlay !== null,
    text,
    /** A sentence in words, or `null` where it would name a card that lies face down. */
    tell: (words) => ([...words.matchAll(TOKEN)].some(([, suit, rank]) => secret.has(suit + rank)) ? null : text(words)),
    card: (code) => text(`{${code}}`),
    suit: (code) => text(`{${code}}`),
    seat: (seat) => frames.seats[seat],
    points: (n) => t.points(n, frames.ruleset.unit),
    player: (seat) => {
      const name = seat === "F" ? frames.record.forehand : frames.record.dealer;
      return name && name !== "?" ? name : null;
    },
  };
  view.place = placeOf(step, opening, nextTrick, t);
  view.returnPlace = returnPlace(view, state);
  return view;
}

/** Where the last jump started, in words, or `null` if it is where we are. */
function returnPlace(view, { from, lines }) {
  if (!from || !lines.has(from.label)) return null;
  const { t, line, index, low } = view;
  if (from.label !== line.label) return from.label === "" ? t.mainLine : t.branch(from.label);
  if (from.index === index) return null;
  const opening = low > 0 && from.index === low;
  return placeOf(line.steps[from.index], opening, line.steps[from.index + 1]?.trick, t);
}

/** A step in words: `Trick 7, reply`. */
export function placeOf(step, opening, nextTrick, t) {
  if (opening) return t.before(nextTrick);
  if (step.kind === "start") return t.start;
  if (step.kind === "end") return t.end;
  return `${t.listTrick(step.trick)}, ${step.kind === "lead" ? t.lead : t.reply}`;
}
