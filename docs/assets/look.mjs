// The viewer's parts put together, in the order in which they are read.

import { branchButton, makeAccount } from "./account.mjs";
import { makeAnalysis } from "./analysis.mjs";
import { makeBoard } from "./board.mjs";
import { makeControls } from "./controls.mjs";
import { fill, h } from "./dom.mjs";
import { makeEnginePanel } from "./engine-panel.mjs";
import { makeList } from "./list.mjs";
import { makePiles } from "./piles.mjs";
import { makePlayBar } from "./play-on.mjs";
import { makeTools } from "./tools.mjs";

/** Make all that is drawn of a viewer; `update(view)` draws a step. */
export function makeLook(viewer) {
  const { t } = viewer;
  const engine = makeEnginePanel(t, (text) => viewer.say(text), () => viewer.update());
  const head = h("div", { class: "elf-head" });
  const board = makeBoard((code) => viewer.playOn.card(code));
  const controls = makeControls({
    first: () => viewer.walk.toEnd("first"),
    last: () => viewer.walk.toEnd("last"),
    byCard: (by) => viewer.walk.byCard(by),
    byTrick: (by) => viewer.walk.byTrick(by),
    toTrick: (text) => viewer.walk.toTrick(text),
    slide: (index) => viewer.walk.slide(index),
    slid: () => viewer.walk.slid(),
    autoplay: () => viewer.walk.toggleAutoplay(),
    return: () => viewer.walk.returnFromJump(),
  }, t);
  const message = h("p", { class: "elf-message", hidden: true });
  const playBar = makePlayBar(viewer);
  const account = makeAccount({
    enter: (label, back) => viewer.walk.enter(label, back),
    open: (index) => viewer.walk.go(index, { jump: true }),
    reveal: () => {
      viewer.walk.reveal();
      viewer.focus({ preventScroll: true });
    },
  });
  const analysis = makeAnalysis(viewer, engine);
  const tools = makeTools(viewer, engine, analysis);
  const list = makeList((index) => {
    viewer.walk.stop();
    viewer.walk.go(index, { jump: true });
  });
  const branches = h("div", { class: "elf-branches elf-all-branches", hidden: true });
  const piles = makePiles();
  const element = h("div", { class: "elf" },
    h("div", { class: "elf-body" },
      head, board.element, controls.element, message, playBar.element, account.element,
      tools.element, engine.element, analysis.element, list.element, branches, piles.element));
  return {
    element, engine, board, analysis,
    analyse: () => tools.analyse(),
    note(text) {
      message.hidden = !text;
      message.textContent = text ?? "";
    },
    update(view) {
      fill(head, headParts(view, viewer));
      for (const part of [board, controls, playBar, account, tools, analysis, list, piles]) part.update(view);
      const others = view.mode === "record" ? [...view.lines.values()].filter((line) => line.label !== "").sort((a, b) => (a.label < b.label ? -1 : 1)) : [];
      const kept = playBar.keptButtons(view);
      branches.hidden = others.length + kept.length === 0;
      if (!branches.contains(document.activeElement)) {
        fill(branches,
          others.length > 0 && h("p", { class: "elf-small-title" }, t.allBranches),
          others.map((line) => branchButton(line, view, { enter: (label) => viewer.walk.enter(label) })),
          kept);
      }
    },
  };
}

function headParts(view, viewer) {
  const { t, frames, part } = view;
  const { record, ruleset } = viewer.recordFrames;
  return [
    h("p", { class: "elf-title", lang: view.writtenLang }, record.title),
    h("p", { class: "elf-chips" },
      h("span", { class: "elf-ruleset", title: ruleset.expression }, ruleset.title),
      h("span", { class: "elf-source" }, t.sources[record.source] ?? record.source),
      view.mode === "play" && h("span", { class: "elf-line" }, t.yourLine(view.playing?.number ?? "")),
      view.line.label !== "" && h("span", { class: "elf-line" }, t.branch(view.line.label))),
    h("p", { class: "elf-place" }, h("span", {}, view.place),
      frames.steps.length > 1 && !view.opening && ["lead", "reply"].includes(view.step.kind)
        ? h("span", { class: "elf-phase" }, t.phase(view.step.phase)) : null),
    part && view.mode === "record" && view.line.label === "" && h("p", { class: "elf-part" },
      part.on ? t.leftOut(part.first, part.last) : null, " ",
      h("button", {
        type: "button", class: "elf-button elf-quiet", "data-do": "part",
        onclick: () => {
          viewer.walk.showPart(!part.on);
          viewer.querySelector("[data-do=part]")?.focus();
        },
      }, part.on ? t.showWhole : t.showPart)),
  ];
}
