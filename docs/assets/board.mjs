// What lies on the table: both hands, the stock, the trick, and at the end the slate.

import { attribute, fill, h, refill, reword, spoken } from "./dom.mjs";
import { back, face, suitSign } from "./faces.mjs";
import { slate } from "./slate.mjs";

/** Make the board; `play(code)` is called for a card that the reader plays or asks about. */
export function makeBoard(play) {
  const seats = { D: makeSeat("D"), F: makeSeat("F") };
  const stock = h("div", { class: "elf-stock" });
  const trick = h("div", { class: "elf-trick" });
  const element = h("div", { class: "elf-board" },
    seats.D.element, h("div", { class: "elf-middle" }, stock, trick), seats.F.element);
  return {
    element,
    update(view) {
      for (const seat of ["D", "F"]) updateSeat(seats[seat], seat, view, play);
      attribute(stock.parentElement, "data-turned", view.step.turned !== null);
      fill(stock, stockParts(view));
      fill(trick, trickParts(view));
    },
  };
}

function makeSeat(seat) {
  const name = h("p", { class: "elf-name" });
  const hand = h("ul", { class: "elf-hand elf-plain" });
  return { element: h("div", { class: `elf-seat elf-seat-${seat}` }, name, hand), name, hand };
}

function updateSeat(parts, seat, view, play) {
  const { t, step } = view;
  const cards = step.hands[seat];
  const hidden = view.hiddenSeat === seat;
  const turn = step.toPlay === seat;
  const player = view.player(seat);
  fill(parts.name,
    h("b", {}, view.seat(seat)),
    player && h("span", { class: "elf-player" }, player),
    step.points && h("span", { class: "elf-points" }, view.points(step.points[seat])),
    turn && h("span", { class: "elf-turn" }, t.toPlay));
  attribute(parts.element, "data-turn", turn);
  const label = cards.length === 0 ? t.handEmpty(view.seat(seat))
    : (hidden ? t.handHidden : t.hand)(view.seat(seat), cards.length);
  attribute(parts.hand, "aria-label", label);
  if (hidden && cards.length > 0) {
    // One item for the whole hand: nothing tells the cards apart, so nothing need be said twice.
    fill(parts.hand, cards.map((_, i) => h("li", { class: "elf-slot", "aria-hidden": i > 0 && "true" },
      back(), i === 0 && spoken(t.faceDown(cards.length)))));
    return;
  }
  const barred = new Set(turn ? (step.refused ?? []).map((each) => each.card) : []);
  const fresh = step.drawn?.[seat];
  const playable = view.canPlay && turn;
  const items = refill(parts.hand, cards.map((code) => `${code} ${view.pack} ${playable ? "button" : "card"}`), (key) => {
    const code = key.slice(0, 2);
    const card = playable ? h("button", { type: "button", onclick: () => play(code) }) : h("div");
    card.dataset.card = code;
    card.append(face(code, view.pack), spoken(""));
    return h("li", { class: "elf-slot" }, card);
  });
  cards.forEach((code, at) => {
    updateCard(items[at].firstChild, { barred: barred.has(code), fresh: code === fresh, playable }, view);
  });
}

function updateCard(card, { barred, fresh, playable }, view) {
  const { t } = view;
  const name = view.card(card.dataset.card);
  attribute(card, "class", `elf-card${barred ? " elf-barred" : ""}${fresh ? " elf-fresh" : ""}${playable && !barred ? " elf-lit" : ""}`);
  const does = !playable ? name : barred ? t.mayNot(name) : t.playCard(name);
  if (playable) attribute(card, "aria-disabled", barred && "true");
  reword(card.lastChild, [does, fresh && t.drawnNow, !playable && barred && t.notAllowed].filter(Boolean).join(", "));
}

function stockParts(view) {
  const { t, step, frames } = view;
  const n = step.stock.length;
  const trump = frames.record.trump;
  return [
    h("div", { class: "elf-pile", "data-depth": n === 0 ? 0 : Math.min(3, Math.ceil(n / 7)) },
      step.turned && h("div", { class: "elf-turned" }, face(step.turned, view.pack)),
      n > (step.turned ? 1 : 0) && h("div", { class: "elf-top" }, back())),
    h("p", { class: "elf-caption" }, t.stock(n)),
    step.turned && spoken(t.turned(view.card(step.turned))),
    trump && h("p", { class: "elf-caption elf-trump" }, suitSign(trump, view.pack), t.trump(view.suit(trump))),
  ];
}

function trickParts(view) {
  const { t, step } = view;
  if (step.outcome) return [slate(view)];
  const table = view.opening ? null : step.table;
  if (!table) {
    return [emptyPlace(step.toPlay ? t.leadsNext(view.seat(step.toPlay)) : "")];
  }
  const other = table.leader === "F" ? "D" : "F";
  return [
    played(table.lead, table.leader, t.led(view.seat(table.leader)), step, view),
    table.reply
      ? played(table.reply, other, t.replied(view.seat(other)), step, view)
      : emptyPlace(`${view.seat(other)} ${t.toPlay}`),
  ];
}

function played(code, seat, caption, step, view) {
  const won = step.winner === seat;
  const now = step.card === code;
  return h("div", { class: "elf-play", "data-seat": seat, "data-won": won, "data-now": now },
    h("div", { class: "elf-card" }, face(code, view.pack), spoken(view.card(code))),
    h("p", { class: "elf-caption" },
      won && h("span", { class: "elf-tick", "aria-hidden": "true" }, "✓ "), caption,
      won && h("b", {}, `, ${view.t.wins}`)));
}

function emptyPlace(caption) {
  return h("div", { class: "elf-play elf-empty" },
    h("div", { class: "elf-card" }), h("p", { class: "elf-caption" }, caption));
}
