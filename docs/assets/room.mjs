// What the rooms share: an element that draws itself once from the data in the page, one polite
// voice, an end to all its listeners, and the way to the engine for work that may take long.

import { fill, h, liveRegion } from "./dom.mjs";
import { makeEnginePanel } from "./engine-panel.mjs";
import { words } from "./strings.mjs";

const SPEAK_AFTER = 80; // milliseconds

/** An element whose subclass has `draw(data)`, which gives its parts, and `arrive(signal)`. */
export class Room extends HTMLElement {
  #life = null; // aborted when the element leaves the page
  #live = null;
  #timer = 0;
  #unsaid = { room: "", engine: "" };

  /** Language of what it says, `null` for that of the page. */
  language = null;

  connectedCallback() {
    this.#life = new AbortController();
    if (document.readyState === "loading") {
      document.addEventListener("DOMContentLoaded", () => this.#connect(), { signal: this.#life.signal });
    } else {
      this.#connect();
    }
  }

  disconnectedCallback() {
    this.#life?.abort();
    this.#life = null;
    clearTimeout(this.#timer);
    this.leave();
  }

  #connect() {
    if (!this.#live) {
      try {
        const data = JSON.parse(this.querySelector("template.elfern-data").content.textContent);
        this.#live = liveRegion({ class: "elf-spoken", "data-live": true });
        this.append(h("div", { class: "elf-room" }, this.draw(data), this.#live));
        this.dataset.drawn = "";
      } catch (error) {
        // The static part stays and can be read.
        console.error(`${this.localName}:`, error);
        this.#live = null;
        return;
      }
    }
    this.arrive(this.#life.signal);
  }

  /** Where a rule section or a variant stands, seen from this page. */
  get urls() {
    return { section: this.dataset.sectionUrl, variant: this.dataset.variantUrl };
  }

  /** Called when the element leaves the page. */
  leave() {}

  /**
   * Speak a text, politely. What is said in quick succession is said at once: the last of each
   * `voice`, the room's own first.
   */
  say(text, voice = "room") {
    if (!this.#live || !this.isConnected) return;
    clearTimeout(this.#timer);
    this.#unsaid[voice] = text;
    // Emptied first: the same words twice running are spoken twice.
    this.#live.textContent = "";
    this.#timer = setTimeout(() => {
      const words = Object.values(this.#unsaid).filter(Boolean).join(" ");
      fill(this.#live, h("span", { lang: this.language }, words));
      this.#unsaid = { room: "", engine: "" };
    }, SPEAK_AFTER);
  }
}

/** A button that names what it does in `data-do`. */
export function button(name, text, action, kind = "") {
  return h("button", { type: "button", class: `elf-button ${kind}`.trim(), "data-do": name, onclick: action }, text);
}

/**
 * Make the choice of a room's language, which stays while all else is drawn anew, so that it keeps
 * the focus. The rest goes into new elements: what Firefox has told a screen reader of an element's
 * language it does not take back.
 */
export function languageChoice(choose) {
  const select = h("select", { class: "elf-select", "data-choice": "lang", onchange: () => choose(select.value) },
    Object.entries(words("en").langs).map(([lang, name]) => h("option", { value: lang, lang }, name)));
  const label = h("label", { class: "elf-field" }, h("span"), select);
  return {
    element: h("div", { class: "play-lang" }, label),
    update(t, lang) {
      select.value = lang;
      if (label.firstChild.lang !== lang) label.firstChild.replaceWith(h("span", { lang }, t.lang));
    },
  };
}

/** A link to the rule section or variant with this id; plain text where the page knows no address. */
export function ruleLink({ kind, id, game }, text, urls) {
  const template = kind === "variant" ? urls.variant : urls.section;
  if (!template || (kind !== "variant" && !game)) return h("span", {}, text);
  const values = { variant: id, section: id, game };
  const href = template.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? encodeURIComponent(values[name]) : whole));
  return h("a", { href }, text);
}

/** What stands in the page's address after `#`: `a=1&b=2` as a map, values decoded. */
export function fragmentParts(fragment) {
  const parts = new Map();
  for (const part of fragment.replace(/^#/, "").split("&")) {
    const at = part.indexOf("=");
    if (at > 0) parts.set(part.slice(0, at), decoded(part.slice(at + 1)));
  }
  return parts;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray per cent sign: read it as it stands
  }
}

// For the theme's own navigation, which leaves the page's memory as it is: values of any size.
const memory = new Map();

/**
 * Keep a value of this tab over a reload; tells whether there was room for it. What is kept for a
 * reload may be less than what is kept while the page's memory lasts.
 */
export function store(key, value, forReload = value) {
  memory.set(key, value);
  try {
    sessionStorage.setItem(key, JSON.stringify(forReload));
    return true;
  } catch {
    try {
      sessionStorage.removeItem(key); // an older value would be taken for this one
    } catch {
      // Storage is forbidden: only memory keeps it.
    }
    return false;
  }
}

/** Keep a value while the page's memory lasts: over the theme's navigation, not over a reload. */
export function remember(key, value) {
  memory.set(key, value);
}

/** What was remembered or kept under a key in the page's memory; `null` if nothing. */
export function remembered(key) {
  return memory.get(key) ?? null;
}

/** What was kept under a key; `null` if there is nothing, or nothing that can be read. */
export function stored(key) {
  if (memory.has(key)) return memory.get(key);
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * The viewers' engine panel in a room.
 *
 * @param {Room} room
 * @param {string} failedKeep what a failure leaves as it was, in words
 * @param {function(): HTMLElement} home where the focus goes when the button to retry goes away
 * @param {function(): void} changed called when work starts or ends
 */
export function makeRoomPanel(room, failedKeep, home, changed = () => {}) {
  const panel = makeEnginePanel({ ...words("en"), failedKeep }, (text) => room.say(text, "engine"), changed);
  panel.element.addEventListener("click", (event) => {
    if (event.target.closest("[data-do=retry]")) home().focus({ preventScroll: true });
  });
  return panel;
}

/**
 * Ask for something that may take longer than the engine's usual limit: `ask` is what the panel
 * gave. Python is loaded first, told stage by stage; `begun` is called when the work itself starts.
 */
export async function askLong(ask, op, payload, timeout, begun = () => {}) {
  await ask("version", {});
  begun();
  const python = await import("./python.mjs");
  // The page says which runtime it was made with: a tab may be older than that.
  const { runtime } = document.querySelector("[data-runtime]")?.dataset ?? {};
  return python.call(op, payload, { timeout, runtime });
}

/** Show the page's own prose in a language, where it stands in several. */
export function showProse(lang) {
  for (const part of document.querySelectorAll("[data-prose]")) part.hidden = part.dataset.prose !== lang;
}

/** Today as a record writes it: `2026-11-29`, by the reader's clock. */
export function today() {
  const date = new Date();
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((n) => String(n).padStart(2, "0")).join("-");
}
