// <elfern-lab>: build a ruleset, see what does not go together and what the rules then say, and
// compare one deal under two rulesets. It knows no rule: the catalogue and every figure come from
// the engine, at build time for the bare games, live for what is chosen.

import { fill, h } from "./dom.mjs";
import { makeChoices } from "./lab-choices.mjs";
import { makeComparison } from "./lab-compare.mjs";
import { makeFigures } from "./lab-figures.mjs";
import { LAB as t } from "./room-words.mjs";
import { Room, button, fragmentParts, makeRoomPanel, store, stored } from "./room.mjs";
import { copyText, offerText } from "./sharing.mjs";
import { words } from "./strings.mjs";

const KEY = "elfern-lab";
const NUMBER = /^\d{1,10}$/;

/** The rule lab. */
export class ElfernLab extends Room {
  #data = null;
  #choices = null;
  #figures = null;
  #compare = null;
  #panel = null;
  #parts = {};
  #known = new Map(); // expression → what the engine said of it
  #link = null; // the fragment that was followed last

  draw(data) {
    this.#data = data;
    for (const described of Object.values(data.described)) this.#known.set(described.expression, described);
    this.#panel = makeRoomPanel(this, t.failedKeep, () => this.querySelector("[data-do=copy]"));
    this.#figures = makeFigures(t, this.urls);
    this.#choices = makeChoices(t, data.catalogue, this.urls, { changed: () => this.#changed(), say: (text) => this.say(text) });
    const lab = this;
    this.#compare = makeComparison(this, t, {
      get expression() {
        return lab.#choices.expression;
      },
      get base() {
        return data.described[lab.#choices.game].title;
      },
      get baseExpression() {
        return lab.#choices.game;
      },
      changed: () => this.#keep(),
      copyLink: (parts, said) => this.#copy(this.#address(parts), said),
    });
    const expression = h("span", { class: "elf-expression" });
    const title = h("p", { class: "elf-lab-title" });
    const message = h("p", { class: "elf-note", hidden: true });
    const offer = h("div", { class: "elf-offer-place" });
    const link = h("a", { class: "elf-link", "data-do": "link" }, t.link);
    const play = h("a", { class: "elf-link", "data-do": "play" }, t.play);
    this.#parts = { expression, title, message, offer, link, play };
    return [
      message,
      h("div", { class: "elf-lab" },
        this.#choices.element,
        h("section", { class: "elf-yours", "aria-labelledby": "lab-yours" },
          h("h2", { id: "lab-yours" }, t.yours),
          title,
          h("p", {}, h("span", { class: "elf-spoken" }, `${t.expression}: `), h("code", {}, expression)),
          h("div", { class: "elf-actions" },
            button("copy", t.copy, () => this.#copy(this.#choices.expression, t.copied)),
            button("copyLink", t.copyLink, () => this.#copy(this.#address({ rules: this.#choices.expression }), t.copiedLink)),
            button("reset", t.reset, () => {
              this.#choices.clear();
              this.#changed();
              this.say(t.wasReset(this.#choices.title));
            }),
            link, this.dataset.playUrl && play,
            h("a", { class: "elf-link", href: "#lab-compare-title" }, t.toCompare)),
          offer, this.#panel.element, this.#figures.element)),
      this.#compare.element,
    ];
  }

  arrive(signal) {
    const kept = stored(KEY);
    this.#choices.restore(kept?.choices);
    this.#compare.restore(kept?.compare);
    this.#link = kept?.link ?? null;
    this.#changed();
    if (!this.#follow(this.dataset.arrival ?? location.hash)) this.#compare.resume();
    window.addEventListener("hashchange", () => this.#follow(location.hash, { again: true }), { signal });
  }

  leave() {
    this.#panel?.drop();
    this.#compare?.leave();
  }

  #keep() {
    store(KEY, { choices: this.#choices.kept(), compare: this.#compare.kept(), link: this.#link });
  }

  /** The address of this page, or of another, with these parts in its fragment. */
  #address(parts, page = "") {
    const fragment = Object.entries(parts)
      .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll("%2B", "+")}`).join("&");
    return new URL(`${page}#${fragment}`, location.href).href;
  }

  #changed() {
    const { expression, title, link, play } = this.#parts;
    expression.textContent = this.#choices.expression;
    title.textContent = this.#choices.title;
    link.setAttribute("href", this.#address({ rules: this.#choices.expression }));
    play.setAttribute("href", this.#address({ rules: this.#choices.expression }, this.dataset.playUrl));
    this.#compare.update();
    this.#keep();
    this.#describe();
  }

  /** Bring the figures up to date; what was chosen last wins. */
  #describe() {
    const known = this.#known.get(this.#choices.expression);
    if (known) {
      this.#figures.update(known);
      if (!this.#panel.busy) this.#panel.element.hidden = true;
      return;
    }
    this.#figures.wait();
    if (!this.#panel.busy) this.#panel.run((ask) => this.#learn(ask));
  }

  /** Ask until the engine has told of what is chosen: the choice may change meanwhile. */
  async #learn(ask) {
    while (!this.#known.has(this.#choices.expression)) await this.#read(ask, this.#choices.expression);
    this.#figures.update(this.#known.get(this.#choices.expression));
  }

  /** Choose what the page's address names, if it names rules and was not followed before; tells
   * whether it does. */
  #follow(fragment, { again = false } = {}) {
    const parts = fragmentParts(fragment);
    if (!parts.has("rules") || (!again && fragment === this.#link)) return false;
    const asked = parts.get("rules");
    if (this.#panel.busy) this.#panel.drop();
    this.#panel.run(async (ask) => {
      const problems = [];
      const described = await this.#read(ask, asked).catch((error) => {
        if (!error.names) throw error;
        problems.push(t.linkBad(asked, error.message), t.linkKept);
        return null;
      });
      this.#link = fragment;
      if (described) {
        this.#choices.take(described);
        this.#changed();
        this.#note(null);
        this.say(t.linkOpened(described.title));
        await this.#followComparison(ask, parts, problems);
      }
      if (problems.length > 0) this.#note(problems.join(" "));
      this.#keep();
      await this.#learn(ask);
    });
    return true;
  }

  async #followComparison(ask, parts, problems) {
    const kept = this.#compare.kept();
    const deal = parts.get("deal");
    const right = parts.get("with");
    if (deal !== undefined && !NUMBER.test(deal)) problems.push(t.linkDeal(deal));
    if (right !== undefined) {
      try {
        const described = await this.#read(ask, right);
        if (described.expression === this.#choices.game) kept.with = "base";
        else Object.assign(kept, { with: "other", other: described.expression });
      } catch (error) {
        if (!error.names) throw error;
        problems.push(t.linkWith(right, error.message));
      }
    }
    if (deal !== undefined && NUMBER.test(deal)) kept.number = deal;
    this.#compare.restore(kept);
    if (problems.length === 0 && (deal !== undefined || right !== undefined)) this.#compare.compare();
  }

  async #read(ask, text) {
    const described = await ask("describe", { expression: text });
    this.#known.set(described.expression, described);
    return described;
  }

  #note(text) {
    const { message } = this.#parts;
    message.hidden = !text;
    message.textContent = text ?? "";
    if (text) this.say(text);
  }

  async #copy(text, said) {
    const { offer } = this.#parts;
    fill(offer);
    const focused = document.activeElement;
    if (await copyText(text, this)) {
      this.say(said);
      this.#note(null);
      this.#flash(focused, said);
      return;
    }
    const offered = offerText(text, words("en"), () => {
      fill(offer);
      focused?.focus();
    });
    fill(offer, offered.element);
    this.say(words("en").copyFailed);
    offered.select();
  }

  /** Show beside a button what it did. */
  #flash(element, text) {
    const row = element?.closest?.(".elf-actions");
    if (!row) return;
    row.querySelector(".elf-done")?.remove();
    row.append(h("span", { class: "elf-done", "aria-hidden": "true" }, text));
  }
}

if (!customElements.get("elfern-lab")) customElements.define("elfern-lab", ElfernLab);
