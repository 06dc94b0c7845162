// <elfern-compare>: two replays of one deal under two rulesets, stepped together.
//
// Where they part is told by the page, which has it from the engine; here it is only marked.

import { attribute, h } from "./dom.mjs";
import { words } from "./strings.mjs";

/** Two <elfern-replay> elements that follow each other. */
export class ElfernCompare extends HTMLElement {
  #life = null;
  #bar = null;
  #together = true;
  #following = false;

  connectedCallback() {
    this.#life = new AbortController();
    const { signal } = this.#life;
    if (document.readyState === "loading") {
      document.addEventListener("DOMContentLoaded", () => this.#draw(), { signal });
    } else {
      this.#draw();
    }
    this.addEventListener("elfern-step", (event) => this.#stepped(event.target, event.detail.first), { signal });
  }

  disconnectedCallback() {
    this.#life?.abort();
    this.#life = null;
  }

  /** The two viewers. */
  get sides() {
    return [...this.querySelectorAll("elfern-replay")];
  }

  #draw() {
    if (this.#bar) return;
    const t = words("en");
    const together = h("input", { type: "checkbox", checked: true, onchange: () => {
      this.#together = together.checked;
    } });
    const address = this.dataset.part;
    this.#bar = h("div", { class: "elf-compare-bar" },
      h("label", { class: "elf-check" }, together, h("span", {}, t.together)),
      address && h("button", { type: "button", class: "elf-button", "data-do": "parting", onclick: () => this.#open(address) }, t.showParting));
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", t.compare);
    this.prepend(this.#bar);
    this.dataset.drawn = "";
    for (const side of this.sides) this.#mark(side);
  }

  #open(address) {
    const [first] = this.sides;
    if (!first?.walk) return;
    first.walk.stop();
    if (first.walk.placeAt(address)) first.update();
  }

  #stepped(side, first) {
    this.#mark(side);
    if (!this.#together || this.#following) return;
    this.#following = true;
    for (const other of this.sides) {
      if (other === side || !other.walk) continue;
      // One that has just come follows the other, which a link may have moved already.
      if (first) this.#follow(side, other);
      else this.#follow(other, side);
    }
    this.#following = false;
  }

  #follow(side, leader) {
    if (side.walk.state.mode !== "record" || leader.walk.state.mode !== "record") return;
    const { address } = leader.walk.step;
    if (side.walk.step.address === address) return;
    // One may end sooner than the other: then it stays at its last step.
    if (!side.walk.placeAt(address)) side.walk.place("", Number.MAX_SAFE_INTEGER);
    side.update();
  }

  #mark(side) {
    if (!side.walk) return;
    const index = side.recordFrames.steps.findIndex((step) => step.address === this.dataset.part);
    const parted = index >= 0 && side.walk.state.label === "" && side.walk.state.index >= index;
    attribute(side.closest(".elfern-side") ?? side, "data-parted", parted);
  }
}

if (!customElements.get("elfern-compare")) customElements.define("elfern-compare", ElfernCompare);
