// What is chosen in the archive, as the page's address holds it: `#game=elfern&variant=trump,must-win
// &q=king&sort=title`. So a choice can be shared, and the browser's back button takes it back.

/** Read a choice; what the index does not know is left out. */
export function readState(fragment, index) {
  const params = new URLSearchParams(fragment.replace(/^#/, ""));
  const chosen = new Map();
  for (const facet of index.facets) {
    const known = new Set(facet.values.map((value) => value.id));
    const values = (params.get(facet.id) ?? "").split(",").filter((value) => known.has(value));
    if (values.length) chosen.set(facet.id, new Set(values));
  }
  const sort = params.get("sort") ?? "";
  return { q: (params.get("q") ?? "").slice(0, 200), sort: index.orders.includes(sort) ? sort : "", chosen };
}

/** Write a choice, with its `#`; empty if nothing is chosen. */
export function writeState(state, index) {
  const parts = [];
  for (const facet of index.facets) {
    const values = facet.values.filter((value) => state.chosen.get(facet.id)?.has(value.id));
    if (values.length) parts.push(`${facet.id}=${values.map((value) => encodeURIComponent(value.id)).join(",")}`);
  }
  if (state.q.trim()) parts.push(`q=${encodeURIComponent(state.q.trim())}`);
  if (state.sort) parts.push(`sort=${state.sort}`);
  return parts.length ? `#${parts.join("&")}` : "";
}

/** The single things chosen: `[{facet, value, title, name}]`, the words last with facet `q`. */
export function choices(state, index) {
  const found = index.facets.flatMap((facet) => facet.values
    .filter((value) => state.chosen.get(facet.id)?.has(value.id))
    .map((value) => ({ facet: facet.id, value: value.id, title: facet.title, name: value.title })));
  if (state.q.trim()) found.push({ facet: "q", value: "", title: "", name: state.q.trim() });
  return found;
}

/** The same choice with one value taken away, or a whole facet if no value is named. */
export function without(state, facet, value = null) {
  if (facet === "q") return { ...state, q: "" };
  const chosen = new Map(state.chosen);
  const values = new Set(value === null ? [] : chosen.get(facet));
  values.delete(value);
  if (values.size) chosen.set(facet, values);
  else chosen.delete(facet);
  return { ...state, chosen };
}

/** The same choice with one value more. */
export function withValue(state, facet, value) {
  const chosen = new Map(state.chosen);
  chosen.set(facet, new Set([...(chosen.get(facet) ?? []), value]));
  return { ...state, chosen };
}
