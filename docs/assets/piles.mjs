// What lies aside: the counting cards each has taken, the stock where it is open to see, and the
// slate of a session.

import { fill, h, spoken } from "./dom.mjs";
import { mini } from "./faces.mjs";
import { sessionSlate } from "./slate.mjs";

/** Make the piles. */
export function makePiles() {
  const element = h("div", { class: "elf-piles" });
  return {
    element,
    update(view) {
      const { t, step } = view;
      const [dealer, forehand] = ["D", "F"].map((seat) => pile(t.taken(view.seat(seat)), step.taken[seat], view));
      fill(element, dealer, !view.veiled && step.stock.length > 0 && pile(t.stockOrder, step.stock, view), sessionSlate(view), forehand);
    },
  };
}

function pile(title, codes, view) {
  return h("div", { class: "elf-pile-row" },
    h("p", { class: "elf-small-title" }, title),
    codes.length === 0
      ? h("p", { class: "elf-none" }, view.t.nothing)
      : h("ul", { class: "elf-plain elf-minis", "aria-label": title },
        codes.map((code) => h("li", {}, mini(code, view.pack), spoken(view.card(code))))));
}
