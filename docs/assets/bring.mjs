// <elfern-bring>: a reader's own record, checked by the engine in the browser. Nothing that is put
// in here is sent anywhere; all of it is shown as text.

import { makeFindings } from "./bring-findings.mjs";
import { makeHanding } from "./bring-hand.mjs";
import { bytesOf, makeInput } from "./bring-input.mjs";
import { makeRecordList, nameOf } from "./bring-list.mjs";
import { makePrepare } from "./bring-prepare.mjs";
import { fill, h } from "./dom.mjs";
import { warm } from "./engine.mjs";
import { liveReplay } from "./live.mjs";
import { BRING as t } from "./room-words.mjs";
import { Room, askLong, button, makeRoomPanel, remember, remembered } from "./room.mjs";

const CHECKED = "elfern-bring:checked"; // the text that was checked and the record open
const LEAST_LIMIT = 20_000; // milliseconds that checking may take
const LIMIT_PER_MIB = 90_000;

/** How long work on a text may take, in milliseconds: phones are slow, and a limit is no test. */
const limit = (text) => LEAST_LIMIT + Math.ceil((text.length / 1024 / 1024) * LIMIT_PER_MIB);

/** The room for a record of one's own. */
export class ElfernBring extends Room {
  #data = null;
  #checked = null; // {text, records, index} of the last check
  #panel = null;
  #input = null;
  #list = null;
  #findings = null;
  #handing = null;
  #prepare = null;
  #parts = {};

  draw(data) {
    this.#data = data;
    const check = button("check", t.check, () => (this.#panel.busy ? this.#panel.stop() : this.#check()), "elf-main");
    check.addEventListener("pointerenter", warm);
    check.addEventListener("focus", warm);
    this.#panel = makeRoomPanel(this, t.failedKeep, () => check, () => this.#update());
    this.#input = makeInput(this, t, { check: () => this.#check(), changed: () => this.#changed() }, check);
    this.#list = makeRecordList(t, { open: (index) => this.#open(index), say: (text) => this.say(text) });
    this.#findings = makeFindings(t, { select: (place, finding) => this.#select(place, finding), urls: this.urls, data, errors: this.dataset.errorsUrl });
    const room = this;
    this.#handing = makeHanding(this, t, {
      get text() {
        return room.#input.text;
      },
      get checked() {
        return room.#checked;
      },
      panel: this.#panel,
      limit,
    });
    this.#prepare = makePrepare(this, {
      get checked() {
        return room.#checked;
      },
      panel: this.#panel,
      data,
      limit,
    });
    const parts = {
      check,
      working: h("p", { class: "elf-working", hidden: true }),
      stale: h("p", { class: "elf-note", hidden: true }, t.stale),
      summary: h("div", { class: "elf-summary" }),
      head: h("h2", { class: "elf-record-head", hidden: true }),
      valid: h("p", { class: "elf-valid", hidden: true }),
      viewer: h("div", { class: "elf-place-of-viewer" }),
    };
    this.#parts = parts;
    return [
      this.#input.element, parts.working, this.#panel.element, parts.summary, parts.stale,
      this.#list.element, parts.head, this.#findings.element, parts.valid, parts.viewer, this.#handing.element, this.#prepare.element,
    ];
  }

  arrive(signal) {
    if (this.#input.arrive(signal)) return;
    // After the theme's navigation what was shown is shown again; a reload waits to be asked.
    const before = remembered(CHECKED);
    if (before?.text === this.#input.text) this.#check(before.index);
  }

  leave() {
    this.#input?.keep();
    this.#panel?.drop();
  }

  #changed() {
    this.#handing?.changed();
    this.#update();
  }

  /** Check the text and open its first faulty record, or the one at place `index`. */
  #check(index = null) {
    if (this.#panel.busy) this.#panel.stop();
    this.#input.note(null);
    if (!this.#input.text.trim()) {
      this.#input.note(t.empty);
      this.#input.focus();
      return;
    }
    this.#panel.run(async (ask) => {
      const { text } = this.#input;
      remember(CHECKED, { text, index });
      this.#clear();
      let told;
      try {
        told = await askLong(ask, "check", { text }, limit(text), () => this.#work(t.checking(bytesOf(text))));
      } catch (error) {
        if (!error.finding) throw error;
        this.#refused(text, error.finding);
        return;
      } finally {
        this.#work(null);
      }
      this.#show(text, told, index);
      await this.#openNow(ask, this.#checked.index, { spoken: true });
    });
  }

  #clear() {
    const { summary, head, valid, viewer } = this.#parts;
    this.#checked = null;
    fill(summary);
    fill(viewer);
    head.hidden = true;
    valid.hidden = true;
    this.#list.clear();
    this.#findings.clear();
    this.#handing.clear();
    this.#prepare.clear();
    this.#update();
  }

  /** The text as a whole cannot be read. */
  #refused(text, finding) {
    this.#checked = { text, records: [], index: -1 };
    this.#findings.show([finding], text, null);
    this.say(`${t.place(finding.line, finding.column)}: ${finding.message}`);
    this.#update();
  }

  #show(text, told, index) {
    const { records } = told;
    const bad = records.filter((record) => !record.ok).length;
    const warnings = records.reduce((sum, record) => sum + record.warnings, 0);
    const first = records.findIndex((record) => !record.ok);
    this.#checked = { text, records, index: index ?? Math.max(0, first) };
    fill(this.#parts.summary,
      h("p", { class: bad > 0 ? "elf-verdict elf-faulty" : "elf-verdict elf-sound" },
        h("b", {}, bad > 0 ? t.someFaulty(records.length, bad) : t.allSound(records.length)),
        warnings > 0 && ` ${t.warned(warnings)}`),
      h("p", { class: "elf-hint" }, t.checkedBy(t.forms[told.form], told.engine, told.python)));
    this.#list.show(records);
    this.#update();
  }

  #open(index) {
    if (!this.#checked || this.#panel.busy) return;
    this.#panel.run((ask) => this.#openNow(ask, index));
  }

  async #openNow(ask, index, { spoken = false } = {}) {
    const { text, records } = this.#checked;
    this.#list.mark(index);
    const answer = await askLong(ask, "replay", { text, only: index }, limit(text), () => this.#work(t.opening)).finally(() => this.#work(null));
    if (this.#checked?.text !== text) return;
    this.#checked.index = index;
    remember(CHECKED, { text, index });
    const [record] = answer.records;
    const { head, valid, viewer } = this.#parts;
    const name = nameOf(records[index], t);
    head.hidden = records.length < 2;
    head.textContent = t.recordHead(index + 1, name);
    const game = record.frames?.ruleset.game ?? this.#data.games.find((each) => records[index].rules.startsWith(each)) ?? this.#data.games[0];
    this.#findings.show(record.findings, text, game);
    const beginning = record.ok ? null : beginningOf(record.frames);
    valid.hidden = beginning === null;
    valid.textContent = beginning ?? "";
    fill(viewer, record.frames && liveReplay(this, {
      id: "bring", frames: record.frames, egn: record.egn, open: record.ok ? null : record.frames.steps.at(-1).address,
    }));
    this.#handing.show();
    this.#prepare.show(record.ok ? record.frames.record : null);
    const [fault] = record.findings.filter(({ severity }) => severity === "error");
    this.say([
      spoken ? this.#parts.summary.querySelector(".elf-verdict").textContent : null,
      records.length > 1 ? t.recordHead(index + 1, name) : null,
      fault ? `${t.place(fault.line, fault.column)}: ${fault.message}` : spoken ? null : t.sound,
      beginning,
    ].filter(Boolean).join(". ").replace(/([.!?])\. /g, "$1 "));
  }

  /** Select a place in the text; where that is too large, it is shown with the fault alone. */
  #select(place, { line, column }) {
    if (!this.#input.select(place)) return;
    this.say(`${t.selected(line, column)}${this.#checked?.text === this.#input.text ? "" : ` ${t.movedOn}`}`);
  }

  #work(text) {
    const { working } = this.#parts;
    if (text) this.#panel.element.hidden = true;
    working.hidden = !text;
    working.textContent = text ?? "";
    this.toggleAttribute("data-working", Boolean(text));
  }

  #update() {
    const { check, stale } = this.#parts;
    if (!check) return;
    const changed = this.#checked !== null && this.#checked.text !== this.#input.text;
    const label = this.#panel.busy ? t.stop : changed ? t.checkAgain : t.check;
    if (check.textContent !== label) check.textContent = label;
    stale.hidden = !changed;
  }
}

/** How far a faulty record is valid, in words. */
function beginningOf(frames) {
  if (!frames) return t.noDeal;
  if (frames.complete) return t.validAll;
  const last = frames.steps.at(-1);
  const told = { start: t.validDeal, lead: t.validLead(last.trick), reply: t.validUpTo(last.trick) }[last.kind];
  return `${t.beginning} ${told}`;
}

if (!customElements.get("elfern-bring")) customElements.define("elfern-bring", ElfernBring);
