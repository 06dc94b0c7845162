// The play page: whole sessions against the computer or two at one screen. The engine says who
// deals, what may be played, what happened and when it ends; here its scenes are drawn, spoken and
// kept, each card as it falls, so that a reload or the end of a worker loses nothing.

import { h } from "./dom.mjs";
import { asked } from "./play-asked.mjs";
import { makeDoor } from "./play-door.mjs";
import { makeEngine } from "./play-engine.mjs";
import { makeLook } from "./play-look.mjs";
import { PlaySession } from "./play-session.mjs";
import { makeStatus } from "./play-status.mjs";
import { keepChoices, onGames, readChoices } from "./play-store.mjs";
import { TABLES } from "./play-words.mjs";
import { languageChoice, Room, showProse } from "./room.mjs";
import { choose, onSettings } from "./settings.mjs";
import { saveText } from "./sharing.mjs";

/** The element. */
export class ElfernPlay extends Room {
  #data = null;
  #choice = null; // of the language
  #engine = null;
  #status = null;
  #session = null;
  #look = null; // of the table, while there is a game
  #door = null; // before a session: form and list
  #rules = null; // from a link

  draw(data) {
    this.#data = data;
    this.#choice = languageChoice((lang) => this.#switch({ lang }));
    this.#status = makeStatus();
    this.#engine = makeEngine((state) => this.#engineSays(state));
    this.#session = new PlaySession(this.#host());
    return h("div", { class: "play" }, part(this.#lang), this.#choice.element, part(this.#lang));
  }

  arrive(signal) {
    onSettings(() => this.#settled(), signal);
    onGames((id) => {
      if (!this.#session.changedElsewhere(id) && !this.#session.game) this.#door.list();
    }, signal);
    window.addEventListener("hashchange", () => this.#follow(location.hash), { signal });
    const fragment = this.dataset.arrival ?? location.hash;
    this.dataset.arrival = "";
    if (this.#follow(fragment)) return;
    this.#look = null;
    this.#session.open(readChoices().open);
    this.#draw();
    this.#session.resume();
  }

  leave() {
    this.#session?.close();
  }

  /** Follow what the address asks for: rules from the lab, or a record of the archive. */
  #follow(fragment) {
    const { rules, deal } = asked(fragment, this.dataset.recordsUrl);
    if (!rules && !deal) return false;
    this.#rules = rules;
    this.#toDoor();
    if (deal) this.#session.fromRecord(deal);
    return true;
  }

  get #lang() {
    return readChoices().lang;
  }

  get #t() {
    return TABLES[this.#lang];
  }

  /** The record as it stands on the table; `null` if none does. */
  get record() {
    return this.#session.game?.text ?? null;
  }

  /** What the session may ask of the room. */
  #host() {
    const room = this;
    return {
      engine: this.#engine,
      data: this.#data,
      dataset: this.dataset,
      urls: this.urls,
      get t() {
        return room.#t;
      },
      get language() {
        return room.#lang;
      },
      get connected() {
        return room.isConnected;
      },
      redraw: () => this.#draw(),
      toTable: () => this.#look.focus(),
      showTable: () => this.#look.comeIntoView(),
      say: (text) => this.say(text),
      message: (text) => this.#door.note(text),
      failed: (error, work) => this.#failed(error, work),
      // What the address asked for is on the table: a reload goes on with the game.
      taken: () => {
        this.#rules = null;
        history.replaceState(history.state, "", location.pathname + location.search);
      },
    };
  }

  #toDoor() {
    this.#session.close();
    keepChoices({ open: null });
    this.#draw();
  }

  #open(id) {
    if (!this.#session.open(id)) return;
    keepChoices({ open: id });
    this.#draw();
    this.#look.comeIntoView();
    this.#session.resume();
  }

  #switch(changed) {
    keepChoices(changed);
    if ("lang" in changed) {
      choose("lang", changed.lang); // of the viewers too
      this.#look = null;
      this.#session.note = null;
    }
    this.#draw();
    if ("lang" in changed && this.#session.game) this.#session.translate();
  }

  // Drawing -----------------------------------------------------------------------------------

  #draw() {
    this.language = this.#lang;
    showProse(this.#lang);
    this.#choice.update(this.#t, this.#lang);
    const session = this.#session;
    if (!session.game) {
      this.#look = null;
      this.#door = makeDoor({
        t: this.#t, lang: this.#lang, data: this.#data, labUrl: this.dataset.labUrl, rules: this.#rules,
        start: (asked) => session.start(asked), open: (id) => this.#open(id), save: (text, name) => this.#save(text, name),
        say: (text) => this.say(text), warm: this.#engine.warm,
      });
      // Who does not read this language must not have to look for the other one.
      this.#put([], this.#door.parts(this.#status.element));
      return;
    }
    if (!this.#look) {
      this.#look = makeLook(this, this.#t, this.#acts(), this.#status.element);
      this.#put(this.#look.parts, []);
    }
    this.#look.update(session.view, session.game, { told: session.note, stored: session.kept });
  }

  #acts() {
    const session = this.#session;
    return {
      play: (card) => session.play(card),
      takeOver: () => session.takeOver(),
      undo: () => session.undoTurn(),
      resign: () => session.resign(),
      backTo: (plays) => session.undo({ plays }),
      again: (plays) => session.again(plays),
      hint: () => session.hint(),
      inquire: (name) => session.inquire(name),
      set: (changed) => this.#switch(changed),
      pack: (pack) => choose("pack", pack),
      next: () => session.nextDeal(),
      fresh: () => {
        this.#toDoor();
        this.#door.focus();
      },
      leave: () => {
        this.#toDoor();
        this.#door.focus();
        this.say(this.#t.left);
      },
      save: (text, name) => this.#save(text, name),
      ask: (op, fields) => this.#engine.ask(op, fields),
    };
  }

  /** The pack was changed, here or by a viewer. */
  #settled() {
    if (this.#session.game) this.#draw();
    else this.#door.rename();
  }

  /** What stands before the choice of the language, and what after it. */
  #put(before, after) {
    const { element } = this.#choice;
    element.previousSibling.replaceWith(part(this.#lang, before));
    element.nextSibling.replaceWith(part(this.#lang, after));
  }

  #engineSays(state) {
    if (state === null) {
      this.#status.clear();
      return;
    }
    const { game, computerToPlay } = this.#session;
    this.#status.wait(state, computerToPlay ? game.settings.players[game.scene.toPlay].name : null, this.#t, this.#lang);
  }

  #failed(error, work) {
    if (error?.code === "dropped" || error?.code === "stopped") return;
    const t = this.#t;
    this.say(this.#status.fail(error, this.#session.game ? t.failedKeep : t.setupKeeps, () => {
      this.#status.clear();
      (this.#look ?? this.#door).focus();
      this.#session.perform(work);
    }, t));
  }

  #save(text, name) {
    const file = `${name.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "") || "session"}.egn`;
    saveText(text, file);
    this.say(this.#t.downloaded(file));
  }
}

function part(lang, children = []) {
  return h("div", { class: "play-part", lang, hidden: children.length === 0 }, children);
}

if (!customElements.get("elfern-play")) customElements.define("elfern-play", ElfernPlay);
