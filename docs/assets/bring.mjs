// <elfern-bring>: a reader's own record, checked by the engine in the browser. Nothing that is put
// in here is sent anywhere; all of it is shown as text.

import { fill, h } from "./dom.mjs";
import { makeFindings } from "./bring-findings.mjs";
import { makeHanding } from "./bring-hand.mjs";
import { makeRecordList, nameOf } from "./bring-list.mjs";
import { MOST_SHOWN, keepText, keptText, plain, selectIn } from "./bring-text.mjs";
import { ask as askEngine, warm } from "./engine.mjs";
import { liveReplay } from "./live.mjs";
import { PackError, toBase64, unpack } from "./packing.mjs";
import { BRING as t } from "./room-words.mjs";
import { Room, askLong, button, fragmentParts, makeRoomPanel } from "./room.mjs";

const KEEP_AFTER = 400; // milliseconds after the last key
const LEAST_LIMIT = 20_000; // milliseconds that checking may take
const LIMIT_PER_MIB = 90_000;

/** How long work on a text may take, in milliseconds: phones are slow, and a limit is no test. */
const limit = (text) => LEAST_LIMIT + Math.ceil((text.length / 1024 / 1024) * LIMIT_PER_MIB);
const bytesOf = (text) => new Blob([text]).size;

/** The room for a record of one's own. */
export class ElfernBring extends Room {
  #data = null;
  #field = null;
  #large = null; // a text too large for the text box
  #origin = ""; // where the text comes from, in words
  #before = null; // the text that another took the place of
  #link = null; // the fragment whose text was taken last
  #checked = null; // {text, records, index} of the last check
  #timer = 0;
  #panel = null;
  #list = null;
  #findings = null;
  #handing = null;
  #parts = {};

  draw(data) {
    this.#data = data;
    const say = (text) => this.say(text);
    this.#panel = makeRoomPanel(this, t.failedKeep, () => this.#parts.check, () => this.#update());
    this.#list = makeRecordList(t, { open: (index) => this.#open(index), say });
    this.#findings = makeFindings(t, { select: (place, finding) => this.#select(place, finding), urls: this.urls, data });
    const room = this;
    this.#handing = makeHanding(this, t, {
      get text() {
        return room.#text;
      },
      get checked() {
        return room.#checked;
      },
      panel: this.#panel,
      limit,
    });
    return this.#draw();
  }

  #draw() {
    this.#field = h("textarea", { id: "bring-text", class: "elf-text elf-record-text", rows: "12", spellcheck: "false", autocapitalize: "off",
      autocomplete: "off", dir: "ltr", "aria-describedby": "bring-hint", oninput: () => this.#typed(),
      onkeydown: (event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        this.#check();
      } });
    const file = h("input", { type: "file", class: "elf-file", accept: ".egn,.json,.jsonl,.txt,text/plain,application/json", onchange: () => {
      this.#openFiles([...file.files]);
      file.value = ""; // the same file may be opened again
    } });
    const check = button("check", t.check, () => (this.#panel.busy ? this.#panel.stop() : this.#check()), "elf-main");
    check.addEventListener("pointerenter", warm);
    check.addEventListener("focus", warm);
    const parts = {
      check,
      restore: button("restore", t.restore, () => this.#restore()),
      origin: h("p", { class: "elf-hint elf-origin", hidden: true }),
      big: h("p", { class: "elf-note", hidden: true }),
      message: h("p", { class: "elf-note", hidden: true }),
      working: h("p", { class: "elf-working", hidden: true }),
      stale: h("p", { class: "elf-note", hidden: true }, t.stale),
      summary: h("div", { class: "elf-summary" }),
      head: h("h2", { class: "elf-record-head", hidden: true }),
      valid: h("p", { class: "elf-valid", hidden: true }),
      viewer: h("div", { class: "elf-place-of-viewer" }),
      drop: h("p", { class: "elf-drop", hidden: true, "aria-hidden": "true" }, t.dropHere),
    };
    this.#parts = parts;
    return [
      h("div", { class: "elf-input" },
        h("label", { class: "elf-label", for: "bring-text" }, t.text),
        h("p", { class: "elf-hint", id: "bring-hint" }, `${t.hint} ${t.private}`),
        parts.origin, this.#field, parts.big, parts.drop,
        h("div", { class: "elf-actions" }, check,
          h("label", { class: "elf-button elf-file-button" }, file, h("span", {}, t.open)),
          this.dataset.sample && button("sample", t.sample, () => this.#sample()),
          parts.restore),
        parts.message),
      parts.working, this.#panel.element, parts.summary, parts.stale,
      this.#list.element, parts.head, this.#findings.element, parts.valid, parts.viewer,
      this.#handing.element,
    ];
  }

  arrive(signal) {
    const kept = keptText();
    if (kept) {
      this.#put(kept.text, kept.origin ?? "");
      this.#before = kept.before ?? null;
      this.#link = kept.link ?? null;
    }
    this.#update();
    const fragment = this.dataset.arrival ?? location.hash;
    if (fragment !== this.#link) this.#follow(fragment);
    window.addEventListener("hashchange", () => this.#follow(location.hash), { signal });
    window.addEventListener("pagehide", () => this.#keep(), { signal });
    const files = (event) => event.dataTransfer?.types.includes("Files");
    const over = (on) => {
      this.toggleAttribute("data-over", on);
      this.#parts.drop.hidden = !on;
    };
    this.addEventListener("dragover", (event) => {
      if (!files(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
      over(true);
    }, { signal });
    this.addEventListener("dragleave", (event) => !this.contains(event.relatedTarget) && over(false), { signal });
    this.addEventListener("drop", (event) => {
      over(false);
      if (!files(event)) return;
      event.preventDefault();
      this.#openFiles([...event.dataTransfer.files]);
    }, { signal });
  }

  leave() {
    if (this.#field) this.#keep();
    this.#panel?.drop();
  }

  // The text -------------------------------------------------------------------------------

  get #text() {
    return this.#large ?? this.#field.value;
  }

  #put(text, origin) {
    const whole = plain(text);
    this.#large = whole.length > MOST_SHOWN ? whole : null;
    this.#field.value = this.#large === null ? whole : "";
    this.#field.hidden = this.#large !== null;
    this.#origin = origin;
    const { big } = this.#parts;
    big.hidden = this.#large === null;
    big.textContent = this.#large === null ? "" : t.big(bytesOf(whole));
  }

  /** Put another text in the place of the one there, which can be brought back. */
  #replace(text, origin) {
    const was = this.#text;
    if (was.trim() && was !== plain(text)) this.#before = was;
    this.#put(text, origin);
    this.#changed();
    this.#keep();
  }

  #restore() {
    const was = this.#text;
    this.#put(this.#before ?? "", "");
    this.#before = was.trim() ? was : null;
    this.#changed();
    this.#keep();
    this.say(t.restored);
    (this.#large === null ? this.#field : this.#parts.check).focus();
  }

  #typed() {
    this.#origin = "";
    this.#changed();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#keep(), KEEP_AFTER);
  }

  #changed() {
    this.#note(null);
    this.#handing.changed();
    this.#update();
  }

  #keep() {
    clearTimeout(this.#timer);
    const outlives = keepText({ text: this.#text, origin: this.#origin, before: this.#before, link: this.#link });
    if (!outlives && this.#large !== null) this.#parts.big.textContent = `${t.big(bytesOf(this.#large))} ${t.notKept}`;
  }

  async #openFiles(files) {
    const [file] = files;
    if (!file) return;
    const most = Number(this.dataset.mostBytes);
    if (file.size > most) {
      this.#note(t.tooLarge(file.name, file.size, most));
      return;
    }
    let bytes;
    try {
      bytes = new Uint8Array(await file.arrayBuffer());
    } catch {
      this.#note(t.unreadable(file.name));
      return;
    }
    let text;
    try {
      text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      this.#note(t.notUtf8(file.name, ""));
      await this.#whereNotUtf8(file.name, bytes);
      return;
    }
    this.#replace(text, t.fromFile(file.name, file.size));
    this.#check();
    if (files.length > 1) this.#note(t.oneFile(file.name));
  }

  /** Have the engine say at which byte a file stops being UTF-8; without it the message stands. */
  async #whereNotUtf8(name, bytes) {
    try {
      await askEngine("check", { base64: toBase64(bytes) });
    } catch (error) {
      const { line, column, found } = error.finding ?? {};
      if (line) this.#note(t.notUtf8(name, t.notUtf8At(line, column, found)));
    }
  }

  async #sample() {
    try {
      const response = await fetch(this.dataset.sample);
      if (!response.ok) throw new Error(String(response.status));
      this.#replace(await response.text(), t.fromSample);
    } catch {
      this.#note(t.sampleFailed);
      return;
    }
    this.#check();
  }

  /** Take the text that a link holds; one that does not unfold changes nothing. */
  async #follow(fragment) {
    const letters = fragmentParts(fragment).get("record");
    if (letters === undefined) return;
    let text;
    try {
      text = await unpack(letters);
    } catch (error) {
      if (!(error instanceof PackError)) throw error;
      this.#note(t.linkBad(t.linkErrors[error.code].replace(/\.$/, "")));
      return;
    }
    this.#link = fragment;
    this.#replace(text, t.fromLink);
    this.#check();
  }

  // Checking -------------------------------------------------------------------------------

  #check() {
    if (this.#panel.busy) this.#panel.stop();
    this.#note(null);
    if (!this.#text.trim()) {
      this.#note(t.empty);
      this.#field.focus();
      return;
    }
    this.#panel.run(async (ask) => {
      const text = this.#text;
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
      this.#show(text, told);
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
    this.#update();
  }

  /** The text as a whole cannot be read. */
  #refused(text, finding) {
    this.#checked = { text, records: [], index: -1 };
    this.#findings.show([finding], text, null);
    this.say(`${t.place(finding.line, finding.column)}: ${finding.message}`);
    this.#update();
  }

  #show(text, told) {
    const { records } = told;
    const bad = records.filter((record) => !record.ok).length;
    const warnings = records.reduce((sum, record) => sum + record.warnings, 0);
    const first = records.findIndex((record) => !record.ok);
    this.#checked = { text, records, index: Math.max(0, first) };
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
    const [record] = answer.records;
    const { head, valid, viewer } = this.#parts;
    const name = nameOf(records[index], t);
    head.hidden = records.length < 2;
    head.textContent = t.recordHead(index + 1, name);
    const game = record.frames?.ruleset.game ?? this.#data.games.find((each) => records[index].rules.startsWith(each)) ?? this.#data.games[0];
    this.#findings.show(record.findings, text, game);
    const beginning = record.ok ? null : this.#beginning(record.frames);
    valid.hidden = beginning === null;
    valid.textContent = beginning ?? "";
    fill(viewer, record.frames && liveReplay(this, {
      id: "bring", frames: record.frames, egn: record.egn, open: record.ok ? null : record.frames.steps.at(-1).address,
    }));
    this.#handing.show();
    const [fault] = record.findings.filter(({ severity }) => severity === "error");
    this.say([
      spoken ? this.#parts.summary.querySelector(".elf-verdict").textContent : null,
      records.length > 1 ? t.recordHead(index + 1, name) : null,
      fault ? `${t.place(fault.line, fault.column)}: ${fault.message}` : spoken ? null : t.sound,
      beginning,
    ].filter(Boolean).join(". ").replace(/([.!?])\. /g, "$1 "));
  }

  /** How far a faulty record is valid, in words. */
  #beginning(frames) {
    if (!frames) return t.noDeal;
    if (frames.complete) return t.validAll;
    const last = frames.steps.at(-1);
    const told = { start: t.validDeal, lead: t.validLead(last.trick), reply: t.validUpTo(last.trick) }[last.kind];
    return `${t.beginning} ${told}`;
  }

  /** Select a place in the text and bring it into view there. */
  #select({ start, end }, { line, column }) {
    if (this.#large !== null) return; // the place is shown with the fault
    selectIn(this.#field, { start, end });
    this.say(`${t.selected(line, column)}${this.#checked?.text === this.#text ? "" : ` ${t.movedOn}`}`);
  }

  // Words ----------------------------------------------------------------------------------

  #work(text) {
    const { working } = this.#parts;
    if (text) this.#panel.element.hidden = true;
    working.hidden = !text;
    working.textContent = text ?? "";
    this.toggleAttribute("data-working", Boolean(text));
  }

  #note(text) {
    const { message } = this.#parts;
    message.hidden = !text;
    message.textContent = text ?? "";
    if (text) this.say(text);
  }

  #update() {
    const { check, restore, origin, stale } = this.#parts;
    if (!check) return;
    const changed = this.#checked !== null && this.#checked.text !== this.#text;
    const label = this.#panel.busy ? t.stop : changed ? t.checkAgain : t.check;
    if (check.textContent !== label) check.textContent = label;
    restore.hidden = this.#before === null;
    origin.hidden = !this.#origin;
    origin.textContent = this.#origin;
    stale.hidden = !changed;
  }
}

if (!customElements.get("elfern-bring")) customElements.define("elfern-bring", ElfernBring);
