// What the engine says while it works and when it is done: stages, what was checked, findings,
// a failure with its file and a way to try again.

import { fill, h } from "./dom.mjs";
import { ask, stopEngine } from "./engine.mjs";

/** Make the panel; `say(text)` speaks, `changed()` is called when work starts or ends. */
export function makeEnginePanel(t, say, changed) {
  const element = h("div", { class: "elf-status", hidden: true });
  let turn = 0;
  let busy = false;

  const show = (...parts) => {
    element.hidden = false;
    fill(element, parts);
  };

  const panel = {
    element,
    get busy() {
      return busy;
    },
    /**
     * Do a piece of work that asks the engine: `work(ask)` where `ask(op, payload)` gives the
     * result. Nothing else may run meanwhile. A failure is shown with a button that does it again.
     */
    async run(work) {
      if (busy) return;
      const mine = ++turn;
      busy = true;
      element.hidden = true;
      let spokenStage = "";
      const stage = (said, detail) => {
        if (mine !== turn) return;
        const text = detail?.stage ? t.loading(detail) : said;
        show(h("p", { class: "elf-stage" }, h("span", { class: "elf-spinner", "aria-hidden": "true" }), text));
        const words = text.replace(/[\d.,\s]+[kM]i?B.*$/, "");
        if (words !== spokenStage) say(words);
        spokenStage = words;
      };
      changed();
      try {
        await work(async (op, payload) => {
          const result = await ask(op, payload, stage);
          if (mine !== turn) throw { code: "stopped" };
          return result;
        });
        if (mine === turn && element.querySelector(".elf-stage")) element.hidden = true;
      } catch (error) {
        if (mine === turn) panel.failure(error, () => panel.run(work));
      } finally {
        if (mine === turn) {
          busy = false;
          changed();
        }
      }
    },
    stop() {
      if (!busy) return;
      turn += 1;
      busy = false;
      stopEngine();
      panel.note(t.stopped);
      changed();
    },
    /** Forget what runs: the viewer leaves the page. */
    drop() {
      turn += 1;
      busy = false;
    },
    note(text) {
      show(h("p", {}, text));
      say(text);
    },
    failure(error, again) {
      if (error?.code === "stopped") {
        panel.note(t.stopped);
        return;
      }
      const message = error?.message ?? String(error);
      show(
        h("p", { class: "elf-bad" }, h("b", {}, t.failed), " ", message),
        error?.file && h("p", {}, t.failedFile(error.file)),
        h("p", {}, t.failedKeep),
        error?.retry !== false && h("button", {
          type: "button", class: "elf-button", "data-do": "retry",
          onclick: () => {
            const focused = element.contains(document.activeElement);
            again();
            if (focused) element.closest("elfern-replay")?.focus({ preventScroll: true });
          },
        }, t.retry),
      );
      say([t.failed, message, error?.file && t.failedFile(error.file)].filter(Boolean).join(" "));
    },
    /** Show what a replay checked. `same` tells whether its steps equal those of the page. */
    report(record, { engine, python, same }) {
      const findings = record.findings ?? [];
      const numbers = Object.entries(record.checked ?? {})
        .filter(([name]) => name in t.checked)
        .map(([name, n]) => t.checked[name](n))
        .join(", ");
      const verdict = findings.length === 0 ? t.noFindings : t.findings(findings.length);
      show(
        h("p", {}, `${t.runDone(engine, python)} ${numbers}. `, h("b", {}, verdict)),
        findings.length > 0 && h("ul", { class: "elf-findings elf-plain" }, findings.map((finding) => findingItem(finding, t))),
        h("p", {}, same ? t.sameFrames : t.otherFrames),
      );
      say(`${t.runDone(engine, python)} ${numbers}. ${verdict} ${same ? t.sameFrames : t.otherFrames}`);
    },
  };
  return panel;
}

function findingItem(finding, t) {
  return h("li", {}, h("b", {}, `${t.finding(finding)}: `), finding.message);
}
