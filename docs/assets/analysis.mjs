// What each card was worth with all cards seen: a chart over the deal, what a card cost, what is
// best here. The engine works it out when asked; here it is drawn, and only while no card lies
// face down.

import { attribute, fill, h, spoken } from "./dom.mjs";
import { mini } from "./faces.mjs";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 320;
const HEIGHT = 104;
const BOX = { left: 24, right: 312, top: 10, bottom: 84 };
const SIGN = "▾";

/** Make the analysis of a viewer: what it knows, the button's action, chart and table. */
export function makeAnalysis(viewer, engine) {
  const { t } = viewer;
  const known = new Map(); // EGN text → what the engine found
  const stored = viewer.querySelector("template.elfern-analysis")?.content.textContent;
  // Worked out when the site was built, further back than an engine can while a reader waits; its
  // sentences are English.
  if (stored && viewer.recordFrames.lang === "en") known.set(viewer.recordText, JSON.parse(stored));
  let open = false;

  const told = h("div", { class: "elf-analysis-told" });
  const chart = h("div", { class: "elf-chart-place" });
  const table = h("div", { class: "elf-values-place", hidden: true });
  const more = h("button", {
    type: "button", class: "elf-button", "data-do": "values", "aria-expanded": "false",
    onclick: () => {
      table.hidden = !table.hidden;
      attribute(more, "aria-expanded", table.hidden ? "false" : "true");
    },
  }, t.values);
  const element = h("section", { class: "elf-analysis", "aria-label": t.analysis, hidden: true }, told, chart,
    h("div", { class: "elf-actions" }, more), table);

  // What is known needs no engine: pointing at the button does not wake it then.
  for (const kind of ["pointerenter", "focus"]) {
    viewer.addEventListener(kind, (event) => {
      const asks = event.target instanceof Element && event.target.matches("[data-do=analyse]");
      if (asks && known.has(textOf(viewer.view))) event.stopPropagation();
    }, { capture: true });
  }

  /** The record whose positions are shown: the reader's line while one is played. */
  const textOf = (view) => (view.mode === "play" ? view.playing?.egn ?? null : viewer.recordText);

  return {
    element,
    /** What is known of the line shown, `null` while it is put away or a card lies face down. */
    of: (view) => (open && !view.veiled ? known.get(textOf(view)) ?? null : null),
    /** Whether there is anything to analyse. */
    possible: (view) => !view.veiled && textOf(view) !== null,
    /** Show the analysis, asking the engine where need be, or put it away. */
    toggle() {
      const { view } = viewer;
      const text = textOf(view);
      if (view.veiled) viewer.note(t.analyseHidden);
      else if (text === null) viewer.note(t.noRecord);
      else if (view.analysis) {
        open = false;
        viewer.update();
        viewer.say(t.analysisAway);
      } else if (known.has(text)) show();
      else {
        engine.run(async (ask) => {
          known.set(text, await ask("analyse", { text, lang: viewer.recordFrames.lang }));
          show();
        });
      }
    },
    update(view) {
      element.hidden = view.analysis === null;
      if (element.hidden) {
        // Nothing of it stays in the page either: a card may lie face down now.
        for (const part of [told, chart, table]) fill(part);
        return;
      }
      const cards = judgedOf(view);
      const any = cards.some((card) => card.found);
      fill(told, sentences(view, cards).map((text) => h("p", {}, text)), any && h("p", { class: "elf-legend" }, t.chartKey(view.seat("F"), view.seat("D"))));
      fill(chart, any && draw(view, cards));
      fill(table, any && values(view, cards));
      more.parentElement.hidden = !any;
    },
  };

  function show() {
    open = true;
    viewer.note(null);
    viewer.update();
    const { view } = viewer;
    if (view.analysis) viewer.say(sentences(view, judgedOf(view)).join(" "));
  }
}

/** The cards of the line shown, `found` being what the engine says of each, from the last gap on. */
function judgedOf({ line, low, high, analysis }) {
  const cards = line.steps
    .map((step, index) => ({ step, index, found: analysis.steps[step.address] ?? null }))
    .filter(({ step, index }) => step.card !== null && index >= low && index <= high);
  const gap = cards.findLastIndex((card) => card.found === null);
  return cards.map((card, i) => (i < gap ? { ...card, found: null } : card));
}

/** What the chart shows, in words. */
function sentences(view, cards) {
  const { t, analysis, line, high } = view;
  const judged = cards.filter((card) => card.found);
  if (judged.length === 0) return [t.analysisNone];
  const [first, last] = [judged[0], judged.at(-1)];
  const cost = (seat) => judged.filter((card) => card.step.seat === seat).reduce((sum, card) => sum + card.found.cost, 0);
  const over = high === line.steps.length - 1 && !(last.step.address in analysis.ahead);
  return [
    first === cards[0] ? t.analysisWhole(first.step.trick) : t.analysisFrom(first.step.trick, first.step.kind === "reply"),
    t.analysisEnds(view.seat("F"), view.points(first.found.before), view.points(last.found.after), over),
    t.analysisCost(view.seat("F"), view.points(cost("F")), view.seat("D"), view.points(cost("D"))),
    analysis.note,
  ].filter(Boolean);
}

// The chart ---------------------------------------------------------------------------------

function svg(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

function draw(view, cards) {
  const { t, analysis } = view;
  const start = cards.findIndex((card) => card.found);
  const judged = cards.slice(start);
  const numbers = [judged[0].found.before, ...judged.map((card) => card.found.after)];
  const low = Math.max(0, Math.min(...numbers) - 2);
  const high = Math.min(analysis.total, Math.max(...numbers) + 2);
  const x = (played) => BOX.left + (played * (BOX.right - BOX.left)) / cards.length;
  const y = (value) => BOX.bottom - ((value - low) * (BOX.bottom - BOX.top)) / Math.max(1, high - low);
  const shown = cards.filter((card) => card.index <= view.index).length;
  const text = (at, down, words, anchor) => svg("text", { x: at, y: down, "text-anchor": anchor }, words);

  const levels = [...new Set([low, Math.round((low + high) / 2), high])];
  const tricks = cards.filter((card) => card.step.kind === "lead" || card === cards[0]);
  const every = Math.ceil(tricks.length / 8);
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "elf-chart", role: "img", "aria-label": t.chart(view.seat("F"), sentences(view, cards).join(" ")) },
    start > 0 ? svg("rect", { class: "elf-chart-beyond", x: x(0), y: BOX.top, width: x(start) - x(0), height: BOX.bottom - BOX.top }) : "",
    ...levels.flatMap((level) => [
      svg("path", { class: "elf-chart-level", d: `M${BOX.left} ${y(level)}H${BOX.right}` }),
      text(BOX.left - 5, y(level) + 3.5, level, "end"),
    ]),
    ...tricks.filter((_, i) => i % every === 0).map((card) => text(x(cards.indexOf(card)) + 3, HEIGHT - 6, card.step.trick, "start")),
    ...tricks.map((card) => svg("path", { class: "elf-chart-tick", d: `M${x(cards.indexOf(card))} ${BOX.bottom}v4` })),
    svg("path", { class: "elf-chart-now", d: `M${x(shown)} ${BOX.top - 4}V${BOX.bottom + 4}` }),
    svg("path", { class: "elf-chart-line", d: numbers.map((value, i) => `${i === 0 ? "M" : "L"}${x(start + i)} ${y(value)}`).join("") }),
    ...judged.filter((card) => card.found.cost > 0).map((card) => {
      const forehand = card.step.seat === "F";
      const [at, to] = [x(cards.indexOf(card) + 1), y(card.found.after)];
      const shape = forehand ? `M${at - 4.5} ${to - 3}h9l-4.500 7.500z` : `M${at - 4.5} ${to + 3}h9l-4.500 -7.500z`;
      return svg("path", { class: "elf-chart-cost", "data-seat": card.step.seat, d: shape });
    }));
}

/** The same as a table. */
function values(view, cards) {
  const { t } = view;
  return h("table", { class: "elf-values" },
    h("caption", {}, t.valuesCaption(view.seat("F"))),
    h("thead", {}, h("tr", {}, [t.valuesTrick, t.valuesCard, t.valuesEnds, t.valuesCost].map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, cards.filter((card) => card.found).map(({ step, found }) => h("tr", {},
      h("td", {}, String(step.trick)),
      h("td", {}, `${view.seat(step.seat)} `, mini(step.card, view.pack), spoken(` ${view.card(step.card)}`)),
      h("td", {}, String(found.after)),
      h("td", {}, found.cost > 0 ? `${SIGN} ${found.cost}` : "0")))));
}

// In the account and in the list --------------------------------------------------------------

/** What the card of the step shown cost, in words; `null` if nothing or not known. */
export function costText(view) {
  if (!view.analysis || view.opening || view.step.card === null) return null;
  const text = view.analysis.steps[view.step.address]?.text;
  return text ? view.tell(text) : null;
}

/** What the card just played cost, and what is best now. */
export function bestParts(view) {
  const { t, analysis, step } = view;
  if (!analysis) return null;
  const cost = costText(view);
  return [
    cost && h("p", { class: "elf-cost" }, h("span", { "aria-hidden": "true" }, `${SIGN} `), cost),
    step.toPlay !== null && bestHere(view, t),
  ];
}

function bestHere(view, t) {
  const { analysis, line, step, index } = view;
  const next = line.steps[index + 1];
  const found = next?.card ? analysis.steps[next.address] : analysis.ahead[step.address];
  if (!found) return h("p", { class: "elf-best" }, t.bestBeyond);
  return h("div", { class: "elf-best" },
    h("p", {}, h("b", {}, t.bestHere(view.seat(step.toPlay))), " ", chips(found.best, view), " ",
      t.bestEnds(view.seat("F"), view.points(found.before ?? found.value))),
    h("p", {}, t.bestLine, " ", chips(found.line, view)));
}

function chips(codes, view) {
  return codes.map((code, i) => h("span", { class: "elf-chip" }, mini(code, view.pack),
    spoken(`${view.card(code)}${i < codes.length - 1 ? ", " : "."}`)));
}

/** The cost of a card in the list: a sign beside the card, or `null`. */
export function costSign(step, view) {
  return costOf(step, view) > 0 ? h("span", { class: "elf-row-sign", "aria-hidden": "true" }, SIGN) : null;
}

/** The cost of the cards of a trick in words, or `null`. */
export function costLine(steps, view) {
  const costly = steps.filter((step) => costOf(step, view) > 0);
  if (costly.length === 0) return null;
  return h("span", { class: "elf-row-cost" }, costly.map((step) =>
    h("span", {}, h("span", { "aria-hidden": "true" }, `${SIGN} `), view.t.listCost(view.seat(step.seat), view.points(costOf(step, view))), " ")));
}

function costOf(step, view) {
  return (step && view.analysis?.steps[step.address]?.cost) ?? 0;
}
