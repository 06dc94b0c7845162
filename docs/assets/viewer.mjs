// <elfern-replay>: draws step frames and walks through them.
//
// The element draws itself from the frames embedded in it, before and without Python; the static
// table within it is put aside only once that has worked. A page may hold dozens: one that came
// with the page is drawn when the reader comes near, or asks for it. It knows no rule of the game.

import { announcement } from "./account.mjs";
import "./compare.mjs";
import { fill, h, liveRegion } from "./dom.mjs";
import { linesOf } from "./lines.mjs";
import { makeLook } from "./look.mjs";
import { makePlayOn } from "./play-on.mjs";
import { choose, onSettings, settings } from "./settings.mjs";
import { formatFragment, parseFragment } from "./step-address.mjs";
import { words } from "./strings.mjs";
import { bringIntoView, holdTarget, keepingPlace, unfold } from "./unfold.mjs";
import { viewOf } from "./view.mjs";
import { Walker } from "./walker.mjs";

const FORMAT = "elfern-frames/1";

/** The JSON that the page holds for a viewer: in a template, which the theme leaves as it is. */
const embedded = (viewer, kind) => viewer.querySelector(`template.elfern-${kind}`)?.content.textContent;
const NEAR = "200% 0px"; // two windows above and below the window
const SPEAK_AFTER = 80; // milliseconds: steps in quick succession are spoken once, at the last

/** The viewer of one record. */
export class ElfernReplay extends HTMLElement {
  #life = null; // aborted when the element leaves the page: every listener hangs on it
  #begun = null; // the life in which it has been drawn and listens
  #timers = { speak: 0, scroll: 0 };
  #look = null;
  #live = null; // stays when all else is drawn anew: a voice that has just come is not heard
  #static = null;
  #waiting = null; // aborted when it need not wait longer
  #told = null; // the step last told to whom it may concern
  #translating = false;

  /** The record's step frames, as the page or the engine made them. */
  recordFrames = null;
  /** The record as EGN text, `null` if the page does not hold it. */
  recordText = null;
  /** The reader's walk through them. */
  walk = null;
  /** The lines that the reader plays on. */
  playOn = null;
  /** What takes the deal up at a step, where the page can (`takeUp(step)`). */
  takeUp = null;
  /** The viewer's words, in the language of the frames. */
  t = words("en");

  connectedCallback() {
    this.#life = new AbortController();
    if (document.readyState === "loading") {
      // Made by the parser before its content is there.
      document.addEventListener("DOMContentLoaded", () => this.#connect(), { signal: this.#life.signal });
    } else {
      this.#connect();
    }
  }

  disconnectedCallback() {
    this.#life?.abort();
    this.#life = null;
    this.walk?.stop();
    for (const timer of Object.values(this.#timers)) clearTimeout(timer);
    this.#look?.engine.drop();
  }

  #connect() {
    const { signal } = this.#life;
    window.addEventListener("hashchange", () => this.followLink(), { signal });
    // A click on the link that the address already holds changes nothing there: follow it anyway.
    document.addEventListener("click", (event) => {
      const link = event.target instanceof Element ? event.target.closest("a[href*='#replay-']") : null;
      if (link?.href === location.href && !event.defaultPrevented) this.followLink();
    }, { signal });
    // What a script made is there at once: somebody asked for it.
    if (this.#look || "made" in this.dataset) this.draw();
    else this.#await(signal);
    this.followLink();
  }

  #await(signal) {
    this.#waiting = new AbortController();
    const until = AbortSignal.any([signal, this.#waiting.signal]);
    const near = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && this.draw(), { rootMargin: NEAR });
    near.observe(this);
    until.addEventListener("abort", () => near.disconnect());
    // The keyboard, or a search in the page, may come to the table before the window does.
    this.addEventListener("focusin", () => this.draw() && this.focus({ preventScroll: true }), { signal: until });
  }

  /** Draw it, if that still waits for the reader to come near; tells whether it is drawn. */
  draw() {
    if (!this.#life || this.#begun === this.#life) return this.#look !== null;
    this.#begun = this.#life;
    this.#waiting?.abort();
    return keepingPlace(this, () => this.#draw());
  }

  #draw() {
    if (this.#look) this.#show();
    else if (!this.#make()) return false;
    const { signal } = this.#life;
    onSettings(() => {
      this.update();
      // Where the reader is, at once; elsewhere when the reader comes there.
      if (this.contains(document.activeElement)) this.#translate();
    }, signal);
    for (const coming of ["focusin", "pointerenter"]) this.addEventListener(coming, () => this.#translate(), { signal });
    document.addEventListener("visibilitychange", () => document.hidden && this.walk.stop(), { signal });
    document.addEventListener("fullscreenchange", () => this.update(), { signal });
    this.addEventListener("keydown", (event) => this.#key(event), { signal });
    this.#tellStep();
    return true;
  }

  #make() {
    try {
      const frames = JSON.parse(embedded(this, "frames"));
      if (frames.format !== FORMAT) throw new Error(`unknown frames: ${frames.format}`);
      const text = embedded(this, "record");
      this.recordText = text ? JSON.parse(text) : null;
      this.recordFrames = frames;
      this.t = words(frames.lang);
      const { open, hide, first, last } = this.dataset;
      this.walk = new Walker(this, frames, {
        open: open || null, hide: hide || null,
        first: first ? Number(first) : null, last: last ? Number(last) : Number(first),
      });
      this.#look = makeLook(this);
      this.playOn = makePlayOn(this, this.#look.engine);
      this.#static = this.querySelector(".elfern-static");
      this.#show();
    } catch (error) {
      // The static table stays; say so beside it, for it is all there is.
      console.error(`${this.localName} ${this.id}:`, error);
      this.#look = null;
      const note = document.createElement("p");
      note.className = "elf-broken";
      note.textContent = this.t.broken;
      this.prepend(note);
      return false;
    }
    if (!this.hasAttribute("tabindex")) this.tabIndex = -1;
    this.setAttribute("role", "group");
    this.#name();
    this.#live = liveRegion({ class: "elf-spoken elf-live" });
    this.append(this.#look.element, this.#live);
    this.dataset.drawn = "";
    return true;
  }

  #name() {
    const { lang, record } = this.recordFrames;
    this.setAttribute("aria-label", this.t.replay(record.title));
    this.#look.element.lang = lang;
  }

  /** Speak the language that the reader chose: the engine makes its sentences anew. */
  #translate() {
    const { lang } = settings();
    if (this.#translating || lang === this.recordFrames.lang || this.recordText === null || this.#look.engine.busy) return;
    this.#translating = true;
    this.#look.engine.run(async (ask) => {
      const { records } = await ask("replay", { text: this.recordText, lang });
      const { frames } = records[0];
      if (!frames) throw { code: "empty", message: this.t.nothingBack, retry: false };
      this.#redraw({ ...frames, slate: this.recordFrames.slate });
    }).finally(() => {
      this.#translating = false;
    });
  }

  /** Draw everything anew from frames in another language, at the same step. */
  #redraw(frames) {
    const { activeElement } = document;
    const held = this.contains(activeElement) ? activeElement.dataset : null;
    const settingsOpen = this.querySelector(".elf-choices")?.hidden === false;
    this.walk.stop();
    this.playOn.leave({ speak: false });
    this.recordFrames = frames;
    this.t = words(frames.lang);
    const before = this.#look.element;
    this.#look = makeLook(this);
    this.playOn = makePlayOn(this, this.#look.engine);
    this.#name();
    before.replaceWith(this.#look.element);
    this.walk.renew(frames);
    if (settingsOpen) this.querySelector("[data-do=more]").click();
    const again = held && Object.entries(held).map(([name, value]) => `[data-${name}="${CSS.escape(value)}"]`)[0];
    if (held) (again && this.querySelector(again) || this).focus({ preventScroll: true });
    this.say(this.t.translated);
  }

  /** Show what each card was worth, as the button does. */
  analyse() {
    this.#look?.analyse();
  }

  /** What may be shown now. */
  get view() {
    const { walk, t, dataset } = this;
    const { pack, comments } = settings();
    const urls = { section: dataset.sectionUrl, variant: dataset.variantUrl };
    const view = viewOf(walk.frames, walk.state, { t, pack, comments, urls });
    view.part = dataset.first
      ? { on: walk.state.part, first: Number(dataset.first), last: Number(dataset.last ?? dataset.first) }
      : null;
    // Titles and comments are the record's own words, in its own language.
    const written = /^\[X-Language "([a-z]+)"\]/m.exec(this.recordText ?? "")?.[1] ?? "en";
    view.writtenLang = written === walk.frames.lang ? null : written;
    view.kept = this.playOn?.kept ?? [];
    view.playing = this.playOn?.current ?? null;
    view.analysis = this.#look?.analysis.of(view) ?? null;
    return view;
  }

  /** The lines of the record, by label, whatever is being walked through. */
  get recordLines() {
    return linesOf(this.recordFrames);
  }

  /** Draw the step anew, and tell whom it may concern. */
  update() {
    if (!this.#look) return;
    this.#show();
    this.#tellStep();
  }

  #show() {
    const { view } = this;
    this.#look.update(view);
    // A hidden card must not stand in the table either: it is taken out, and put back when shown.
    if (view.veiled) this.#static?.remove();
    else if (this.#static && !this.#static.isConnected) this.prepend(this.#static);
    this.toggleAttribute("data-veiled", view.veiled);
  }

  #tellStep() {
    const { address } = this.walk.step;
    if (address === this.#told) return;
    const first = this.#told === null;
    this.#told = address;
    this.dispatchEvent(new CustomEvent("elfern-step", { bubbles: true, detail: { address, first } }));
  }

  // Keys and words --------------------------------------------------------------------------

  #key(event) {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    const typing = "select, textarea, input:not([type=range], [type=checkbox]), [contenteditable]";
    if (event.target.matches(typing)) return;
    const { walk } = this;
    const action = {
      ArrowLeft: () => (event.shiftKey ? walk.byTrick(-1) : walk.byCard(-1)),
      ArrowRight: () => (event.shiftKey ? walk.byTrick(1) : walk.byCard(1)),
      Home: () => walk.toEnd("first"),
      End: () => walk.toEnd("last"),
    }[event.key];
    if (!action) return;
    // Neither the page nor the theme is to move as well.
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  /** Speak a text, politely; `prefix` may put it into a longer sentence. */
  say(text, prefix = null) {
    const whole = prefix ? prefix(text) : text;
    clearTimeout(this.#timers.speak);
    // Emptied first: the same words twice running are spoken twice.
    fill(this.#live);
    this.#timers.speak = setTimeout(() => {
      fill(this.#live, h("span", { lang: this.recordFrames.lang }, whole));
    }, SPEAK_AFTER);
  }

  /** Show a plain message and speak it; `null` takes it away. */
  note(text) {
    this.#look.note(text);
    if (text) this.say(text);
  }

  /** Change a choice that all viewers share. */
  choose(name, value) {
    choose(name, value);
    if (name === "speed") this.walk.tick();
  }

  // Links -----------------------------------------------------------------------------------

  /** The link to a step of the record; to the step shown if no address is given. */
  linkTo(address = this.walk.step.address) {
    const hide = (this.playOn.current?.left.state ?? this.walk.state).hide;
    const asMade = (this.dataset.hide || null) === hide;
    return new URL(formatFragment(this.id, address, hide ?? (asMade ? null : "none")), location.href).href;
  }

  /** Open the step that the page's address names, if it names this viewer. */
  followLink() {
    const link = parseFragment(location.hash);
    if (link?.id !== this.id || !this.draw()) return;
    const { walk, t } = this;
    walk.stop();
    this.playOn.leave({ speak: false });
    if (link.hide) walk.state.hide = link.hide === "none" ? null : link.hide;
    const known = link.step === null || walk.placeAt(link.step);
    if (!known) walk.openingStep();
    this.update();
    unfold(this);
    this.note(known ? (link.wellFormed ? null : t.unknownOption(location.hash)) : t.unknownStep(link.step));
    if (known && link.wellFormed) this.say(announcement(this.view));
    clearTimeout(this.#timers.scroll);
    // After the other viewers of the page have drawn themselves and taken their room.
    this.#timers.scroll = setTimeout(() => {
      bringIntoView(this, this.#life.signal);
      this.focus({ preventScroll: true });
    }, 0);
  }

  /** Take frames that the engine made of the record; tells whether they equal those of the page. */
  takeFrames(frames) {
    const same = sameData(frames, this.recordFrames);
    if (!same) {
      this.recordFrames = frames;
      if (this.walk.state.mode === "record") this.walk.renew(frames);
    }
    return same;
  }
}

/** Whether two pieces of JSON data are equal, whatever the order of their keys. */
function sameData(a, b) {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => sameData(a[key], b[key]));
}

if (!customElements.get("elfern-replay")) {
  customElements.define("elfern-replay", ElfernReplay);
  holdTarget();
}
