// The facets of the archive: what records can be chosen by, each value with how many there would be.

import { attribute, h, reword, spoken } from "./dom.mjs";

const OPEN = 3; // facets unfolded at first

/**
 * Make them.
 *
 * @param {object[]} facets as the index gives them
 * @param {object} t words
 * @param {function(string, string, boolean): void} toggle told facet, value and whether it is chosen
 */
export function makeFacets(facets, t, toggle) {
  const shown = facets.filter((facet) => facet.values.length > 1).map((facet, place) => {
    const values = facet.values.map((value) => makeValue(facet, value, t, toggle));
    const chosen = h("span", { class: "arc-chosen" });
    const element = h("details", { class: "arc-facet", "data-facet": facet.id, open: place < OPEN },
      h("summary", {}, facet.title, chosen),
      h("ul", { class: "arc-values", "aria-label": facet.title }, values.map((value) => value.element)));
    return { id: facet.id, element, chosen, values };
  });
  return {
    elements: shown.map((facet) => facet.element),
    update(state, counts) {
      for (const facet of shown) {
        const wanted = state.chosen.get(facet.id);
        facet.chosen.textContent = wanted?.size ? t.chosen(wanted.size) : "";
        if (wanted?.size && !facet.told) facet.element.open = true;
        facet.told = Boolean(wanted?.size);
        facet.values.forEach((value, place) => value.update(Boolean(wanted?.has(value.id)), counts.get(facet.id)[place]));
      }
    },
  };
}

function makeValue(facet, value, t, toggle) {
  const box = h("input", { type: "checkbox", name: facet.id, value: value.id, onchange: () => toggle(facet.id, value.id, box.checked) });
  const number = h("span", { class: "arc-number", "aria-hidden": "true" });
  const said = spoken("");
  const label = h("label", { class: "arc-value" }, box, h("span", { "aria-hidden": "true" }, value.title), number, said);
  return {
    id: value.id,
    element: h("li", {}, label),
    update(chosen, count) {
      box.checked = chosen;
      reword(number, count.toLocaleString("en"));
      reword(said, `${value.title}: ${t.records(count)}`);
      attribute(label, "data-none", count === 0 ? "" : null);
    },
  };
}
