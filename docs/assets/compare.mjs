// <elfern-compare>: two replays of one deal under two rulesets, stepped together.
//
// Where they part is told by the page, which has it from the engine; here it is only marked.
// Where there is no room for two side by side they stand one above the other, far apart: then a
// button at each shows the other at the same height of the window.

import { attribute, h } from "./dom.mjs";
import { words } from "./strings.mjs";

/** Two <elfern-replay> elements that follow each other. */
export class ElfernCompare extends HTMLElement {
  #life = null;
  #bar = null;
  #stacking = null; // tells whether one stands above the other
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
    this.#watch();
    this.addEventListener("elfern-step", (event) => this.#stepped(event.target, event.detail.first), { signal });
  }

  disconnectedCallback() {
    this.#life?.abort();
    this.#life = null;
    this.#stacking?.disconnect();
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
    this.#doors(t);
    this.dataset.drawn = "";
    for (const side of this.sides) this.#mark(side);
  }

  /** At each replay a button that shows the other; it is seen while they are stacked. */
  #doors(t) {
    const columns = [...this.querySelectorAll(".elfern-side")];
    const titles = columns.map((column) => column.querySelector(".elfern-side-title"));
    if (columns.length !== 2 || !titles.every(Boolean)) return;
    const names = titles.map((title) => title.textContent);
    const doors = titles.map((title, index) => {
      const door = h("button", { type: "button", class: "elf-button", "data-do": "other", "aria-label": t.otherCalled(names[1 - index]), onclick: () => {
        const [here, there] = [columns[index], columns[1 - index]].map((column) => (column.querySelector(".elf-board") ?? column).getBoundingClientRect().top);
        scrollBy({ top: there - here, behavior: "instant" });
        doors[1 - index].focus({ preventScroll: true });
      } }, t.other);
      title.replaceChildren(h("span", {}, ...title.childNodes), door);
      return door;
    });
    this.#stacking = new ResizeObserver(() => {
      attribute(this, "data-stacked", columns[1].offsetTop > columns[0].offsetTop);
    });
    this.#watch();
  }

  #watch() {
    const sides = this.querySelector(".elfern-sides");
    if (sides) this.#stacking?.observe(sides);
  }

  #open(address) {
    const [first] = this.sides;
    if (!first?.walk) return;
    first.walk.stop();
    if (first.walk.placeAt(address)) first.update();
  }

  #stepped(side, first) {
    this.#mark(side);
    // They come together, whichever of them the reader is near.
    if (first) for (const other of this.sides) other.draw?.();
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
