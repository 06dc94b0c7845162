// What the engine is doing while a reader waits, and what to do when it could not answer.

import { fill, h } from "./dom.mjs";
import { words } from "./strings.mjs";

/** Make the box. */
export function makeStatus() {
  const element = h("div", { class: "play-engine" });
  return {
    element,
    clear: () => fill(element),
    /** `state` as the engine gives it; `name` of a computer player who is to play, or `null`. */
    wait(state, name, t, lang) {
      const told = (state.detail ? words(lang).loading(state.detail) : state.stage) ?? (name ? t.thinking(name) : t.working);
      fill(element, h("p", { class: "elf-stage" },
        h("span", { class: "elf-spinner", "aria-hidden": "true" }), state.restarted ? `${t.restarted} ` : "", told));
    },
    /** Tell of a failure, what it left as it was, and offer to try again; gives what to speak. */
    fail(error, kept, again, t) {
      // What the rules of a session do not allow is told in the page's language.
      const refused = t.refusals[error?.code];
      const message = refused ?? error?.message ?? String(error);
      const head = refused ? t.refused : t.failed;
      fill(element, h("div", { class: "elf-status" },
        h("p", { class: "elf-bad" }, h("b", {}, head), " ", message),
        error?.file && h("p", {}, t.failedFile(error.file)),
        h("p", {}, kept),
        h("button", { type: "button", class: "elf-button", "data-do": "retry", onclick: again }, t.retry)));
      return [head, message].join(" ");
    },
  };
}
