// <elfern-browse>: find records of the archive by facets and words. Without this, and until the
// index is there, the list in the page stands.

import { attribute, fill, h, liveRegion } from "./dom.mjs";
import { makeFacets } from "./browse-facets.mjs";
import { openIndex } from "./browse-index.mjs";
import { makeList } from "./browse-list.mjs";
import { choices, readState, withValue, without, writeState } from "./browse-state.mjs";
import { makeTake } from "./browse-take.mjs";
import { WORDS as t } from "./browse-words.mjs";

const TYPED = 200; // milliseconds after the last letter
const SPEAK_AFTER = 400;

class Browse extends HTMLElement {
  #life = null;
  #index = null;
  #state = null;
  #parts = null;
  #static = null;
  #timers = { typed: 0, speak: 0 };
  #turn = 0;

  connectedCallback() {
    this.#life = new AbortController();
    this.#begin();
  }

  disconnectedCallback() {
    this.#life?.abort();
    this.#life = null;
    for (const timer of Object.values(this.#timers)) clearTimeout(timer);
  }

  async #begin() {
    const { signal } = this.#life;
    this.querySelector(".arc-fault")?.remove();
    try {
      this.#index ??= await openIndex(new URL(this.dataset.index, location.href));
    } catch (error) {
      console.error("elfern-browse:", error);
      this.prepend(h("p", { class: "arc-fault", role: "alert" }, t.failed, " ",
        h("button", { type: "button", class: "arc-button", onclick: () => this.#begin() }, t.again)));
      return;
    }
    if (signal.aborted) return;
    if (!this.#parts) this.#draw();
    this.#parts.list.follow(signal);
    addEventListener("popstate", () => this.#read(), { signal });
    addEventListener("hashchange", () => this.#read(), { signal });
    this.#state = readState(location.hash, this.#index);
    this.#parts.search.value = this.#state.q;
    await this.#update({ spoken: false });
  }

  #draw() {
    const index = this.#index;
    const search = h("input", { type: "search", name: "q", autocomplete: "off", spellcheck: "false", maxlength: "200", oninput: () => this.#typed() });
    const sort = h("select", { name: "sort", onchange: () => this.#choose({ ...this.#state, sort: sort.value }) },
      Object.entries(t.orders).filter(([id]) => id === "" || index.orders.includes(id)).map(([value, text]) => h("option", { value }, text)));
    const facets = makeFacets(index.facets, t, (facet, value, on) =>
      this.#choose(on ? withValue(this.#state, facet, value) : without(this.#state, facet, value)));
    const unfold = h("button", {
      type: "button", class: "arc-unfold", "data-do": "filter", "aria-expanded": "false", "aria-controls": "archive-filter",
      onclick: () => {
        const open = root.toggleAttribute("data-open");
        attribute(unfold, "aria-expanded", String(open));
      },
    });
    const panel = h("section", { class: "arc-panel", id: "archive-filter", "aria-label": t.choose }, facets.elements);
    const chips = h("div", { class: "arc-chips", role: "group", "aria-label": t.active, hidden: true });
    const count = h("h2", { class: "arc-count", tabindex: "-1" });
    const none = h("div", { class: "arc-none", hidden: true });
    const take = makeTake(index, t, (text) => this.#say(text));
    const list = makeList({
      label: t.results,
      waiting: t.loading,
      wordsOf: (number) => {
        const words = index.words(number);
        return words && { href: `${this.dataset.archive}${words.id}/`, title: words.title, lang: words.lang, note: `${words.rules} · ${words.note}` };
      },
      missing: (numbers) => this.#fetch(numbers),
    });
    const after = h("p", { class: "arc-end", id: "archive-end", tabindex: "-1" });
    const skip = h("a", { class: "arc-skip", href: "#archive-end", onclick: (event) => {
      event.preventDefault(); // the address holds the choice
      after.focus();
    } }, t.skip);
    const live = liveRegion({ class: "elf-spoken" });
    const fault = h("p", { class: "arc-fault", hidden: true });
    const root = h("div", { class: "arc-browse" },
      h("div", { class: "arc-ask", role: "search", "aria-label": t.choose },
        h("label", { class: "arc-field" }, h("span", {}, t.search), search),
        h("label", { class: "arc-field" }, h("span", {}, t.sort), sort),
        unfold),
      panel,
      h("div", { class: "arc-found" },
        h("div", { class: "arc-head" }, count, take.element), chips, none, fault, skip, list.element, after),
      live);
    this.#parts = { search, sort, facets, unfold, chips, count, none, take, list, live, fault, skip };
    this.#static = this.querySelector(".elfern-static");
    this.#static?.remove();
    this.append(root);
    this.dataset.drawn = "";
  }

  async #fetch(numbers) {
    const { list, fault } = this.#parts;
    try {
      await this.#index.ensure(numbers);
      fault.hidden = true;
      list.draw();
    } catch {
      fault.hidden = false;
      fill(fault, t.partFailed, " ", h("button", { type: "button", onclick: () => {
        this.#parts.count.focus();
        fault.hidden = true;
        list.draw();
      } }, t.again));
    }
  }

  // What is chosen --------------------------------------------------------------------------

  #typed() {
    clearTimeout(this.#timers.typed);
    this.#timers.typed = setTimeout(() => {
      const q = this.#parts.search.value;
      // The first word is a step to go back over; what follows changes that step.
      this.#choose({ ...this.#state, q }, { step: !this.#state.q });
    }, TYPED);
  }

  /** Take a choice: into the address, and into the list. */
  #choose(state, { step = true } = {}) {
    this.#state = state;
    const url = location.pathname + location.search + writeState(state, this.#index);
    if (step) history.pushState(null, "", url);
    else history.replaceState(history.state, "", url);
    return this.#update();
  }

  /** The address has changed: back, forward, or a link. */
  #read() {
    const state = readState(location.hash, this.#index);
    if (writeState(state, this.#index) === writeState(this.#state, this.#index)) return;
    this.#state = state;
    this.#parts.search.value = state.q;
    this.#update();
  }

  async #update({ spoken = true } = {}) {
    const mine = ++this.#turn;
    const { search, sort, facets, unfold, chips, count, none, take, list, fault, skip } = this.#parts;
    const index = this.#index;
    const state = this.#state;
    try {
      await index.ready(state.q.trim());
    } catch {
      fault.hidden = false;
      fill(fault, t.partFailed, " ", h("button", { type: "button", onclick: () => {
        search.focus();
        fault.hidden = true;
        this.#update();
      } }, t.again));
      return;
    }
    if (mine !== this.#turn || !this.isConnected) return;
    const { numbers, counts } = index.match(state);
    const chosen = choices(state, index);
    sort.value = state.sort;
    facets.update(state, counts);
    unfold.textContent = t.filters(chosen.filter((one) => one.facet !== "q").length);
    this.#drawChips(chips, chosen);
    count.textContent = t.count(numbers.length, index.count);
    fill(none, numbers.length === 0 && this.#offers(chosen));
    none.hidden = numbers.length > 0;
    skip.hidden = numbers.length === 0;
    take.update(numbers);
    list.element.hidden = numbers.length === 0;
    list.show(numbers);
    if (spoken) this.#say(numbers.length ? count.textContent : t.none);
  }

  #drawChips(chips, chosen) {
    const at = [...chips.children].indexOf(document.activeElement);
    chips.hidden = chosen.length === 0;
    const made = chosen.map((one) => {
      const text = one.facet === "q" ? t.text(one.name) : t.chip(one.title, one.name);
      return h("button", {
        type: "button", class: "arc-chip", "data-do": "drop", "aria-label": t.drop(one.title || t.search, one.name),
        onclick: () => this.#drop(one),
      }, text, h("span", { class: "arc-cross", "aria-hidden": "true" }, "×"));
    });
    if (chosen.length > 1) {
      made.push(h("button", { type: "button", "data-do": "clear", onclick: () => {
        this.#parts.search.value = "";
        this.#choose({ ...this.#state, q: "", chosen: new Map() });
      } }, t.clear));
    }
    fill(chips, made);
    // The one in focus may be gone: its neighbour takes the focus, or the heading.
    if (at >= 0) (chips.children[Math.min(at, chips.children.length - 1)] ?? this.#parts.count).focus({ preventScroll: true });
  }

  #drop({ facet, value }) {
    if (facet === "q") this.#parts.search.value = "";
    return this.#choose(without(this.#state, facet, value));
  }

  /** What to do where nothing matches: each thing chosen, and how many there are without it. */
  #offers(chosen) {
    const seen = new Set();
    const offers = [];
    for (const one of chosen) {
      if (seen.has(one.facet)) continue;
      seen.add(one.facet);
      const state = without(this.#state, one.facet);
      const left = this.#index.match(state).numbers.length;
      if (left === 0) continue;
      const names = chosen.filter((other) => other.facet === one.facet).map((other) => other.name).join(", ");
      const what = one.facet === "q" ? t.text(one.name) : t.chip(one.title, names);
      offers.push(h("button", { type: "button", "data-do": "offer", onclick: () => {
        if (one.facet === "q") this.#parts.search.value = "";
        this.#choose(state);
        this.#parts.count.focus();
      } }, t.without(what, left)));
    }
    if (offers.length === 0) {
      offers.push(h("button", { type: "button", "data-do": "offer", onclick: () => {
        this.#parts.search.value = "";
        this.#choose({ ...this.#state, q: "", chosen: new Map() });
        this.#parts.count.focus();
      } }, t.clear));
    }
    return [h("p", {}, t.none), h("div", { class: "arc-chips" }, offers)];
  }

  #say(text) {
    const { live } = this.#parts;
    clearTimeout(this.#timers.speak);
    live.textContent = "";
    this.#timers.speak = setTimeout(() => {
      live.textContent = text;
    }, SPEAK_AFTER);
  }
}

if (!customElements.get("elfern-browse")) customElements.define("elfern-browse", Browse);
