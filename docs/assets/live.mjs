// Viewers made in the page from frames that the engine has just given.

import { h } from "./dom.mjs";
import "./viewer.mjs";

/**
 * Make an <elfern-replay> from live frames, ready to be put into the page.
 *
 * @param {HTMLElement} host the room: its addresses of rules and variants are taken over
 * @param {object} replay
 *   `id` on the page, without the prefix `replay-`; `frames`; `egn`, the record as text or `null`;
 *   `open`, the address of the opening step.
 */
export function liveReplay(host, { id, frames, egn = null, open = null }) {
  const element = h("elfern-replay", {
    id: `replay-${id}`,
    "data-made": true, // a link to a step of it would lead nowhere elsewhere: the style hides the button
    "data-open": open,
    "data-section-url": host.dataset.sectionUrl,
    "data-variant-url": host.dataset.variantUrl,
  });
  element.append(held("frames", frames));
  if (egn !== null) element.append(held("record", egn));
  return element;
}

function held(kind, value) {
  const template = h("template", { class: `elfern-${kind}` });
  template.content.append(JSON.stringify(value)); // a text node: nothing in it is markup
  return template;
}

/**
 * Make an <elfern-compare> of two live replays.
 *
 * @param {HTMLElement} host the room
 * @param {{title: string, replay: object}[]} sides left and right, each with what `liveReplay` takes
 * @param {string|null} part address of the step at which they part
 */
export function liveCompare(host, sides, part) {
  return h("elfern-compare", { id: "compare-live", "data-part": part },
    h("div", { class: "elfern-sides" },
      sides.map(({ title, replay }) =>
        h("section", { class: "elfern-side", "aria-label": title },
          h("p", { class: "elfern-side-title" }, title), liveReplay(host, replay)))));
}
