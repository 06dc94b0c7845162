// A session at the table: what is asked of the engine, in what order, and what of its answers is
// kept, spoken and drawn. How it looks is the room's business.

import { answers, ends, slateNow } from "./play-answers.mjs";
import { seed } from "./play-engine.mjs";
import { freshName, gameOf, keepChoices, keepGame, newId, readChoices } from "./play-store.mjs";
import { today } from "./room.mjs";
import { settings } from "./settings.mjs";
import { named } from "./view.mjs";

const PAUSE = 700; // milliseconds between a trick and the computer's next lead
const HINT_LEVEL = "strong";

/** A scene without what only the player knows who looked last: the screen changes hands. */
const inCommon = (scene) => (scene.eye === null ? scene : {
  ...scene, eye: null, hand: [], unseen: [], free: null, log: scene.log.map((one) => ({ ...one, drawn: null, say: [], quiet: [] })),
});

/**
 * The session that is open, or none.
 *
 * `host` is the room: `engine`, `data` of the page, words `t` and their `language`, `urls`,
 * `dataset`, `connected`; `redraw()`, `toTable()` and `showTable()` for the focus, `say(text)`,
 * `message(text)` before a session, `taken()` when what the address asked for is on the table,
 * `failed(error, work)`.
 */
export class PlaySession {
  /** `{id, session, settings: {players, end}, text, scene, changed}`, or `null`. */
  game = null;
  /** `{text, reason}`: what the table has to say apart from the game. */
  note = null;
  /** Whether the browser keeps the game. */
  kept = true;
  #host;
  #covered = false; // two at one screen: the hand lies face down until the screen changed hands
  #advice = null; // {card, text}
  #heard = 0; // how many of the deal's cards have been told
  #unsaid = []; // sentences that wait for the computer's card
  #timer = 0; // of the computer's next card

  constructor(host) {
    this.#host = host;
  }

  /** Put a kept game on the table by its id, or none (`null`); tells whether one lies there. */
  open(id) {
    this.close();
    this.game = id === null ? null : gameOf(id);
    this.#settle();
    return this.game !== null;
  }

  /** Go on where the game stands. */
  resume() {
    if (!this.game) return;
    if (this.game.scene.lang !== this.#host.language) this.translate();
    else this.goOn(this.#standing());
  }

  /** What lies on the table, as a sentence; nothing after the last trick. */
  #standing() {
    return this.game.scene.outcome ? [] : [answers(this.view).table()];
  }

  /** Leave the table: nothing that still runs is waited for. The game stays kept. */
  close() {
    this.#stopTimer();
    this.#host.engine.drop();
    this.game = null;
    this.note = null;
    this.#advice = null;
    this.#unsaid = [];
  }

  /** Another tab changed a game; tells whether it is the one on the table. */
  changedElsewhere(id) {
    if (this.game?.id !== id) return false;
    const game = gameOf(id);
    if (!game || game.text === this.game.text) return true;
    this.#stopTimer();
    this.#host.engine.drop();
    this.game = game;
    this.#settle();
    // The other tab lets its computer answer; here the reader's next act goes on from there.
    this.tell(this.#host.t.stale);
    return true;
  }

  #settle() {
    this.#covered = this.#twoHere;
    this.#heard = this.game?.scene.log.length ?? 0;
  }

  #stopTimer() {
    clearTimeout(this.#timer);
    this.#timer = 0;
  }

  get #twoHere() {
    return Boolean(this.game) && this.game.settings.players.every((player) => player.level === null);
  }

  /** Everything that is drawn comes from here. */
  get view() {
    const { pack } = settings();
    const lang = this.#host.language;
    const { points, seen } = readChoices();
    const covered = this.#covered && this.game.scene.toPlay !== null;
    const scene = covered ? inCommon(this.game.scene) : this.game.scene;
    const text = (words) => named(words, pack, lang);
    // Alone, the reader sits below; two at one screen, whoever has the screen.
    const bottom = this.#twoHere ? (this.#covered ? scene.toPlay ?? 0 : scene.eye ?? 0) : 0;
    return {
      t: this.#host.t, lang, pack, scene, text, bottom, points, seen, covered,
      // What a card brought stays unsaid where honours are not counted aloud.
      told: (one) => (points ? one.say : one.quiet ?? one.say).map(text),
      card: (code) => text(`{${code}}`),
      suit: (code) => text(`{${code}}`),
      advised: this.#advice?.card ?? null,
      urls: this.#host.urls,
    };
  }

  async #ask(op, fields = {}) {
    const { settings: { players, end }, text } = this.game;
    const eye = "eye" in fields ? fields.eye : this.#twoHere ? this.game.scene.eye : 0;
    const { id } = this.game;
    const result = await this.#host.engine.ask(op, { players, end, text, lang: this.#host.language, ...fields, eye });
    // The table was left, or another one taken, while the engine worked.
    return this.game?.id === id ? result : null;
  }

  /** Do one thing at the table; what goes wrong is told with a way to try again. */
  async perform(work) {
    if (this.#host.engine.busy) return;
    try {
      await this.#host.engine.run(work);
    } catch (error) {
      this.#host.failed(error, work);
      return;
    }
    this.#keepGoing();
  }

  /** What had to wait for the work just done: the computer's card, sentences in another language. */
  #keepGoing() {
    if (!this.game || !this.#host.connected) return;
    if (this.game.scene.lang !== this.#host.language) this.translate();
    else if (this.computerToPlay && !this.#timer) this.goOn();
  }

  /** Whether the computer is to play. */
  get computerToPlay() {
    const turn = this.game?.scene.toPlay;
    return turn !== null && turn !== undefined && this.game.settings.players[turn].level !== null;
  }

  /** The engine's sentences in the other language; until they are there the old ones stand. */
  translate() {
    this.perform(async () => {
      const next = await this.#ask("table.show", { eye: this.game.scene.eye });
      if (!next) return;
      this.#take(next);
      this.#host.redraw();
      // After the last trick the focus stays where the language was chosen.
      if (!next.outcome) this.goOn(this.#standing());
    });
  }

  #take(scene) {
    const game = this.game;
    game.scene = scene;
    game.text = scene.text;
    game.changed = Date.now();
    this.kept = keepGame(game);
    this.#advice = null;
    this.note = null;
  }

  /** Begin a session: rules, players and end as they were chosen. */
  start(asked) {
    this.perform(async () => {
      const session = freshName(this.#host.t);
      const { rules, players, end } = asked;
      const eye = players[1].level === null ? null : 0;
      const scene = await this.#host.engine.ask("table.open", { rules, players, end, eye, session, date: today(), seed: seed(), lang: this.#host.language });
      const id = newId();
      this.game = { id, session, settings: { players, end }, text: scene.text, scene, changed: 0 };
      keepChoices({ open: id });
      this.#host.taken();
      this.#begin(scene);
    });
  }

  /** Take up a deal on record at one of its cards, as a session of its own. */
  async #takeUp(text, { only, at, players, forehand, note = () => null }) {
    const session = freshName(this.#host.t);
    const people = players.every((player) => player.level === null);
    const scene = await this.#host.engine.ask("table.from", {
      text, only, at, players, forehand, session, date: today(), eye: people ? null : 0, lang: this.#host.language,
    });
    this.game = { id: newId(), session, settings: { players, end: scene.end }, text: scene.text, scene, changed: 0 };
    keepChoices({ open: this.game.id });
    this.#begin(scene, note(scene));
  }

  /** Try the deal again from one of its cards; this session stays as it is. */
  again(plays) {
    const { scene, text, settings: { players } } = this.game;
    const forehand = scene.players.findIndex((player) => player.seat === "F");
    this.perform(() => this.#takeUp(text, { only: scene.round - 1, at: plays, players, forehand }));
  }

  /** Take up the deal that the address asks for (see `asked`); the reader is to play first. */
  fromRecord({ name, fetch }) {
    const { t, data, language } = this.#host;
    const levels = data.levels[language];
    const level = levels.find((one) => one.id === readChoices().opponent) ?? levels[0];
    const players = [{ name: t.guest, level: null }, { name: t.computer(level.title), level: level.id }];
    this.perform(async () => {
      const found = await fetch();
      if (!found) {
        this.#host.message(t.noRecord(name));
        return;
      }
      const note = (scene) => t.fromRecord(found.id, scene.players[0].seatWord);
      await this.#takeUp(found.text, { only: 0, at: found.at, players, forehand: null, note });
      this.#host.taken();
    });
  }

  /** A deal has been dealt, or is taken up at a card; `note` says where it comes from. */
  #begin(scene, note = null) {
    this.#take(scene);
    this.note = note && { text: note };
    // The cards on record before are not told one by one: they can be looked at.
    this.#heard = scene.log.length;
    this.#covered = this.#twoHere;
    this.#host.redraw();
    this.#host.showTable();
    const opening = scene.trick === 1 ? scene.opening : [];
    this.goOn([note, ...opening.map((one) => this.view.text(one))]);
  }

  /** Play a card of the hand, or say why it may not be played. */
  play(card) {
    const { scene } = this.game;
    const held = scene.hand.find((one) => one.card === card);
    if (this.#host.engine.busy || !held) return;
    const view = this.view;
    if (scene.toPlay !== scene.eye) {
      this.tell(scene.toPlay === null ? view.t.sayNoTurn : view.t.notYourTurn);
      return;
    }
    if (!held.legal) {
      this.note = { text: view.text(held.why.text), reason: held.why };
      this.#host.redraw();
      this.#host.say(this.note.text);
      return;
    }
    this.perform(async () => {
      const next = await this.#covering(await this.#ask("table.play", { card }));
      if (!next) return;
      this.#take(next);
      this.#host.redraw();
      if (this.#covered) this.#host.toTable();
      this.goOn();
    });
  }

  /** Two at one screen: where the other is to play, a scene that shows what both may know. */
  async #covering(next) {
    if (!next || !this.#twoHere || next.toPlay === null || next.toPlay === next.eye) return next;
    const shared = await this.#ask("table.show", { text: next.text, eye: null });
    if (shared) this.#covered = true;
    return shared;
  }

  /** Let the computer answer if it is its turn, then say what happened. */
  goOn(first = []) {
    const { scene } = this.game;
    if (this.computerToPlay) {
      this.#unsaid.push(...first);
      const leads = scene.table === null && scene.log.length > 0;
      const pause = leads ? Number(this.#host.dataset.pause ?? PAUSE) : 0;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#answer(), pause);
      return;
    }
    this.#tellCards(first);
  }

  #answer() {
    this.#timer = 0;
    if (!this.game || !this.#host.connected) return;
    this.perform(async () => {
      const next = await this.#ask("table.answer", { seed: seed() });
      if (!next) return;
      this.#take(next);
      this.#host.redraw();
      this.goOn();
    });
  }

  /** Speak the cards that fell since the last time, and whose turn it is. */
  #tellCards(first) {
    const { scene } = this.game;
    const view = this.view;
    const said = scene.log.slice(this.#heard).flatMap(view.told);
    this.#heard = scene.log.length;
    const rest = scene.outcome
      ? [...scene.outcome.say.map(view.text), ends(view), slateNow(view), scene.overText]
      : [this.#covered ? view.t.handOver(scene.players[scene.toPlay].name) : view.t.yourTurn(scene.players[scene.toPlay].name)];
    this.#host.say([...this.#unsaid, ...first, ...said, ...rest].filter(Boolean).join(" "));
    this.#unsaid = [];
    if (scene.outcome) this.#host.toTable();
  }

  /** Two at one screen: the one who is to play has it now. */
  takeOver() {
    this.perform(async () => {
      const next = await this.#ask("table.show", { eye: this.game.scene.toPlay });
      if (!next) return;
      this.#take(next);
      this.#covered = false;
      this.#host.redraw();
      this.#host.toTable();
      this.#host.say([this.#host.t.yourTurn(next.players[next.toPlay].name), answers(this.view).hand()].join(" "));
    });
  }

  /** Take cards back: to `plays` cards of the deal, or to the last choice of `player`. */
  undo(fields) {
    this.perform(async () => {
      const { scene } = this.game;
      if (scene.plays === 0) {
        this.tell(this.#host.t.nothingToUndo);
        return;
      }
      const next = await this.#covering(await this.#ask("table.undo", { eye: this.#twoHere ? scene.eye : 0, ...fields }));
      if (!next) return;
      this.#take(next);
      this.#heard = next.log.length;
      this.#host.redraw();
      this.#host.toTable();
      this.goOn([this.#host.t.undone(next.plays), ...this.#standing()]);
    });
  }

  /** Give up the deal: the engine says what that means. */
  resign() {
    this.perform(async () => {
      const player = this.#twoHere ? this.game.scene.toPlay : 0;
      const next = await this.#ask("table.resign", { player, seed: seed() });
      if (!next) return;
      this.#take(next);
      this.#covered = false;
      // The cards played for both are not told one by one: they can be looked at.
      this.#heard = next.log.length;
      this.#host.redraw();
      this.#tellCards([this.view.text(next.resigned.say)]);
    });
  }

  /** Take back what the reader can mean by it. */
  undoTurn() {
    const { scene } = this.game;
    // Two at one screen take back card by card; alone, back to the reader's own last choice.
    this.undo(this.#twoHere ? { plays: Math.max(0, scene.plays - 1) } : { player: 0 });
  }

  /** Ask a strong player what it would play, and why. */
  hint() {
    const { scene } = this.game;
    if (this.#covered || scene.toPlay === null || scene.toPlay !== scene.eye) {
      this.tell(this.#host.t.noHint);
      return;
    }
    this.perform(async () => {
      const advice = await this.#ask("table.hint", { level: HINT_LEVEL, seed: seed() });
      if (!advice) return;
      this.#advice = advice;
      const view = this.view;
      this.note = { text: view.t.hinted(view.card(advice.card), view.text(advice.text)) };
      this.#host.redraw();
      this.#host.say(this.note.text);
    });
  }

  /** Deal the next round. */
  nextDeal() {
    this.perform(async () => {
      const next = await this.#ask("table.next", { seed: seed(), date: today(), eye: this.#twoHere ? null : 0 });
      if (next) this.#begin(next);
    });
  }

  /** Show a plain sentence and speak it. */
  tell(text) {
    this.note = { text };
    this.#host.redraw();
    this.#host.say(text);
  }

  /** Answer a short question. */
  inquire = (name) => this.tell(answers(this.view)[name]());
}
