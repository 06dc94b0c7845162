// What the engine found at fault in a record: each place a button that selects it in the text.

import { fill, h } from "./dom.mjs";
import { excerpt, placeIn } from "./bring-text.mjs";
import { button, ruleLink } from "./room.mjs";

const SHOWN = 20;

/**
 * Make the two lists, faults and warnings.
 *
 * @param {object} t the words
 * @param {object} act `select(place)` selects in the text; `urls`, `data` as the page has them,
 *   `errors` the address of the page of codes
 */
export function makeFindings(t, { select, urls, data, errors }) {
  const element = h("div", { class: "elf-found" });
  let shown = { error: SHOWN, warning: SHOWN };
  let now = null;

  const draw = () => fill(element, list("error", t.faultsHead), list("warning", t.warningsHead));
  const list = (severity, head) => {
    const all = now.findings.filter((finding) => finding.severity === severity);
    if (all.length === 0) return null;
    const rest = all.length - shown[severity];
    return h("section", { class: `elf-findings-box elf-${severity}` },
      h("h3", {}, `${head} (${all.length.toLocaleString("en")})`),
      h("ol", { class: "elf-plain elf-findings" }, all.slice(0, shown[severity]).map(item)),
      rest > 0 && button("more", t.showMore(Math.min(rest, SHOWN * 5)), () => {
        const was = shown[severity];
        shown = { ...shown, [severity]: was + SHOWN * 5 };
        draw();
        // The button may be gone: go on where it stood.
        element.querySelectorAll(`.elf-${severity} .elf-findings > li`)[was]?.querySelector("button")?.focus();
      }));
  };
  const item = (finding) => {
    const place = placeIn(now.text, finding);
    const quoted = place && excerpt(now.text, place);
    const where = [finding.line ? t.place(finding.line, finding.column) : t.noPlace, finding.trick && t.trick(finding.trick)].filter(Boolean).join(", ");
    return h("li", { class: "elf-finding", "data-code": finding.code },
      place ? button("place", where, () => select(place, finding)) : h("b", {}, where),
      h("p", {}, finding.message),
      (finding.found || finding.expected) && h("p", { class: "elf-hint" },
        [finding.found && t.found(finding.found), finding.expected && t.expected(finding.expected)].filter(Boolean).join(" · ")),
      h("p", { class: "elf-hint" }, finding.section && [rule(finding.section), " · "],
        h("a", { href: `${errors}#${finding.code}` }, t.meaning(finding.code))),
      quoted && h("pre", { class: "elf-excerpt" }, h("code", {}, quoted.before, h("mark", {}, quoted.at), quoted.after)));
  };
  const rule = (id) => {
    if (id in data.variants) return ruleLink({ kind: "variant", id }, t.variantOf(data.variants[id]), urls);
    return ruleLink({ kind: "section", id, game: now.game }, t.ruleOf(data.sections[id] ?? id), urls);
  };

  return {
    element,
    /** Show findings of a text; `game` is the game whose rules the links lead to. */
    show(findings, text, game) {
      now = { findings, text, game };
      shown = { error: SHOWN, warning: SHOWN };
      draw();
    },
    clear() {
      fill(element);
    },
  };
}
