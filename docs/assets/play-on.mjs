// Play from here: the reader plays both hands on from a step. The engine plays each card and says
// why another may not be played; the line can be walked, saved, left and taken up again.

import { announcement } from "./account.mjs";
import { attribute, fill, h, inert } from "./dom.mjs";
import { warm } from "./engine.mjs";
import { framesOf, newLine, played, storedLines, storeLines } from "./playing.mjs";
import { fileName, saveText } from "./sharing.mjs";

/** Make what plays on for a viewer. `current` is the line being played, `kept` all of them. */
export function makePlayOn(viewer, engine) {
  const { t } = viewer;
  let kept = storedLines(viewer.id, viewer.recordText);
  let current = null;

  const keep = () => {
    kept = [...kept.filter((line) => line.number !== current.number), current].sort((a, b) => a.number - b.number);
    storeLines(viewer.id, viewer.recordText, kept.map(({ left, ...line }) => line));
  };
  const frames = (line) => framesOf(line, viewer.recordFrames, viewer.recordLines);
  const begin = (line) => {
    current = { ...line };
    current.left = viewer.walk.leaveFor(frames(line));
    viewer.update();
  };
  const change = (cards, redo, said) => engine.run(async (ask) => {
    const before = current;
    const line = await played(before, cards, redo, viewer.recordText, ask);
    if (current !== before) return;
    current = { ...line, left: before.left };
    keep();
    // The card that was played had the focus: it goes on to the next hand.
    const byCard = viewer.contains(document.activeElement) && document.activeElement.matches("[data-card]");
    viewer.walk.walkLine(frames(current));
    if (byCard) focusHand(viewer);
    viewer.say(announcement(viewer.view), said ?? null);
  });

  return {
    get current() {
      return current;
    },
    get kept() {
      return kept;
    },
    /** Begin a line at the step shown. */
    start() {
      const { view } = viewer;
      if (current || viewer.recordText === null) return;
      if (view.step.toPlay === null) {
        viewer.note(t.overHere);
        return;
      }
      viewer.walk.stop();
      warm();
      const number = (kept.at(-1)?.number ?? 0) + 1;
      const line = newLine(number, view.step.address, view.index, view.place);
      begin(line);
      viewer.note(null);
      viewer.say(`${t.playingSaid(line.place)} ${t.yourTurn(viewer.view.seat(viewer.view.step.toPlay))}`);
      focusHand(viewer);
    },
    /** Take up a line that was left. */
    resume(number) {
      const line = kept.find((each) => each.number === number);
      if (!line) return;
      if (current) this.leave({ speak: false });
      viewer.walk.stop();
      begin(line);
      viewer.say(announcement(viewer.view), (text) => `${t.yourLine(number)}. ${text}`);
    },
    /** Play a card, or say why it may not be played. */
    card(code) {
      const { view } = viewer;
      if (!current || engine.busy || !view.canPlay) return;
      const refusal = view.step.refused?.find((each) => each.card === code);
      if (refusal) {
        viewer.walk.askAbout(code);
        viewer.querySelector(`button[data-card="${code}"]`)?.focus();
        viewer.say(view.text(refusal.text));
        return;
      }
      change([...current.cards, code], []);
    },
    undo() {
      if (!current || engine.busy) return;
      if (current.cards.length === 0) {
        viewer.say(t.nothingToUndo);
        return;
      }
      this.takeBackTo(current.cards.length - 1);
    },
    redo() {
      if (!current || engine.busy) return;
      if (current.redo.length === 0) {
        viewer.say(t.nothingToRedo);
        return;
      }
      change([...current.cards, current.redo.at(-1)], current.redo.slice(0, -1));
    },
    /** Keep only the first cards of the line; the others can be played again with redo. */
    takeBackTo(count) {
      const back = current.cards.slice(count).reverse();
      change(current.cards.slice(0, count), [...current.redo, ...back], (text) => `${t.undone(count)} ${text}`);
    },
    download() {
      if (!current?.egn) return;
      const name = fileName(`${viewer.recordFrames.record.id || "record"}-line-${current.number}`);
      saveText(current.egn, name);
      viewer.note(t.downloaded(name));
    },
    /** Go back to the record; the line is kept. */
    leave({ speak = true } = {}) {
      if (!current) return;
      if (engine.busy) engine.stop();
      const { left, cards } = current;
      current = null;
      // The engine may have made the record's frames anew meanwhile.
      viewer.walk.comeBack(left.frames === viewer.recordFrames ? left : { frames: viewer.recordFrames, state: { ...left.state, lines: viewer.recordLines } });
      if (speak) viewer.say(cards.length > 0 ? t.left : t.backToRecord);
    },
  };
}

function focusHand(viewer) {
  viewer.querySelector("button.elf-lit")?.focus({ preventScroll: true });
}

/** Make the bar of a played line, and the buttons of lines that were left. */
export function makePlayBar(viewer) {
  const { t } = viewer;
  const act = (name, text, action) => h("button", { type: "button", class: "elf-button", "data-do": name, onclick: action }, text);
  const text = h("p", { class: "elf-play-text" });
  const undo = act("undo", t.undo, () => viewer.playOn.undo());
  const redo = act("redo", t.redo, () => viewer.playOn.redo());
  const here = act("takeBackHere", t.takeBackHere, () => viewer.playOn.takeBackTo(viewer.view.index - viewer.playOn.current.base));
  const download = act("downloadLine", t.downloadLine, () => viewer.playOn.download());
  const leave = act("leave", t.leave, () => {
    viewer.playOn.leave();
    viewer.querySelector("[data-do=playFrom]")?.focus({ preventScroll: true });
  });
  const element = h("div", { class: "elf-play-bar", hidden: true }, text,
    h("div", { class: "elf-actions", role: "group" }, undo, redo, here, download, leave));
  return {
    element,
    update(view) {
      const line = view.playing;
      element.hidden = line === null;
      if (!line) return;
      const atTip = view.index === view.line.steps.length - 1;
      const turn = view.step.toPlay && atTip ? t.yourTurn(view.seat(view.step.toPlay)) : null;
      fill(text, [t.playing(line.place), atTip ? turn ?? t.overHere : t.notAtTip].join(" "));
      attribute(element.lastElementChild, "aria-label", t.yourLine(line.number));
      inert(undo, line.cards.length === 0);
      inert(redo, line.redo.length === 0);
      here.hidden = atTip || view.index < line.base;
      inert(download, line.egn === null);
    },
    keptButtons(view) {
      const lines = view.kept.filter((line) => line.number !== view.playing?.number && line.cards.length + line.redo.length > 0);
      return lines.length === 0 ? [] : [
        h("p", { class: "elf-small-title" }, t.yourLines),
        lines.map((line) => act("resume", t.yourLineFrom(line.number, line.place, line.cards.length), () => viewer.playOn.resume(line.number))),
      ].flat();
    },
  };
}
