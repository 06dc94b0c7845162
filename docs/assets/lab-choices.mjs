// The switches of the rule lab: a game, and of each kind of variant at most one. What does not go
// together comes from the engine's catalogue, with its sentence; here it is only shown.

import { attribute, fill, h } from "./dom.mjs";
import { NAMES } from "./names.mjs";
import { ruleLink } from "./room.mjs";
import { settings } from "./settings.mjs";

/**
 * Make the switches.
 *
 * @param {object} t the words
 * @param {object} catalogue as the engine gives it
 * @param {{section: string, variant: string}} urls
 * @param {{changed: function(): void, say: function(string): void}} act
 */
export function makeChoices(t, catalogue, urls, { changed, say }) {
  const variants = new Map(catalogue.variants.map((variant) => [variant.id, variant]));
  const order = [...variants.keys()];
  let game = catalogue.games[0].id;
  // For each game what is chosen, variant → argument: going to the other game and back loses nothing.
  const chosenIn = new Map(catalogue.games.map(({ id }) => [id, new Map()]));
  const chosen = () => chosenIn.get(game);
  const titleOf = (id) => catalogue.games.find((each) => each.id === id).title;

  const games = h("fieldset", { class: "elf-kind elf-games" }, h("legend", {}, t.game),
    catalogue.games.map(({ id, title }) => h("label", { class: "elf-radio" },
      h("input", { type: "radio", name: "lab-game", value: id, onchange: () => turnTo(id) }), h("span", {}, title))));
  const kinds = h("div", { class: "elf-kinds" });
  let options = [];

  const reasons = (variant) => [...chosen().keys()]
    .filter((id) => variants.get(id).kind !== variant.kind && variant.conflicts[id])
    .map((id) => `${variant.conflicts[id]}.`);

  const mark = () => {
    for (const input of games.querySelectorAll("input")) input.checked = input.value === game;
    for (const option of options) option.update();
  };
  const done = () => {
    mark();
    changed();
    say(t.now(choices.title));
  };
  const turnTo = (id) => {
    if (id === game) return;
    game = id;
    draw();
    done();
  };
  const choose = (kind, variant, argument) => {
    for (const id of chosen().keys()) {
      if (variants.get(id).kind === kind) chosen().delete(id);
    }
    if (variant) chosen().set(variant.id, argument);
    done();
  };
  /** Tell why a variant cannot be added now; false if it can. */
  const refused = (variant) => {
    const why = reasons(variant);
    if (why.length === 0 || chosen().has(variant.id)) return false;
    say(t.notNow(variant.title, why.join(" ")));
    return true;
  };

  const standardOption = (kind) => {
    const input = h("input", { type: "radio", name: `lab-${kind.id}`, value: "", "aria-describedby": `lab-standard-${kind.id}`,
      onchange: () => choose(kind.id, null) });
    options.push({
      update() {
        input.checked = ![...chosen().keys()].some((id) => variants.get(id).kind === kind.id);
      },
    });
    return h("div", { class: "elf-option" },
      h("label", { class: "elf-radio" }, input, h("span", {}, t.standard(titleOf(game)))),
      h("p", { class: "elf-about", id: `lab-standard-${kind.id}` }, kind.standard[game]));
  };

  const variantOption = (kind, variant) => {
    const about = `lab-about-${variant.id}`;
    const conflict = h("p", { class: "elf-conflict", id: `lab-why-${variant.id}`, hidden: true });
    const select = variant.parameters.length > 0 && h("select", { class: "elf-select", "data-parameter": variant.id, onchange: () => {
      if (refused(variant)) select.value = chosen().get(variant.id) ?? variant.parameters.at(-1);
      else choose(kind.id, variant, select.value);
    } }, variant.parameters.map((value) => h("option", { value }, nameOf(value, variant.parameter))));
    if (select) select.value = variant.parameters.at(-1);
    const input = h("input", { type: "radio", name: `lab-${kind.id}`, value: variant.id, "aria-describedby": `${about} lab-why-${variant.id}`,
      // Refused at the click, which a key makes too: what was chosen before stays chosen.
      onclick: (event) => refused(variant) && event.preventDefault(),
      onchange: () => choose(kind.id, variant, select ? select.value : "") });
    const element = h("div", { class: "elf-option", "data-variant": variant.id },
      h("div", { class: "elf-option-head" },
        h("label", { class: "elf-radio" }, input, h("span", {}, variant.title)),
        select && h("label", { class: "elf-parameter" }, h("span", {}, t.parameter[variant.parameter]), select)),
      h("p", { class: "elf-about", id: about }, `${variant.summary} ${t.saidBy(variant.saidBy)}`),
      h("p", { class: "elf-more" }, ruleLink({ kind: "variant", id: variant.id }, t.more(variant.title), urls)),
      conflict);
    options.push({
      update() {
        const argument = chosen().get(variant.id);
        input.checked = argument !== undefined;
        if (select && argument) select.value = argument;
        const why = input.checked ? [] : reasons(variant);
        attribute(input, "aria-disabled", why.length > 0 ? "true" : null);
        element.toggleAttribute("data-refused", why.length > 0);
        conflict.hidden = why.length === 0;
        conflict.textContent = why.length > 0 ? t.conflict(why.join(" ")) : "";
      },
    });
    return element;
  };

  const draw = () => {
    options = [];
    fill(kinds, catalogue.kinds.map((kind) => {
      const here = catalogue.variants.filter((variant) => variant.kind === kind.id && variant.games.includes(game));
      return here.length > 0 && h("fieldset", { class: "elf-kind", "data-kind": kind.id }, h("legend", {}, kind.title),
        standardOption(kind), here.map((variant) => variantOption(kind, variant)));
    }));
  };

  const choices = {
    element: h("div", { class: "elf-choices-form" }, games, kinds),
    get game() {
      return game;
    },
    /** The expression of what is chosen. */
    get expression() {
      const parts = order.filter((id) => chosen().has(id)).map((id) => (chosen().get(id) ? `${id}(${chosen().get(id)})` : id));
      return [game, ...parts].join("+");
    },
    /** What is chosen, in words. */
    get title() {
      const titles = order.filter((id) => chosen().has(id)).map((id) => variants.get(id).title);
      return titles.length > 0 ? `${titleOf(game)}: ${titles.join(", ")}` : titleOf(game);
    },
    /** Choose what the engine read from an expression. */
    take(described) {
      game = described.game;
      chosenIn.set(game, new Map(described.choices.map(({ id, argument }) => [id, argument])));
      draw();
      mark();
    },
    /** Choose nothing. */
    clear() {
      chosen().clear();
      mark();
    },
    /** What is chosen in each game, to be kept; `restore` takes it back, as far as it is known. */
    kept: () => ({ game, chosen: Object.fromEntries([...chosenIn].map(([id, map]) => [id, [...map]])) }),
    restore(kept) {
      if (!chosenIn.has(kept?.game)) return;
      game = kept.game;
      for (const [id, pairs] of Object.entries(kept.chosen ?? {})) {
        if (!chosenIn.has(id) || !Array.isArray(pairs)) continue;
        chosenIn.set(id, new Map(pairs.filter(([name, argument]) => {
          const variant = variants.get(name);
          return variant?.games.includes(id) && (variant.parameters.length > 0 ? variant.parameters.includes(argument) : argument === "");
        })));
      }
      draw();
      mark();
    },
  };
  draw();
  mark();
  return choices;
}

/** A parameter in words: the suit of a letter; a number as it stands. */
function nameOf(value, parameter) {
  return parameter === "S" ? NAMES[settings().pack].en.suits[value] : value;
}
