// Before a session: rules, opponent, names, when it ends. What the rules allow the engine says.

import { h } from "./dom.mjs";
import { choose, settings } from "./settings.mjs";
import { keepChoices, readChoices } from "./play-store.mjs";

const OWN = "*";
const TWO = "two";

/** Make the form. `start(asked)` gets rules, players and end; `fault(text)` what is missing. */
export function makeSetup({ t, data, lang, text, labUrl, rules = null, start, fault, warm }) {
  const kept = readChoices();
  const presets = data.presets[lang];
  const known = new Set(presets.flatMap((group) => group.items.map((item) => item.rules)));
  const asked = rules ?? (kept.rules === OWN ? null : kept.rules);
  const chosen = asked && known.has(asked) ? asked : OWN;
  const own = h("input", { class: "elf-text", type: "text", name: "own", value: asked ?? kept.own, spellcheck: "false", autocapitalize: "off", autocomplete: "off" });
  const titles = { games: t.presets.games, sources: t.presets.sources };
  const select = h("select", { class: "elf-select", name: "rules" },
    presets.map((group) => h("optgroup", { label: titles[group.group] ?? t.presets.variants(group.title) },
      group.items.map((item) => h("option", { value: item.rules, "data-title": item.title }, text(item.title))))),
    h("optgroup", { label: t.presets.own }, h("option", { value: OWN }, t.ownRules)));
  select.value = chosen;
  // The link stands beside the label, not in it: a label with a link in it would take its clicks.
  const ownField = h("div", { class: "elf-field" }, field(t.expression, own),
    h("p", { class: "elf-hint" }, `${t.expressionHint} `, labUrl && h("a", { href: labUrl }, t.lab)));

  const opponent = h("select", { class: "elf-select", name: "opponent" },
    data.levels[lang].map((level) => h("option", { value: level.id }, t.level(level.title))),
    h("option", { value: TWO }, t.twoHere));
  opponent.value = kept.opponent;
  if (opponent.selectedIndex < 0) opponent.value = data.levels[lang][0].id;
  const names = [0, 1].map((at) => h("input", {
    class: "elf-text", type: "text", name: `name${at}`, maxlength: "40", autocomplete: "off",
    value: kept.names[at], placeholder: at ? t.secondGuest : t.guest,
  }));
  const otherField = field(t.otherName, names[1]);

  const ends = h("select", { class: "elf-select", name: "end" },
    h("option", { value: "deals" }, t.afterDeals), h("option", { value: "target" }, t.atTarget));
  ends.value = kept.end;
  const number = h("input", { class: "elf-text", type: "text", name: "number", inputmode: "numeric", autocomplete: "off" });
  number.value = kept[kept.end];
  const pack = h("select", { class: "elf-select", name: "pack" }, ["french", "german"].map((name) => h("option", { value: name }, t.packs[name])));
  pack.value = settings().pack;

  const show = () => {
    ownField.hidden = select.value !== OWN;
    otherField.hidden = opponent.value !== TWO;
  };
  const form = h("form", {
    class: "play-setup", "aria-label": t.setup, novalidate: true,
    onchange: (event) => {
      if (event.target === ends) number.value = readChoices()[ends.value];
      if (event.target === pack) choose("pack", pack.value);
      show();
    },
    onsubmit: (event) => {
      event.preventDefault();
      submit();
    },
  },
    h("h2", {}, t.setup),
    h("div", { class: "elf-actions" },
      h("button", { type: "submit", class: "elf-button elf-main", "data-do": "start", onpointerenter: warm, onfocus: warm }, t.startNow)),
    h("div", { class: "play-fields" },
      field(t.rules, select), ownField, field(t.opponent, opponent), field(t.yourName, names[0]), otherField,
      field(t.ends, ends), field(t.number, number), field(t.faces, pack)));

  function submit() {
    const count = Number(number.value.trim());
    if (!/^\d{1,4}$/.test(number.value.trim()) || count < 1) {
      number.focus();
      fault(t.badNumber(number.value));
      return;
    }
    const expression = select.value === OWN ? own.value.trim() : select.value;
    const two = opponent.value === TWO;
    const level = data.levels[lang].find((one) => one.id === opponent.value);
    keepChoices({
      rules: select.value, own: own.value.trim(), opponent: opponent.value, end: ends.value,
      [ends.value]: number.value.trim(), names: names.map((name) => name.value.trim()),
    });
    start({
      rules: expression,
      players: [
        { name: names[0].value.trim() || t.guest, level: null },
        two ? { name: names[1].value.trim() || t.secondGuest, level: null } : { name: t.computer(level.title), level: level.id },
      ],
      end: { [ends.value]: count },
    });
  }

  show();
  return {
    element: form,
    focus: () => form.querySelector("[data-do=start]").focus(),
    /** Name suits as the other pack does; what was filled in stays. */
    rename(words) {
      pack.value = settings().pack;
      for (const option of select.querySelectorAll("[data-title]")) option.textContent = words(option.dataset.title);
    },
  };
}

function field(label, control) {
  return h("label", { class: "elf-field" }, h("span", {}, label), control);
}
