// The slate: the result of a deal, and in a session what stands there, game points chalked in
// banners as the engine counts them.

import { h, spoken, strokes } from "./dom.mjs";

const APART = 34;

/**
 * The strokes of game points: an upright with its bars for each whole banner, then the lines of
 * the next one. `banners` is `[whole, lines]`, `size` the lines in a whole banner.
 */
function chalk([whole, lines], size) {
  const counts = [...Array(whole).fill(size), ...(lines > 0 ? [lines] : [])];
  const path = counts.map((drawn, place) => {
    const x = 6 + place * APART;
    // Drawn by hand: no two bars quite alike.
    const bars = Array.from({ length: drawn - 1 }, (_, i) => `M${x + 0.5} ${7 + i * 9}c7 ${i - 1.5} 14 ${1 - i * 0.7} 23 ${i % 2 ? 0.8 : -0.6}`);
    return [`M${x} 3c-.8 12 .9 24-.2 38`, ...bars].join("");
  }).join("");
  return strokes(path, Math.max(1, counts.length) * APART + 2, 44, "elf-chalk");
}

/** Game points in chalk: banners where the ruleset has them, else a number. */
function chalked(points, banners, size) {
  if (banners && points > 0) return chalk(banners, size);
  return h("span", { "aria-hidden": "true" }, points > 0 ? String(points) : "–");
}

/** The result of the deal, at its last step. */
export function slate(view) {
  const { t, step } = view;
  const { outcome } = step;
  const row = (seat) => {
    const n = outcome.gamePoints?.[seat] ?? 0;
    const won = outcome.winner === seat;
    return h("div", { class: "elf-slate-row", "data-won": won },
      h("span", { class: "elf-slate-seat" }, won && h("span", { "aria-hidden": "true" }, "✓ "), view.seat(seat)),
      h("span", { class: "elf-slate-points" }, h("span", { "aria-hidden": "true" }, String(outcome.points[seat])), spoken(`${view.points(outcome.points[seat])}, `)),
      h("span", { class: "elf-slate-game" }, chalked(n, outcome.banners?.[seat], outcome.bannerLines), spoken(t.gamePoints(n))));
  };
  return h("div", { class: "elf-slate", role: "group", "aria-label": t.result },
    row("D"), row("F"),
    outcome.heldAfter > 0 && h("p", { class: "elf-slate-note" }, t.heldOver(outcome.heldAfter)));
}

/** The slate of the session around this deal: as it stood before, at the last step as it stands after. */
export function sessionSlate(view) {
  const { t, step, frames } = view;
  const { slate: session } = frames;
  const stand = step.kind === "end" ? session?.after : session?.before;
  if (!stand) return null;
  const row = (seat) => h("div", { class: "elf-slate-row elf-slate-tally" },
    h("span", { class: "elf-slate-seat" }, session.names?.[seat] ?? view.seat(seat)),
    h("span", { class: "elf-slate-points" }, h("span", { "aria-hidden": "true" }, String(stand.points[seat])), spoken(t.gamePoints(stand.points[seat]))),
    h("span", { class: "elf-slate-game" }, chalked(stand.points[seat], stand.banners?.[seat], session.bannerLines)));
  return h("div", { class: "elf-slate", role: "group", "aria-label": t.slate }, row("D"), row("F"));
}
