// What can be done at the table besides playing a card: help, questions, switches, the cards
// played with a way back to each.

import { fill, h } from "./dom.mjs";
import { button } from "./room.mjs";
import { readChoices } from "./play-store.mjs";
import { settings } from "./settings.mjs";

/** Make it; `act` does what the buttons say. */
export function makePanel(t, act) {
  const log = h("ol", { class: "elf-plain play-log" });
  const hint = h("p", { class: "elf-hint", hidden: true }, t.againHint);
  const check = (name, text) => h("label", { class: "elf-check" },
    h("input", { type: "checkbox", "data-choice": name, checked: readChoices()[name], onchange: (event) => act.set({ [name]: event.target.checked }) }), text);
  const pack = h("select", { class: "elf-select", "data-choice": "pack", onchange: () => act.pack(pack.value) },
    ["french", "german"].map((name) => h("option", { value: name }, t.packs[name])));
  pack.value = settings().pack;
  const summary = h("summary", {}, t.log);
  const advice = button("hint", t.hint, () => act.hint());
  const resign = button("resign", t.resign, () => sure.ask());
  const sure = makeSure(t, act, resign);
  const element = h("div", { class: "play-panel" },
    h("div", { class: "elf-actions", role: "group", "aria-label": t.actions },
      button("undo", t.undo, () => act.undo()), advice, resign),
    sure.element,
    h("div", { class: "elf-actions play-asks", role: "group", "aria-label": t.ask },
      Object.entries(t.asks).map(([name, text]) => button(`ask-${name}`, text, () => act.inquire(name)))),
    h("details", { class: "play-more" }, summary, hint, log),
    h("details", { class: "play-more" }, h("summary", {}, t.switches),
      h("div", { class: "play-switches" }, check("points", t.showPoints), check("seen", t.showSeen),
        h("label", { class: "elf-field" }, h("span", {}, t.faces), pack)),
      h("div", { class: "elf-actions" }, button("leave", t.leave, () => act.leave()))));
  return {
    element,
    update(view) {
      const { scene } = view;
      pack.value = view.pack;
      const over = Boolean(scene.outcome);
      hint.hidden = !over;
      advice.hidden = over;
      resign.hidden = over;
      if (over || view.covered) sure.away();
      if (scene.log.length === 0) {
        fill(log, h("li", {}, t.logEmpty));
        return;
      }
      fill(log, scene.log.map((one, at) => h("li", {},
        h("span", {}, view.told(one).join(" ")),
        over ? button("again", t.again, () => act.again(at)) : button("back", t.undo, () => act.backTo(at)))));
      log.querySelectorAll("button").forEach((one, at) => {
        const { trick, player, card } = scene.log[at];
        one.setAttribute("aria-label", (over ? t.againFrom : t.backTo)(trick, scene.players[player].name, view.card(card)));
      });
    },
  };
}

/** The question before a deal is given up: it stands in the page, and everything else goes on. */
function makeSure(t, act, opener) {
  const element = h("div", { class: "elf-note play-sure", role: "group", "aria-label": t.resign, hidden: true });
  const away = () => {
    element.hidden = true;
    opener.setAttribute("aria-expanded", "false");
    fill(element);
  };
  const keep = () => {
    away();
    opener.focus();
  };
  opener.setAttribute("aria-expanded", "false");
  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape") keep();
  });
  return {
    element,
    away,
    ask() {
      if (!element.hidden) {
        keep();
        return;
      }
      const stay = button("keepOn", t.resignKeep, keep);
      fill(element, h("p", {}, t.resignAsk), h("div", { class: "elf-actions" },
        button("reallyResign", t.resignSure, () => {
          away();
          act.resign();
        }), stay));
      element.hidden = false;
      opener.setAttribute("aria-expanded", "true");
      stay.focus();
    },
  };
}
