// The list of tricks: one button a trick. Who won stands there once the reader has seen it; with
// a hand face down the tricks ahead show nothing at all.

import { costLine, costSign } from "./analysis.mjs";
import { attribute, fill, h, spoken } from "./dom.mjs";
import { mini } from "./faces.mjs";

/** Make the list; `open(index)` is called with the step to show. */
export function makeList(open) {
  const title = h("p", { class: "elf-small-title" });
  const list = h("ol", { class: "elf-tricks elf-plain" });
  const element = h("div", { class: "elf-list" }, title, list);
  let built = null;
  let rows = [];
  return {
    element,
    update(view) {
      const shown = view.line.tricks.filter((trick) => trick.lead > view.low && trick.lead <= view.high);
      if (built?.line !== view.line || built.count !== shown.length) {
        rows = shown.map((trick) => makeRow(trick, open));
        built = { line: view.line, count: shown.length };
        fill(list, rows.map((row) => row.element));
        // Down the first column, then down the second, as on a score sheet.
        list.style.setProperty("--elf-rows", String(Math.ceil(shown.length / 2)));
      }
      fill(title, view.t.list, h("span", { class: "elf-short" }, ` ${view.t.listKey(view.seat("F"), view.seat("D"))}`));
      for (const row of rows) updateRow(row, view);
    },
  };
}

function makeRow(trick, open) {
  const button = h("button", { type: "button", class: "elf-row", onclick: () => open(Math.max(trick.lead, trick.reply)) });
  return { element: h("li", {}, button), button, trick };
}

function updateRow({ button, trick }, view) {
  const { t, line } = view;
  const lead = line.steps[trick.lead];
  const reply = trick.reply >= 0 ? line.steps[trick.reply] : null;
  const current = !view.opening && view.step.trick === trick.number && view.step.kind !== "end" && view.step.kind !== "start";
  attribute(button, "aria-current", current && "step");
  const reached = trick.lead <= view.index;
  const replyReached = reply && trick.reply <= view.index;
  const ahead = view.veiled && !reached;
  const content = [h("span", { class: "elf-row-n" }, spoken(`${t.listTrick(trick.number)}. `), h("span", { "aria-hidden": "true" }, String(trick.number)))];
  if (ahead) {
    content.push(h("span", { class: "elf-row-ahead" }, h("span", { "aria-hidden": "true" }, "· · ·"), spoken(t.listAhead)));
  } else {
    content.push(cell(lead, t.listLead(view.seat(lead.seat), view.card(lead.card)), view, reply));
    if (reply && (!view.veiled || replyReached)) {
      content.push(cell(reply, t.listReply(view.seat(reply.seat), view.card(reply.card)), view, reply));
    }
    if (reply && (view.veiled ? replyReached : trick.reply <= view.seen)) content.push(result(reply, view));
    content.push(costLine([lead, reply], view));
  }
  attribute(button, "data-reached", reached);
  fill(button, content);
}

function cell(step, said, view, reply) {
  const shown = reply && (view.veiled ? view.line.steps.indexOf(reply) <= view.index : view.line.steps.indexOf(reply) <= view.seen);
  const won = shown && reply.winner === step.seat;
  const now = view.step === step;
  return h("span", { class: "elf-row-card", "data-won": won, "data-now": now },
    h("span", { class: "elf-row-seat", "aria-hidden": "true" }, seatMark(step.seat, view)),
    mini(step.card, view.pack), costSign(step, view), spoken(`${said}. `));
}

function result(reply, view) {
  return h("span", { class: "elf-row-result" },
    h("span", { "aria-hidden": "true" }, "✓ ", seatMark(reply.winner, view), ` ${reply.trickPoints ?? ""}`),
    spoken(`${view.t.listWon(view.seat(reply.winner), view.points(reply.trickPoints ?? 0))}.`));
}

/** A seat's letter where there is little room, its word where there is more. */
function seatMark(seat, view) {
  return [
    h("span", { class: "elf-short" }, view.t.seatShort[seat]),
    h("span", { class: "elf-long" }, view.seat(seat)),
  ];
}
