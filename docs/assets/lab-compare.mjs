// One deal under two rulesets: asks the engine for both replays and shows them side by side.

import { fill, h } from "./dom.mjs";
import { warm } from "./engine.mjs";
import { liveCompare } from "./live.mjs";
import { askLong, button, makeRoomPanel, remember, remembered, today } from "./room.mjs";
import { saveText } from "./sharing.mjs";
import { settings } from "./settings.mjs";
import { named } from "./view.mjs";

const MOST_NUMBER = 4_294_967_295;
const TRIES = 100;
const SHOWN = "elfern-lab:shown"; // what was asked for the comparison shown
const LIMIT = 60_000; // milliseconds for a search through many deals

/**
 * Make the part of the lab that compares.
 *
 * @param {HTMLElement} host the room
 * @param {object} t the words
 * @param {object} lab `expression`, `title` and `base` (title of the bare game), `baseExpression` now;
 *   `changed()` when there is something to keep; `copyLink(text, said)` copies
 */
export function makeComparison(host, t, lab) {
  const panel = makeRoomPanel(host, t.comparedKeep, () => run, () => update());
  const radio = (value) => h("input", { type: "radio", name: "lab-with", value, onchange: () => changed() });
  const base = radio("base");
  const other = radio("other");
  base.checked = true;
  const baseWords = h("span", {});
  const expression = h("input", { type: "text", class: "elf-text", spellcheck: "false", autocapitalize: "off", autocomplete: "off",
    maxlength: "400", oninput: () => {
      other.checked = true;
      changed();
    } });
  const takeOver = button("takeOver", t.takeOver, () => {
    expression.value = lab.expression;
    other.checked = true;
    changed();
    host.say(t.tookOver(lab.expression));
  });
  const number = h("input", { type: "text", inputmode: "numeric", class: "elf-text elf-deal", "aria-describedby": "lab-deal-hint",
    autocomplete: "off", maxlength: "20", value: "1", oninput: () => changed() });
  const run = button("compare", t.run, null, "elf-main");
  run.type = "submit"; // Enter in a field does the same
  const another = button("another", t.another, () => compare({ next: true }));
  const search = button("search", t.search, () => compare({ next: true, tries: TRIES }));
  for (const each of [run, another, search]) {
    each.addEventListener("pointerenter", warm);
    each.addEventListener("focus", warm);
  }
  const message = h("p", { class: "elf-note", hidden: true });
  const result = h("div", { class: "elf-compared" });
  const element = h("section", { class: "elf-part-box", "aria-labelledby": "lab-compare-title" },
    h("h2", { id: "lab-compare-title", tabindex: "-1" }, t.compare),
    h("p", {}, t.compareIntro),
    h("form", { class: "elf-compare-form", onsubmit: (event) => {
      event.preventDefault();
      if (panel.busy) panel.stop();
      else compare();
    } },
      h("fieldset", { class: "elf-kind" }, h("legend", {}, t.with),
        h("label", { class: "elf-radio" }, base, baseWords),
        h("label", { class: "elf-radio" }, other, h("span", {}, t.withOther)),
        h("div", { class: "elf-other" },
          h("label", { class: "elf-field" }, h("span", {}, t.other), expression), takeOver)),
      h("label", { class: "elf-field elf-short-field" }, h("span", {}, t.deal), number),
      h("p", { class: "elf-hint", id: "lab-deal-hint" }, t.dealHint),
      h("div", { class: "elf-actions" }, run, another, search)),
    message, panel.element, result);

  const changed = () => {
    note(null);
    lab.changed();
  };
  const note = (text) => {
    message.hidden = !text;
    message.textContent = text ?? "";
    if (text) host.say(text);
  };
  const update = () => {
    baseWords.textContent = t.withBase(lab.base);
    run.textContent = panel.busy ? t.stop : t.run;
  };
  /** The number written, or `null` with a message. */
  const dealNumber = () => {
    const text = number.value.trim();
    const value = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
    if (value <= MOST_NUMBER) return value;
    note(t.badNumber(number.value));
    number.focus();
    return null;
  };
  const compare = ({ next = false, tries = 1 } = {}) => {
    if (panel.busy) return;
    note(null);
    const written = dealNumber();
    if (written === null) return;
    const right = base.checked ? lab.baseExpression : expression.value;
    if (!right.trim()) {
      note(t.noOther);
      expression.focus();
      return;
    }
    const asked = { left: lab.expression, right, number: next ? (written + 1) % (MOST_NUMBER + 1) : written, tries, date: today() };
    askFor(asked);
  };
  const askFor = (asked) => {
    panel.run(async (ask) => {
      let answer;
      try {
        answer = await askLong(ask, "compare", asked, LIMIT);
      } catch (error) {
        if (!error.names) throw error;
        note(error.message); // the ruleset on the right, in the engine's words
        return;
      }
      remember(SHOWN, asked);
      number.value = String(answer.number);
      lab.changed();
      show(answer, asked);
    });
  };
  const words = (text) => named(text, settings().pack, "en");
  const show = (answer, asked) => {
    const { left, right, parting } = answer;
    const searched = asked.tries > 1 ? ` ${t.searched(answer.tried, asked.number)}` : "";
    const sides = [left, right].map((side, index) => ({
      title: `${index === 0 ? t.sideLeft : t.sideRight}: ${side.title}`,
      replay: { id: `lab-${index === 0 ? "left" : "right"}`, frames: side.frames, egn: side.egn, open: parting?.address ?? "0" },
    }));
    const told = `${t.shown(answer.number)} ${answer.text}`;
    fill(result,
      h("div", { class: "elfern-parting", "data-where": parting?.where ?? "nowhere" },
        h("p", {}, `${t.shown(answer.number)} `, h("strong", {}, answer.text), searched),
        parting && h("ul", {}, [[left, parting.left], [right, parting.right]].map(([side, text]) =>
          h("li", {}, h("b", {}, `${side.title}: `), words(text))))),
      deck(answer),
      liveCompare(host, sides, parting?.address ?? null),
      h("div", { class: "elf-actions" },
        button("downloadBoth", t.downloadBoth, () => {
          const name = `deal-${answer.number}.egn`;
          saveText(answer.egn, name);
          host.say(t.downloaded(name));
        }),
        button("copyComparison", t.copyComparison, () => lab.copyLink(
          { rules: left.expression, with: right.expression, deal: answer.number }, t.copiedComparison))));
    host.say(`${told}${searched}`);
  };
  /** The cards, written out: the number is only where they came from. */
  const deck = ({ number: of, left, right }) => {
    const deals = [left, right].map(({ frames }) => JSON.stringify([frames.steps[0].hands, frames.steps[0].stock]));
    const sides = deals[0] === deals[1] ? [left] : [left, right];
    return h("details", { class: "elf-deck" }, h("summary", {}, t.deck(of)),
      sides.map(({ title, frames }) => h("div", {}, sides.length > 1 && h("p", {}, h("b", {}, title)),
        h("ul", {}, ["F", "D"].map((seat) => h("li", {}, h("b", {}, `${frames.seats[seat]}: `), listed(frames.steps[0].hands[seat]))),
          h("li", {}, h("b", {}, `${t.stock}: `), listed(frames.steps[0].stock))))));
  };
  const listed = (codes) => codes.map((code) => words(`{${code}}`)).join(", ");

  update();
  return {
    element,
    update,
    note,
    compare,
    /** What is set, to be kept; `restore` takes it back. */
    kept: () => ({ with: base.checked ? "base" : "other", other: expression.value, number: number.value }),
    restore(kept) {
      if (typeof kept?.other === "string") expression.value = kept.other;
      if (typeof kept?.number === "string") number.value = kept.number;
      (kept?.with === "other" ? other : base).checked = true;
    },
    /** Show again what was shown before the theme's navigation. */
    resume() {
      const asked = remembered(SHOWN);
      if (asked) askFor(asked);
    },
    leave: () => panel.drop(),
  };
}
