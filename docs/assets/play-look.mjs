// The table as it is drawn, in the order in which it is read.

import { fill, h } from "./dom.mjs";
import { makeAfter } from "./play-after.mjs";
import { besides, makeTable, why } from "./play-board.mjs";
import { makePanel } from "./play-panel.mjs";
import { button } from "./room.mjs";

/** Make it for a room; `act` does what its cards and buttons say, `status` is the engine's box. */
export function makeLook(room, t, act, status) {
  const head = h("div", { class: "elf-head" });
  const cover = h("div", { class: "play-cover", hidden: true });
  const board = makeTable(act.play);
  const account = h("p", { class: "play-account" });
  const opening = h("div", { class: "play-opening", hidden: true });
  const note = h("p", { class: "elf-note play-note", hidden: true });
  const after = makeAfter(room, t, act);
  const panel = makePanel(t, act);
  const aside = h("div", { class: "play-besides" });
  const kept = h("p", { class: "elf-hint" });
  const element = h("div", { class: "play-table elf", role: "group", "aria-label": t.table, tabindex: "-1" },
    head, cover, board.element, account, opening, note, status, after.element, panel.element, aside, after.records);
  let over = false;

  /** A part that lies outside the window comes into it, with the head of the table if there is room. */
  const bring = (part) => {
    const outside = () => {
      const { top, bottom } = part.getBoundingClientRect();
      return top < parseFloat(getComputedStyle(element).scrollMarginTop) || bottom > innerHeight;
    };
    if (outside()) element.scrollIntoView({ block: "start" });
    if (outside()) part.scrollIntoView({ block: "nearest" });
  };

  const look = {
    parts: [element, kept],
    /** Draw the view of a game; `told` is what the table has to say apart from it. */
    update(view, game, { told, stored }) {
      const { scene } = view;
      over = Boolean(scene.outcome);
      fill(head, headParts(view));
      board.update(view);
      fill(account, lately(view));
      account.hidden = over || scene.log.length === 0;
      // How lot, cut and deal went stays to be read through the first trick.
      opening.hidden = scene.trick !== 1;
      fill(opening, scene.opening.map((one) => h("p", {}, view.text(one))));
      note.hidden = !told;
      fill(note, told && [told.reason ? why(told.reason, view) : told.text]);
      panel.update(view);
      cover.hidden = !view.covered;
      fill(cover, view.covered ? coverParts(view, act) : null);
      fill(aside, besides(view));
      after.update(view, game);
      kept.textContent = stored ? t.kept : t.notKept;
    },
    /** Put the focus where the game goes on: the hand-over, what follows the deal, the hand. */
    focus() {
      const next = [
        cover.querySelector("button"),
        over ? after.element.querySelector("button") : null,
        board.own.querySelector("button"),
        element,
      ].find(Boolean);
      next.focus({ preventScroll: true });
      bring(next);
    },
    /** The table takes the place of a long form: bring its head into view. */
    comeIntoView() {
      element.scrollIntoView({ block: "start" });
      look.focus();
    },
  };
  return look;
}

function headParts({ t, scene }) {
  const { deals, target } = scene.end;
  return [
    h("p", { class: "elf-title" }, t.round(scene.round, deals), deals ? null : ` · ${t.toTarget(target)}`),
    h("p", { class: "elf-chips" }, h("span", { class: "elf-ruleset", title: scene.rules.expression }, scene.rules.title)),
    h("p", { class: "elf-place" }, h("span", {}, scene.outcome ? t.dealOver : t.trick(scene.trick)),
      !scene.outcome && h("span", { class: "elf-phase" }, t.phase(scene.phase))),
  ];
}

/** The last two cards as sentences: what a glance away may have missed. */
function lately({ scene, told }) {
  return scene.log.slice(-2).flatMap(told).join(" ");
}

function coverParts({ t, scene }, act) {
  const { name } = scene.players[scene.toPlay];
  return [h("h2", {}, t.handOver(name)), h("p", {}, t.handOverText(name)), button("takeOver", t.takeOver(name), act.takeOver, "elf-main")];
}
