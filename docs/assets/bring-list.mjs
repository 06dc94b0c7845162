// The records of a text: a list to choose from, a page at a time, however many there are.

import { attribute, fill, h, inert } from "./dom.mjs";
import { button } from "./room.mjs";

const PAGE = 25;

/** Make the list; `open(index)` opens a record, `say` speaks. */
export function makeRecordList(t, { open, say }) {
  let records = [];
  let shown = []; // indices, as filtered
  let page = 0;
  let current = 0;
  const only = h("input", { type: "checkbox", onchange: () => {
    page = 0;
    filter();
    draw();
    say(range());
  } });
  const range = () => {
    if (shown.length === 0) return t.noneFaulty;
    return t.range(page * PAGE + 1, Math.min((page + 1) * PAGE, shown.length), shown.length);
  };
  const last = () => Math.max(0, Math.ceil(shown.length / PAGE) - 1);
  const turn = (to) => {
    if (to === page || to < 0 || to > last()) {
      say(to <= 0 ? t.atFirstPage : t.atLastPage);
      return;
    }
    page = to;
    draw();
    say(range());
  };
  const turns = [
    [button("firstPage", t.firstPage, () => turn(0)), () => page === 0],
    [button("previous", t.previous, () => turn(page - 1)), () => page === 0],
    [button("next", t.next, () => turn(page + 1)), () => page === last()],
    [button("lastPage", t.lastPage, () => turn(last())), () => page === last()],
  ];
  const where = h("span", { class: "elf-range" });
  const list = h("ol", { class: "elf-plain elf-records" });
  const pages = h("div", { class: "elf-actions", role: "group", "aria-label": t.pages }, turns.map(([each]) => each), where);
  const element = h("section", { class: "elf-records-box", hidden: true, "aria-labelledby": "bring-records" },
    h("h2", { id: "bring-records" }, t.records),
    h("label", { class: "elf-check" }, only, h("span", {}, t.onlyFaulty)),
    list, pages);

  const filter = () => {
    shown = records.map((_, index) => index).filter((index) => !only.checked || !records[index].ok);
  };
  const draw = () => {
    fill(list, shown.slice(page * PAGE, (page + 1) * PAGE).map((index) => item(index)));
    where.textContent = range();
    pages.hidden = shown.length <= PAGE;
    for (const [each, atEnd] of turns) inert(each, atEnd());
  };
  const item = (index) => {
    const record = records[index];
    const state = [
      record.ok ? t.sound : t.faults(record.errors),
      record.warnings > 0 && t.warnings(record.warnings),
    ].filter(Boolean).join(", ");
    const about = [
      record.id && record.title ? record.id : null, record.rules,
      record.session && record.round ? t.round(record.session, record.round) : null,
      record.result, record.line ? t.line(record.line) : null,
    ].filter(Boolean).join(" · ");
    return h("li", {}, h("button", {
      type: "button", class: "elf-record", "data-index": index, "data-state": record.ok ? "sound" : "faulty",
      "aria-current": index === current ? "true" : null, onclick: () => open(index),
    },
      h("span", { class: "elf-record-n" }, `${(index + 1).toLocaleString("en")}.`),
      h("span", { class: "elf-record-name" }, nameOf(record, t)),
      h("span", { class: "elf-record-state" }, state),
      h("span", { class: "elf-record-about" }, about)));
  };

  return {
    element,
    /** Show the records of a text that was just checked. */
    show(all) {
      records = all;
      only.checked = false;
      page = 0;
      current = 0;
      element.hidden = all.length < 2;
      filter();
      draw();
    },
    /** Mark a record as the one open, and turn to its page. */
    mark(index) {
      current = index;
      const at = shown.indexOf(index);
      const on = Math.floor(Math.max(0, at) / PAGE);
      if (at >= 0 && on !== page) {
        page = on;
        draw();
      }
      for (const each of list.querySelectorAll("button")) {
        attribute(each, "aria-current", Number(each.dataset.index) === index ? "true" : null);
      }
    },
    clear() {
      records = [];
      element.hidden = true;
      fill(list);
    },
  };
}

/** What to call a record: its title, else its id. */
export function nameOf(record, t) {
  return record.title || record.id || t.nameless;
}
