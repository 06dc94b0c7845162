// The records found, as one file: fetched part by part, put together in the page.

import { fill, h, inert } from "./dom.mjs";
import { saveText } from "./sharing.mjs";

const FORMS = {
  egn: { part: "egn", ending: "egn", join: (texts) => texts.join("\n") },
  jsonl: { part: "json", ending: "jsonl", join: (texts) => texts.join("") },
};

/** Make the two buttons; `say(text)` speaks. */
export function makeTake(index, t, say) {
  let numbers = [];
  let busy = false;
  const told = h("span", { class: "arc-told" });
  const buttons = Object.keys(FORMS).map((form) => h("button", {
    type: "button", "data-do": `take-${form}`, onclick: () => take(form),
  }, t[form]));

  async function take(form) {
    if (busy || numbers.length === 0) return;
    busy = true;
    const wanted = numbers;
    const { part, ending, join } = FORMS[form];
    const name = `elfern-${wanted.length}-records.${ending}`;
    try {
      const texts = await index.texts(wanted, part, (done, all) => fill(told, t.taking(done, all)));
      saveText(join(texts), name);
      fill(told, t.taken(wanted.length, name));
    } catch (error) {
      fill(told, t.takeFailed(error.message));
    }
    say(told.textContent);
    busy = false;
  }

  return {
    element: h("div", { class: "arc-take" }, h("span", {}, t.take), buttons, told),
    update(found) {
      if (found.length !== numbers.length) fill(told);
      numbers = found;
      for (const button of buttons) {
        inert(button, found.length === 0);
        const form = button.dataset.do.slice("take-".length);
        button.setAttribute("aria-label", t.takeAs(t[form], found.length));
      }
    },
  };
}
