// Walks through the lines of a record: by card, by trick, by jump, by itself. Holds the reader's
// place and what the reader chose to see of this record.

import { announcement, entrance, leaving } from "./account.mjs";
import { excerpt, linesOf, locate, trickFrom, trickStep } from "./lines.mjs";
import { settings } from "./settings.mjs";

const PACE = { slow: 3500, normal: 1800, fast: 800 }; // milliseconds a step

/** A walk through frames; `viewer` draws and speaks, `options` are `{open, hide, first, last}`. */
export class Walker {
  #viewer;
  #options;
  #timer = 0;
  #sliding = false;

  constructor(viewer, frames, options) {
    this.#viewer = viewer;
    this.#options = options;
    this.frames = frames;
    this.state = {
      lines: linesOf(frames), mode: "record", label: "", index: 0, range: null,
      seen: new Map(), // line → the furthest step the reader has seen
      running: false, // autoplay
      hide: options.hide, // "F", "D", "stock" or null
      part: options.first !== null, // only the tricks that the page asked for
      revealed: null, // the step whose comments are shown although cards are hidden
      asked: null, // the card that the reader asked about
      from: null, // where the last jump started
    };
    this.openingStep();
  }

  get line() {
    return this.state.lines.get(this.state.label);
  }

  get step() {
    return this.line.steps[this.state.index];
  }

  // Places ----------------------------------------------------------------------------------

  #rangeOf(label) {
    const { lines, part, mode } = this.state;
    const line = lines.get(label);
    const { first, last } = this.#options;
    if (!part || mode === "play") return { low: 0, high: line.steps.length - 1 };
    const range = excerpt(line, first, last);
    return label === "" ? range : { low: Math.min(range.low, line.from), high: line.steps.length - 1 };
  }

  /** Take a place without drawing it. */
  place(label, index) {
    const { state } = this;
    state.label = label;
    state.index = Math.max(0, Math.min(index, this.line.steps.length - 1));
    state.range = this.#rangeOf(label);
    if (state.index < state.range.low || state.index > state.range.high) {
      // Asked for a step outside the part shown: the whole record rather than another step.
      state.part = false;
      state.range = this.#rangeOf(label);
    }
    state.seen.set(label, Math.max(state.seen.get(label) ?? 0, state.index));
    state.asked = null;
  }

  /** Take the place at which the page opens the record. */
  openingStep() {
    const wanted = this.#options.open ? locate(this.state.lines, this.#options.open) : null;
    this.place(wanted?.label ?? "", wanted?.index ?? this.#rangeOf("").low);
  }

  /** Take the place of a step given by its address; tells whether there is one. */
  placeAt(address) {
    const found = locate(this.state.lines, address, this.state.label);
    if (found) this.place(found.label, found.index);
    return found !== null;
  }

  // Steps -----------------------------------------------------------------------------------

  /** Show a step of this line; a `jump` can be undone with the return button. */
  go(index, { jump = false, speak = true } = {}) {
    const { state } = this;
    const before = { label: state.label, index: state.index };
    if (jump && before.index !== index) state.from = before;
    this.place(state.label, index);
    this.#viewer.update();
    const back = state.index < before.index && !jump;
    if (speak && !state.running) this.#speak(back ? this.#viewer.t.backTo : null);
  }

  #speak(prefix = null) {
    this.#viewer.say(announcement(this.#viewer.view), prefix);
  }

  /** Walk `by` cards, forward or back; at either end the step is said again. */
  byCard(by) {
    this.stop();
    const { index, range } = this.state;
    if (index + by > range.high) this.#speak(this.#viewer.t.atEnd);
    else if (index + by < range.low) this.#speak(this.#viewer.t.atStart);
    else this.go(index + by);
  }

  /** Walk to the next whole trick (`by` 1) or the one before (`by` −1). */
  byTrick(by) {
    this.stop();
    const { index, range } = this.state;
    if (by > 0 ? index >= range.high : index <= range.low) {
      this.byCard(by);
      return;
    }
    this.go(Math.max(range.low, Math.min(range.high, trickFrom(this.line, index, by))));
  }

  /** Jump to the "first" or the "last" step. */
  toEnd(which) {
    this.stop();
    const { index, range } = this.state;
    const to = which === "last" ? range.high : range.low;
    if (to === index) this.byCard(which === "last" ? 1 : -1);
    else this.go(to, { jump: true });
  }

  /** Jump to a trick given by its number as text; tells whether there is one. */
  toTrick(text) {
    this.stop();
    const { tricks } = this.line;
    const index = /^\d{1,3}$/.test(text) ? trickStep(this.line, Number(text)) : -1;
    if (index < 0) {
      const [low, high] = [tricks[0]?.number ?? 0, tricks.at(-1)?.number ?? 0];
      const { t } = this.#viewer;
      this.#viewer.note(text === "" ? t.jumpEmpty(low, high) : t.jumpBad(text, low, high));
      return false;
    }
    this.#viewer.note(null);
    this.go(index, { jump: true });
    return true;
  }

  /** Follow the slider; one can return to where it was taken hold of. */
  slide(index) {
    this.stop();
    this.go(index, { jump: !this.#sliding });
    this.#sliding = true;
  }

  /** The slider was let go. */
  slid() {
    this.#sliding = false;
  }

  /** Go back to where the last jump started; again, and you are where you were. */
  returnFromJump() {
    this.stop();
    const { state } = this;
    const { from } = state;
    if (!from || !state.lines.has(from.label)) return;
    state.from = { label: state.label, index: state.index };
    this.place(from.label, from.index);
    this.#viewer.update();
    this.#speak();
  }

  /** Enter a branch at its first card of its own, or go `back` to the line that it leaves. */
  enter(label, back = false) {
    this.stop();
    const { state } = this;
    const { t } = this.#viewer;
    const index = back ? leaving(state.lines, state.label, label) : entrance(state.lines, label);
    state.from = { label: state.label, index: state.index };
    this.place(label, index);
    this.#viewer.update();
    this.#speak((text) => `${label === "" ? t.mainLine : t.branch(label)}. ${text}`);
  }

  // What is shown ---------------------------------------------------------------------------

  /** Hide a seat's hand and the stock ("F", "D"), the stock alone ("stock"), or nothing (`null`). */
  hide(what) {
    this.state.hide = what;
    this.#viewer.update();
  }

  /** Show only the tricks that the page asked for, or the whole record. */
  showPart(on) {
    const { state } = this;
    state.part = on;
    const range = this.#rangeOf(state.label);
    this.place(state.label, Math.max(range.low, Math.min(range.high, state.index)));
    this.#viewer.update();
  }

  /** Show the comments of this step although cards are hidden. */
  reveal() {
    this.state.revealed = this.step.address;
    this.#viewer.update();
  }

  /** Mark the card that the reader asked about. */
  askAbout(code) {
    this.state.asked = code;
    this.#viewer.update();
  }

  // Autoplay --------------------------------------------------------------------------------

  /** Start or stop autoplay. */
  toggleAutoplay() {
    const { state } = this;
    if (state.running) {
      this.stop();
      return;
    }
    if (state.index >= state.range.high) this.go(state.range.low, { jump: true, speak: false });
    state.running = true;
    this.#viewer.update();
    this.#viewer.say(this.#viewer.t.autoplayOn);
    this.tick();
  }

  /** Take the next step of autoplay in a while, at the speed chosen now. */
  tick() {
    clearTimeout(this.#timer);
    if (!this.state.running) return;
    this.#timer = setTimeout(() => {
      const { index, range } = this.state;
      if (!this.#viewer.isConnected || document.hidden || !this.#viewer.checkVisibility()) {
        this.stop();
        return;
      }
      this.go(Math.min(index + 1, range.high), { speak: false });
      if (this.state.index >= range.high) this.stop();
      else this.tick();
    }, PACE[settings().speed]);
  }

  /** Stop autoplay, if it runs, and say where it stopped. */
  stop() {
    clearTimeout(this.#timer);
    if (!this.state.running) return;
    this.state.running = false;
    if (!this.#viewer.isConnected) return;
    this.#viewer.update();
    this.#speak();
  }

  // Other frames ----------------------------------------------------------------------------

  /** Take other frames of the same record, at the same step as far as they have it. */
  renew(frames) {
    const { address } = this.step;
    this.frames = frames;
    this.state.lines = linesOf(frames);
    if (!this.placeAt(address)) this.openingStep();
    this.#viewer.update();
  }

  /** Walk through a line that the reader plays, at its last step; gives what is left for it. */
  leaveFor(frames) {
    const { lines, label, index, hide, seen, part, from } = this.state;
    const left = { frames: this.frames, state: { lines, label, index, hide, seen, part, from } };
    this.walkLine(frames);
    return left;
  }

  /** Show the reader's line anew, at its last step. */
  walkLine(frames) {
    this.frames = frames;
    Object.assign(this.state, { lines: linesOf(frames), mode: "play", seen: new Map(), from: null });
    this.place("", Number.MAX_SAFE_INTEGER);
    this.#viewer.update();
  }

  /** Go back to what was left. */
  comeBack({ frames, state }) {
    this.frames = frames;
    Object.assign(this.state, state, { mode: "record" });
    this.place(state.label, state.index);
    this.#viewer.update();
  }
}
