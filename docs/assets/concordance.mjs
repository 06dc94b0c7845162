// The concordance's filters: which sources, which points. The table is there without them; all
// that this does is hide rows and cells of it and say how many are left.

const POINTS = [
  ["all", "All points"],
  ["differs", "Points on which these sources differ"],
  ["ours", "Points on which the reading is partly ours"],
];

function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

class Concordance extends HTMLElement {
  connectedCallback() {
    if (this.querySelector(".src-filters")) return;
    this.rows = [...this.querySelectorAll("tbody > tr")];
    this.cells = [...this.querySelectorAll("[data-source]")];
    // What a row says stands in its text; taken once, before anything is hidden.
    this.texts = new Map(this.rows.map((row) => [row, row.textContent.toLowerCase()]));
    this.prepend(this.filters());
    this.apply();
  }

  sources() {
    const names = new Map();
    for (const cell of this.cells) {
      const name = cell.closest("thead") || cell.localName === "li" ? cell.querySelector("a") : null;
      if (name && !names.has(cell.dataset.source)) names.set(cell.dataset.source, name.textContent);
    }
    return names;
  }

  filters() {
    const change = () => this.apply();
    this.boxes = [...this.sources()].map(([key, name]) => {
      const box = make("input", { type: "checkbox", checked: true, value: key, onchange: change });
      return { box, label: make("label", {}, box, name) };
    });
    const all = make("button", { type: "button", textContent: "All sources" });
    const none = make("button", { type: "button", textContent: "No source" });
    for (const [button, checked] of [[all, true], [none, false]]) {
      button.onclick = () => {
        for (const { box } of this.boxes) box.checked = checked;
        this.apply();
      };
    }
    const group = `${this.id}-points`;
    this.points = POINTS.map(([value, name], index) => {
      const box = make("input", { type: "radio", name: group, value, checked: !index, onchange: change });
      return { box, label: make("label", {}, box, name) };
    });
    this.search = make("input", { type: "search", oninput: change });
    this.told = make("output", {});
    return make(
      "form",
      { className: "src-filters", onsubmit: (event) => event.preventDefault() },
      make("fieldset", {}, make("legend", { textContent: "Points" }), ...this.points.map((one) => one.label)),
      make("fieldset", {}, make("legend", { textContent: "Sources" }), ...this.boxes.map((one) => one.label), all, none),
      make("label", {}, "Find in the table", this.search),
      this.told,
    );
  }

  apply() {
    const chosen = new Set(this.boxes.filter(({ box }) => box.checked).map(({ box }) => box.value));
    const points = this.points.find(({ box }) => box.checked).box.value;
    const wanted = this.search.value.trim().toLowerCase();
    for (const cell of this.cells) cell.hidden = !chosen.has(cell.dataset.source);
    let shown = 0;
    for (const row of this.rows) {
      const differs = () =>
        [...row.querySelectorAll('[data-stance="differs"]')].some((cell) => !cell.hidden);
      const fits =
        points === "all" || (points === "ours" ? row.dataset.ours === "1" : differs());
      row.hidden = !(fits && this.texts.get(row).includes(wanted));
      shown += row.hidden ? 0 : 1;
    }
    this.told.textContent =
      `${shown} of ${this.rows.length} points, ${chosen.size} of ${this.boxes.length} sources`;
  }
}

if (!customElements.get("elfern-concordance")) {
  customElements.define("elfern-concordance", Concordance);
}
