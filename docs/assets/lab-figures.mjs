// What a ruleset says, point by point, each with a link to what decides it.

import { fill, h } from "./dom.mjs";
import { ruleLink } from "./room.mjs";

/** Make the table; `update(described)` fills it, `wait()` marks it as not yet up to date. */
export function makeFigures(t, urls) {
  const body = h("tbody", {});
  const note = h("p", { class: "elf-stale", hidden: true }, t.stale);
  const table = h("table", { class: "elf-figures" },
    h("caption", {}, t.figures),
    h("thead", { class: "elf-spoken" }, h("tr", {}, h("th", { scope: "col" }, t.point), h("th", { scope: "col" }, t.rule))),
    body);
  return {
    element: h("div", { class: "elf-figures-box" }, note, table),
    wait() {
      note.hidden = false;
      table.dataset.stale = "";
    },
    update(described) {
      note.hidden = true;
      delete table.dataset.stale;
      fill(body, described.points.map((point) => h("tr", { "data-point": point.name, "data-by": point.kind },
        h("th", { scope: "row" }, point.title),
        h("td", {}, `${point.text} `,
          h("span", { class: "elf-by" }, ruleLink({ kind: point.kind, id: point.id, game: described.game },
            point.kind === "variant" ? t.byVariant(point.by) : point.by, urls))))));
    },
  };
}
