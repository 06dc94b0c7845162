// The account of a step: what happened, why the trick was won, what may not be played and why,
// comments, and the other lines that leave the record here.

import { bestParts, costText } from "./analysis.mjs";
import { fill, h, spoken } from "./dom.mjs";
import { mini } from "./faces.mjs";
import { branchesOf, locate } from "./lines.mjs";

/** Make the account; `act` holds `enter(label)`, `open(index)` and `reveal()`. */
export function makeAccount(act) {
  const said = h("div", { class: "elf-said" });
  const notes = h("div", { class: "elf-notes" });
  const element = h("div", { class: "elf-account" }, said, notes);
  return {
    element,
    update(view) {
      fill(said, saidParts(view));
      fill(notes, refusedParts(view), bestParts(view), commentParts(view, act), lineParts(view, act));
    },
  };
}

/** Sentences of a step as they may be told now, in order. */
export function sentences(view) {
  const { t, step } = view;
  if (view.opening) return [t.beforeSaid(view.nextTrick, view.seat(step.toPlay))];
  const told = step.say.map((each) =>
    each.seat && each.seat === view.hiddenSeat && each.masked ? view.text(each.masked) : view.tell(each.text));
  return told.filter(Boolean);
}

/** The reason for the winner of the trick, or `null`; with hidden cards it may be cut short. */
export function reason(view) {
  const { step } = view;
  if (!step.why || view.opening || step.say.some((each) => each.text === step.why.text)) return null;
  return view.tell(step.why.text) ?? view.t.winsTrick(view.seat(step.winner));
}

/** All that is spoken of a step: what happened, why, and its comments. */
export function announcement(view) {
  const { t, step } = view;
  const comments = view.comments && !view.veiled ? step.comments ?? [] : [];
  // Neither what is long nor what is in another language than the sentence around it.
  const apart = view.writtenLang !== null || comments.some((text) => text.length > 200);
  return [
    ...sentences(view), reason(view), costText(view),
    comments.length > 0 && apart ? t.commentBelow : comments.map((text) => t.commentSaid(text)).join(" "),
  ].filter(Boolean).join(" ");
}

function saidParts(view) {
  const why = reason(view);
  return [
    sentences(view).length > 0 && h("p", {}, sentences(view).join(" ")),
    view.step.why && !view.opening && h("p", { class: "elf-why" }, why ? `${why} ` : null, ruleLink(view.step.why, view)),
    view.step.free && view.step.kind === "lead" && view.step.refused.length === 0 && view.step.toPlay !== view.hiddenSeat
      && h("p", { class: "elf-free" }, `${view.tell(view.step.free.text) ?? ""} `, ruleLink(view.step.free, view)),
  ];
}

/** A link to the page of the rule that decides. */
export function ruleLink(why, view) {
  const { urls, frames, t } = view;
  if (why.kind === "variant") {
    const id = why.section ?? why.variant;
    const title = frames.ruleset.variants?.find((each) => each.id === id)?.title ?? titled(id);
    return link(urls.variant, { variant: id.replace(/\(.*/, "") }, t.variantLink(title));
  }
  // Sections have no titles in other languages.
  return link(urls.section, { game: why.game ?? frames.ruleset.game, section: why.section }, titled(why.section), frames.lang === "en" ? null : "en");
}

function link(template, values, text, lang = null) {
  if (!template) return text;
  const href = template.replace(/\{(\w+)\}/g, (whole, name) =>
    name in values ? encodeURIComponent(values[name]) : whole);
  return h("a", { href, lang }, text);
}

function titled(id) {
  const text = id.replaceAll("-", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function refusedParts(view) {
  const { t, step } = view;
  if (!step.refused?.length || step.toPlay === view.hiddenSeat) return null;
  const groups = new Map();
  const asked = (each) => each.card === view.asked;
  for (const each of step.refused.toSorted((a, b) => asked(b) - asked(a))) {
    // The same rule in the same words, apart from the card: told once for all its cards.
    const key = `${each.kind} ${each.section} ${each.text.replaceAll(`{${each.card}}`, "")}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return h("div", { class: "elf-refused" },
    [...groups.values()].map((group) => h("p", { "data-asked": asked(group[0]) },
      h("b", {}, t.refusedTitle), " ",
      group.map((each) => [h("span", { class: "elf-chip" }, mini(each.card, view.pack), spoken(`${view.card(each.card)}, `))]).flat(),
      " ", h("span", {}, refusal(group, view)), " ", ruleLink(group[0], view))));
}

/** The words for a group of cards: the whole sentence for one, what it shares for several. */
function refusal(group, view) {
  const told = view.tell(group[0].text) ?? "";
  return group.length === 1 ? told : told.replace(/^[^:]*: /, "");
}

function commentParts(view, act) {
  const { t, step } = view;
  const comments = [...(step.comments ?? [])];
  if (step.kind === "start" && view.frames.record.note) comments.unshift(view.frames.record.note);
  const parts = [];
  if (view.comments && comments.length > 0) {
    parts.push(view.veiled && !view.revealed
      ? h("button", { type: "button", class: "elf-button elf-quiet", "data-do": "reveal", onclick: act.reveal }, t.commentHidden)
      : comments.map((text) => h("blockquote", { class: "elf-comment", lang: view.writtenLang }, spoken(`${t.comment}: `, view.frames.lang), text)));
  }
  const next = view.comments && nextComment(view);
  if (next) {
    parts.push(h("button", { type: "button", class: "elf-button elf-quiet", "data-do": "nextComment", onclick: () => act.open(next) }, t.nextComment));
  }
  return parts.flat();
}

function nextComment(view) {
  const at = view.line.steps.findIndex((step, index) => index > view.index && index <= view.high && step.comments?.length > 0);
  return at < 0 ? null : at;
}

function lineParts(view, act) {
  const { t, lines, line } = view;
  if (view.mode === "play") return null;
  const here = branchesOf(lines, line.label).filter((branch) => branch.trick === view.step.trick && view.step.kind !== "end");
  const buttons = here.map((branch) => branchButton(branch, view, act));
  return [
    buttons.length > 0 && h("div", { class: "elf-branches" }, h("p", { class: "elf-small-title" }, t.otherLines), buttons),
    line.label !== "" && h("div", { class: "elf-branches" },
      h("p", {}, t.branchPlace(line.label, line.trick)),
      h("button", { type: "button", class: "elf-button", "data-do": "mainLine", onclick: () => act.enter(line.parent, true) },
        line.parent === "" ? t.backToMain : t.insteadHidden(line.parent))),
  ];
}

/** A button that enters a branch, named by its first card that differs from the line left. */
export function branchButton(branch, view, act) {
  const { t } = view;
  const parent = view.lines.get(branch.parent);
  const own = branch.steps.slice(branch.from);
  const first = own.find((step, i) => step.card !== parent.steps[branch.from + i]?.card) ?? own[0];
  const told = first?.card && !view.veiled ? t.instead(first.trick, view.seat(first.seat), view.card(first.card)) : null;
  const name = `${t.insteadHidden(branch.label)}${told ? `: ${told}` : ""}`;
  return h("button", { type: "button", class: "elf-button elf-branch", "data-branch": branch.label, onclick: () => act.enter(branch.label) }, name);
}

/** The step that a link names, for `enter`: the first card of a branch that differs. */
export function entrance(lines, label) {
  const branch = lines.get(label);
  const parent = lines.get(branch.parent);
  const index = branch.steps.findIndex((step, i) => i >= branch.from && step.card !== parent.steps[i]?.card);
  return index < 0 ? branch.from : index;
}

/** Where a line was left when going back to `label`: the last step both have. */
export function leaving(lines, from, label) {
  const branch = lines.get(from);
  const address = branch.steps[Math.max(0, branch.from - 1)].address;
  return locate(lines, address, label)?.index ?? 0;
}
