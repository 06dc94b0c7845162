// The lesson: a first game in which the reader plays forehand. All that it teaches stands in the
// comments and branches of a record, all that may be played in its frames: nothing is loaded.

import { fill, h } from "./dom.mjs";
import { liveReplay } from "./live.mjs";
import { TABLES as LESSON } from "./lesson-words.mjs";
import { makeWalk, READER, sceneOf } from "./lesson-walk.mjs";
import { makeTable, why } from "./play-board.mjs";
import { keepChoices, readChoices } from "./play-store.mjs";
import { TABLES } from "./play-words.mjs";
import { button, languageChoice, Room, showProse, store, stored } from "./room.mjs";
import { choose } from "./settings.mjs";
import { fileName, saveText } from "./sharing.mjs";
import { slate } from "./slate.mjs";
import { words } from "./strings.mjs";
import { named } from "./view.mjs";

const KEPT = "elfern-lesson";
const PACK = "french"; // the comments name French cards

/** The element. */
export class ElfernLesson extends Room {
  #lessons = null;
  #choice = null; // of the language
  #parts = null;
  #walk = null;
  #turn = 0; // the reader's cards that have been played
  #picked = null; // a legal card other than the record's
  #note = null; // {text, reason}: of a card that may not be played

  draw({ lessons }) {
    this.#lessons = lessons;
    this.#choice = languageChoice((lang) => this.#switch(lang));
    return h("div", { class: "lesson" }, this.#choice.element, h("div"));
  }

  arrive() {
    const turn = stored(KEPT);
    this.#build();
    this.#turn = Number.isInteger(turn) && turn > 0 && turn <= this.#walk.cards ? turn : 0;
    this.#update();
  }

  get #lang() {
    return readChoices().lang;
  }

  /** The words of the table, the reader being spoken to. */
  get #t() {
    const own = LESSON[this.#lang];
    const t = TABLES[this.#lang];
    return { ...t, ...own.atTable, own, hand: (_, n) => own.hand(n), playCard: own.goOn, handEmpty: () => own.hand(0) };
  }

  #build() {
    const t = this.#t;
    const { own } = t;
    this.language = this.#lang;
    showProse(this.#lang);
    this.#choice.update(t, this.#lang);
    this.#walk = makeWalk(this.#lessons[this.#lang].frames);
    const head = h("div", { class: "elf-head" });
    const told = h("div", { class: "lesson-told", role: "region", "aria-label": own.what });
    const other = h("div", { class: "elf-note lesson-other", hidden: true });
    const board = makeTable((card) => this.#play(card));
    const end = h("div", { class: "play-after lesson-end", hidden: true });
    const back = button("back", own.back, () => this.#back());
    const actions = h("div", { class: "elf-actions", role: "group", "aria-label": own.lesson }, back,
      button("restart", own.restart, () => this.#to(0, own.restarted)));
    const element = h("div", { class: "play-table elf", lang: this.#lang, role: "group", "aria-label": own.lesson, tabindex: "-1" },
      head, told, other, board.element, end, h("div", { class: "play-panel" }, actions));
    this.#choice.element.nextSibling.replaceWith(element);
    this.#parts = { head, told, other, board, end, element };
  }

  #switch(lang) {
    keepChoices({ lang });
    choose("lang", lang);
    this.#build();
    this.#update();
  }

  get #over() {
    return this.#turn >= this.#walk.cards;
  }

  get #frames() {
    return this.#lessons[this.#lang].frames;
  }

  #words(text) {
    return named(text, PACK, this.#lang);
  }

  // What the reader does ----------------------------------------------------------------------

  #play(card) {
    if (this.#over) return;
    if (this.#picked !== null) {
      this.#tellOther();
      return;
    }
    const step = this.#walk.steps[this.#walk.stepOf(this.#turn)];
    const refused = step.refused.find((one) => one.card === card);
    if (refused) {
      this.#note = { ...refused, id: refused.section, game: this.#frames.ruleset.game };
      this.#update();
      this.say(this.#words(refused.text));
      return;
    }
    if (!step.legal.includes(card)) return;
    if (card === this.#walk.card(this.#turn)) {
      this.#to(this.#turn + 1);
      return;
    }
    this.#picked = card;
    this.#note = null;
    this.#update();
    this.#tellOther();
  }

  /** Of another card than the record's: what there is to say, and to choose from. */
  #tellOther() {
    this.say(this.#otherText(this.#picked).join(" "));
    this.#parts.other.querySelector("button").focus({ preventScroll: true });
  }

  #to(turn, said = null) {
    this.#turn = turn;
    this.#picked = null;
    this.#note = null;
    store(KEPT, turn);
    this.#update();
    const { own } = this.#t;
    this.say([said, ...this.#story().flat(), this.#over ? null : own.choose].filter(Boolean).join(" "));
    this.#focus();
    this.#showText();
  }

  #back() {
    if (this.#picked !== null) this.#takeBack();
    else if (this.#turn > 0) this.#to(this.#turn - 1, this.#t.own.backTo);
    else this.say(this.#t.own.atStart);
  }

  #takeBack() {
    const card = this.#picked;
    this.#picked = null;
    this.#update();
    this.#focus(card);
    this.say(this.#t.own.takenBack);
  }

  #focus(card = null) {
    const { board, end, element } = this.#parts;
    const next = (card && board.own.querySelector(`[data-card="${card}"]`))
      ?? (this.#over ? end.querySelector("a, button") : board.own.querySelector("button")) ?? element;
    next.focus({ preventScroll: true });
  }

  /** What there is to read comes into view where a small screen had moved past it. */
  #showText() {
    const { told } = this.#parts;
    const { top, bottom } = told.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) told.scrollIntoView({ block: "start" });
  }

  // What there is to say ----------------------------------------------------------------------

  /** What happened since the reader's last card: `[sentences, comments]` step by step. */
  #story() {
    return this.#walk.since(this.#turn).map((step) => [
      [...step.say.map((one) => (one.seat && one.seat !== READER ? one.masked : one.text)), step.why?.text].filter(Boolean).map((one) => this.#words(one)).join(" "),
      step.comments.join(" "),
    ]);
  }

  /** Of a card that may be played and is not the record's: what the record says of it, or of its own. */
  #otherText(card) {
    const { own } = this.#t;
    const branch = this.#walk.branch(this.#turn, card);
    const name = (one) => this.#words(`{${one}}`);
    const ours = this.#walk.card(this.#turn);
    return [own.mayToo(name(card)), branch ? branch.comments.join(" ") : `${own.goesOn(name(ours))} ${this.#walk.reason(this.#turn)}`];
  }

  // Drawing -----------------------------------------------------------------------------------

  #update() {
    const { head, told, other, board, end } = this.#parts;
    const t = this.#t;
    const { own } = t;
    const frames = this.#frames;
    const index = this.#walk.stepOf(this.#turn);
    const names = Object.assign([own.you, own.other], { points: (n) => t.points(n, frames.ruleset.unit) });
    const scene = sceneOf(this.#walk, frames, index, { names, picked: this.#picked });
    const view = {
      t, lang: this.#lang, pack: PACK, scene, text: (words) => this.#words(words), bottom: 0, points: true, seen: false, covered: false, advised: null,
      card: (code) => this.#words(`{${code}}`), suit: (code) => this.#words(`{${code}}`), urls: this.urls,
    };
    const { phase } = this.#walk.steps[index];
    fill(head, h("p", { class: "elf-place" },
      h("span", {}, this.#over ? own.done : own.progress(this.#turn + 1, this.#walk.cards)), !this.#over && h("span", { class: "elf-phase" }, t.phase(phase))));
    fill(told, this.#story().flatMap(([said, comment]) => [
      said && h("p", { class: "lesson-said" }, said), comment && h("p", { class: "lesson-comment" }, comment),
    ]));
    other.hidden = this.#picked === null && !this.#note;
    fill(other, this.#note && why(this.#note, view), this.#picked !== null && this.#otherParts());
    board.update(view);
    board.element.hidden = this.#over;
    end.hidden = !this.#over;
    this.#parts.element.toggleAttribute("data-over", this.#over);
    end.toggleAttribute("data-over", this.#over);
    fill(end, this.#over && this.#endParts());
  }

  #otherParts() {
    const { own } = this.#t;
    const [may, reason] = this.#otherText(this.#picked);
    return [h("p", {}, `${may} ${reason}`), h("div", { class: "elf-actions" },
      button("takeBack", own.takeBack, () => this.#takeBack(), "elf-main"),
      button("goOn", own.goOn(this.#words(`{${this.#walk.card(this.#turn)}}`)), () => this.#to(this.#turn + 1)))];
  }

  #endParts() {
    const { own } = this.#t;
    const t = words(this.#lang);
    const frames = this.#frames;
    const { egn, id } = this.#lessons[this.#lang];
    const step = this.#walk.end;
    const replay = h("div", { class: "play-replay" });
    const view = { t, step, seat: (seat) => frames.seats[seat], points: (n) => t.points(n, frames.ruleset.unit) };
    return [
      h("p", { class: "play-winner" }, step.say.map((one) => this.#words(one.text)).slice(0, 1)),
      slate(view),
      h("div", { class: "elf-actions" },
        h("a", { class: "elf-button elf-main", href: this.dataset.playUrl }, own.play),
        button("look", own.look, () => {
          const viewer = liveReplay(this, { id: "lesson-deal", frames, egn, open: "0" });
          fill(replay, h("h2", {}, own.lookHead), viewer);
          viewer.focus();
        }),
        button("save", own.save, () => saveText(egn, fileName(id)))),
      replay,
    ];
  }
}

if (!customElements.get("elfern-lesson")) customElements.define("elfern-lesson", ElfernLesson);
