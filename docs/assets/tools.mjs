// What can be done with the record: run it, play on, hand it on; and the reader's choices.

import { attribute, fill, h, inert } from "./dom.mjs";
import { embedCode } from "./embed.mjs";
import { warm } from "./engine.mjs";
import { makePlayThere } from "./play-there.mjs";
import { settings } from "./settings.mjs";
import { copyText, fileName, offerText, saveText } from "./sharing.mjs";

/** Make the row of actions and the panel of settings. */
export function makeTools(viewer, engine, analysis) {
  const { t } = viewer;
  const act = (name, text, action, kind = "") =>
    h("button", { type: "button", class: `elf-button ${kind}`, "data-do": name, onclick: action }, text);
  let ran = false;
  let working = null; // the button whose work runs: it stops it
  const begin = (button, work) => {
    if (engine.busy) {
      engine.stop();
      return;
    }
    working = button;
    work();
  };
  const run = act("run", t.run, () => begin(run, () => {
    ran = viewer.recordText !== null;
    runRecord(viewer, engine);
  }), "elf-main");
  const playFrom = act("playFrom", t.playFrom, () => viewer.playOn.start());
  const analyse = act("analyse", t.analyse, () => begin(analyse, () => analysis.toggle()));
  const playThere = makePlayThere(viewer);
  for (const button of [run, playFrom, analyse]) {
    // Python begins to load when someone points at what needs it, not before.
    button.addEventListener("pointerenter", warm);
    button.addEventListener("focus", warm);
  }
  const offer = h("div", { class: "elf-offer-place" });
  const hand = (text, done, saidBefore = null) => async () => {
    const value = text();
    if (value === null) {
      viewer.note(t.noRecord);
      return;
    }
    fill(offer);
    if (await copyText(value, viewer)) {
      viewer.note([saidBefore?.(), done()].filter(Boolean).join(" "));
      return;
    }
    const button = viewer.getRootNode().activeElement;
    const offered = offerText(value, t, () => {
      fill(offer);
      button?.focus();
    });
    fill(offer, offered.element);
    viewer.say(t.copyFailed);
    offered.select();
  };
  const copyLink = act("copyLink", t.copyLink, hand(
    () => viewer.linkTo(viewer.playOn.current?.at),
    () => t.copiedLink(viewer.playOn.current?.place ?? viewer.view.place),
    () => (viewer.playOn.current ? t.linkPlayed : null),
  ));
  const copyRecord = act("copyRecord", t.copyRecord, hand(() => viewer.recordText, () => t.copiedRecord));
  const copyEmbed = !viewer.dataset.egn ? null
    : act("copyEmbed", t.copyEmbed, hand(() => embedCode(viewer), () => t.copiedEmbed));
  const download = act("download", t.download, () => {
    if (viewer.recordText === null) {
      viewer.note(t.noRecord);
      return;
    }
    const name = fileName(viewer.recordFrames.record.id);
    saveText(viewer.recordText, name);
    viewer.note(t.downloaded(name));
  });
  const full = document.fullscreenEnabled
    ? act("fullScreen", t.fullScreen, () => (document.fullscreenElement === viewer ? document.exitFullscreen() : viewer.requestFullscreen()))
    : null;
  const panel = makeChoices(viewer, [copyRecord, copyEmbed, full]);
  const more = act("more", t.more, () => {
    const open = panel.element.hidden;
    panel.element.hidden = !open;
    attribute(more, "aria-expanded", open ? "true" : "false");
  });
  more.setAttribute("aria-expanded", "false");
  const element = h("div", { class: "elf-tools" },
    h("div", { class: "elf-actions", role: "group", "aria-label": t.actions }, run, playFrom, playThere.element, analyse, copyLink, download, more),
    offer, panel.element);
  return {
    element,
    /** Show the analysis, if it is not shown yet. */
    analyse() {
      if (!engine.busy && !viewer.view.analysis) begin(analyse, () => analysis.toggle());
    },
    update(view) {
      const stops = (button) => engine.busy && working === button;
      const label = stops(run) ? t.stop : ran ? t.runAgain : t.run;
      if (run.textContent !== label) run.textContent = label;
      inert(run, engine.busy && !stops(run));
      playThere.update(view);
      inert(playFrom, view.mode === "play" || view.step.toPlay === null || viewer.recordText === null);
      const analyseLabel = stops(analyse) ? t.stop : view.analysis ? t.analyseAway : t.analyse;
      if (analyse.textContent !== analyseLabel) analyse.textContent = analyseLabel;
      inert(analyse, !stops(analyse) && (engine.busy || !analysis.possible(view)));
      if (full) {
        const text = document.fullscreenElement === viewer ? t.leaveFullScreen : t.fullScreen;
        if (full.textContent !== text) full.textContent = text;
      }
      panel.update(viewer);
    },
  };
}

function runRecord(viewer, engine) {
  const text = viewer.recordText;
  if (text === null) {
    viewer.note(viewer.t.noRecord);
    return;
  }
  engine.run(async (ask) => {
    const result = await ask("replay", { text, lang: viewer.recordFrames.lang });
    const [record] = result.records;
    if (!record) throw { code: "empty", message: viewer.t.nothingBack, retry: false };
    const same = record.frames ? viewer.takeFrames(record.frames) : false;
    engine.report(record, { engine: result.engine ?? record.frames?.engine, python: result.python, same });
  });
}

function makeChoices(viewer, buttons) {
  const { t } = viewer;
  const select = (name, options, action) => {
    const field = h("select", { class: "elf-select", "data-choice": name, onchange: () => action(field.value) },
      Object.entries(options).map(([value, text]) => h("option", { value }, text)));
    return field;
  };
  const pack = select("pack", t.packs, (value) => viewer.choose("pack", value));
  const hide = select("hide", t.hides, (value) => viewer.walk.hide(value || null));
  const speed = select("speed", t.speeds, (value) => viewer.choose("speed", value));
  const lang = select("lang", t.langs, (value) => viewer.choose("lang", value));
  for (const option of lang.options) option.lang = option.value;
  const comments = h("input", { type: "checkbox", "data-choice": "comments", onchange: () => viewer.choose("comments", comments.checked) });
  const labelled = (text, field) => h("label", { class: "elf-choice" }, h("span", {}, text), field);
  const element = h("div", { class: "elf-choices", hidden: true },
    labelled(t.faces, pack), labelled(t.cards, hide), labelled(t.speed, speed), labelled(t.language, lang),
    h("label", { class: "elf-choice elf-check" }, comments, h("span", {}, t.commentsOn)),
    h("div", { class: "elf-actions" }, buttons.filter(Boolean)),
    h("p", { class: "elf-keys" }, t.keys));
  return {
    element,
    update({ view }) {
      const chosen = settings();
      pack.value = chosen.pack;
      speed.value = chosen.speed;
      lang.value = chosen.lang;
      comments.checked = chosen.comments;
      hide.value = view.hiddenSeat ?? (view.veiled ? "stock" : "");
      hide.disabled = view.mode === "play";
    },
  };
}
