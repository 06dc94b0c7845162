// What lies on the table while a session is played: drawn from the engine's scene and from nothing
// else. What a player has not seen stands nowhere in a scene.

import { attribute, fill, h, refill, reword, spoken } from "./dom.mjs";
import { back, face, mini, suitSign } from "./faces.mjs";
import { ruleLink } from "./room.mjs";
import { sessionSlate } from "./slate.mjs";

/** Make the board; `play(card)` is called for a card that the player plays or asks about. */
export function makeTable(play) {
  const other = makeHand("across");
  const own = makeHand("own");
  const stock = h("div", { class: "elf-stock" });
  const trick = h("div", { class: "elf-trick" });
  const middle = h("div", { class: "elf-middle" }, stock, trick);
  const element = h("div", { class: "elf-board" }, other.element, middle, own.element);
  return {
    element,
    own: own.list,
    update(view) {
      const { bottom } = view;
      // What lay on the table has been taken; the result stands in its place.
      element.hidden = Boolean(view.scene.outcome);
      drawHand(other, 1 - bottom, view, play);
      drawHand(own, bottom, view, play);
      attribute(middle, "data-turned", view.scene.turned !== null);
      fill(stock, stockParts(view));
      fill(trick, trickParts(view));
    },
  };
}

function makeHand(kind) {
  const name = h("p", { class: "elf-name" });
  const list = h("ul", { class: "elf-hand elf-plain" });
  // `left`: where the card lay that had the focus and was played.
  return { element: h("div", { class: `elf-seat play-${kind}` }, name, list), name, list, left: -1 };
}

function drawHand(parts, player, view, play) {
  const { t, scene } = view;
  const who = scene.players[player];
  const open = scene.eye === player && !view.covered;
  fill(parts.name,
    h("b", {}, who.name), h("span", { class: "elf-player" }, who.seatWord),
    view.points && h("span", { class: "elf-points" }, who.pointsText),
    scene.toPlay === player && h("span", { class: "elf-turn" }, t.toPlay));
  attribute(parts.element, "data-turn", scene.toPlay === player);
  const label = who.cards === 0 ? t.handEmpty(who.name) : (open ? t.hand : t.handHidden)(who.name, who.cards);
  attribute(parts.list, "aria-label", label);
  if (!open) {
    parts.left = -1;
    // One item for the whole hand: nothing tells the cards apart, so nothing need be said twice.
    fill(parts.list, Array.from({ length: who.cards }, (_, i) => h("li", { class: "elf-slot", "aria-hidden": i > 0 && "true" },
      back(), i === 0 && spoken(label))));
    return;
  }
  const focused = parts.list.contains(document.activeElement) ? document.activeElement : null;
  if (focused) parts.left = [...parts.list.children].indexOf(focused.parentElement);
  const items = refill(parts.list, scene.hand.map(({ card }) => `${card} ${view.pack}`), (key) => {
    const card = key.slice(0, 2);
    return h("li", { class: "elf-slot" },
      h("button", { type: "button", "data-card": card, onclick: () => play(card) }, face(card, view.pack), spoken("")));
  });
  const turn = scene.toPlay === player;
  scene.hand.forEach((card, at) => updateCard(items[at].firstChild, card, turn, view));
  if (focused?.isConnected) {
    parts.left = -1;
    return;
  }
  const same = focused && items.find((item) => item.firstChild.dataset.card === focused.dataset.card);
  if (same) {
    // It has another face now.
    same.firstChild.focus({ preventScroll: true });
  } else if (turn) {
    // It was played: now that the player is to play again, the nearest that may be played has the
    // focus. Before, it would have been told, amid what happened, as one that may not.
    if (parts.left >= 0 && document.activeElement === document.body) {
      const far = (item) => Math.abs(items.indexOf(item) - parts.left);
      const legal = items.filter((item) => "legal" in item.firstChild.dataset);
      legal.sort((a, b) => far(a) - far(b))[0]?.firstChild.focus({ preventScroll: true });
    }
    parts.left = -1;
  }
}

function updateCard(button, { card, legal, fresh }, turn, view) {
  const { t } = view;
  const name = view.card(card);
  const state = !turn ? "" : legal ? " elf-lit" : " elf-barred";
  const advised = view.advised === card;
  attribute(button, "class", `elf-card${state}${fresh ? " elf-fresh" : ""}${advised ? " elf-advised" : ""}`);
  attribute(button, "data-legal", turn && legal ? "" : null);
  attribute(button, "aria-disabled", !(turn && legal) && "true");
  const does = !turn ? name : legal ? t.playCard(name) : t.barred(name);
  reword(button.lastChild, [does, fresh && t.fresh, advised && t.hint].filter(Boolean).join(", "));
}

function stockParts(view) {
  const { t, scene } = view;
  const n = scene.stock;
  return [
    h("div", { class: "elf-pile", "data-depth": n === 0 ? 0 : Math.min(3, Math.ceil(n / 7)) },
      scene.turned && h("div", { class: "elf-turned" }, face(scene.turned, view.pack)),
      n > (scene.turned ? 1 : 0) && h("div", { class: "elf-top" }, back())),
    h("p", { class: "elf-caption" }, t.stock(n)),
    scene.turned && spoken(t.turned(view.card(scene.turned))),
    scene.trump && h("p", { class: "elf-caption elf-trump" }, suitSign(scene.trump, view.pack), t.trump(view.suit(scene.trump))),
  ];
}

function trickParts(view) {
  const { t, scene } = view;
  const name = (player) => scene.players[player].name;
  // A trick just won stays on the table until the next lead.
  const shown = scene.table ?? (scene.outcome ? null : scene.last);
  const turn = scene.toPlay;
  if (!shown) return [empty(turn === null ? "" : t.toLead(name(turn)))];
  const other = 1 - shown.leader;
  return [
    played(shown.lead, shown.leader, t.led(name(shown.leader)), shown, view),
    shown.reply
      ? played(shown.reply, other, t.replied(name(other)), shown, view)
      : empty(t.toReply(name(other))),
  ];
}

function played(card, player, caption, trick, view) {
  const won = trick.winner === player;
  return h("div", { class: "elf-play", "data-won": won },
    h("div", { class: "elf-card" }, face(card, view.pack), spoken(view.card(card))),
    h("p", { class: "elf-caption" }, won && h("span", { "aria-hidden": "true" }, "✓ "), caption, won && h("b", {}, ` ${view.t.andWon}`)));
}

function empty(caption) {
  return h("div", { class: "elf-play elf-empty" }, h("div", { class: "elf-card" }), h("p", { class: "elf-caption" }, caption));
}

/** What stands beside the board: last trick and why it was won, what was taken, the slate. */
export function besides(view) {
  const { t, scene } = view;
  const { last } = scene;
  // The rows keep their places whoever deals: the first player's name stands below, as at the table.
  const forSeats = ([first, second]) => ({ F: first, D: second });
  const { points, banners, held } = scene.slate;
  return [
    last && h("section", { class: "play-box play-last", "aria-label": t.lastTrick },
      h("h2", {}, t.lastTrick),
      h("p", {}, lastTrickText(view)),
      h("p", {}, why(last.why, view))),
    h("section", { class: "play-box play-slate", "aria-label": t.slate },
      h("h2", {}, t.slate),
      sessionSlate({
        t, step: { kind: "start" }, seat: (seat) => seat,
        frames: { slate: {
          before: { points: forSeats(points), banners: banners && forSeats(banners) },
          names: forSeats(scene.players.map((player) => player.name)), bannerLines: scene.rules.bannerLines,
        } },
      }),
      held && h("p", {}, held)),
    view.points && scene.players.map((player) => minis(t.taken(player.name), player.taken, view)),
    view.seen && minis(t.gone, scene.gone ?? [], view),
    view.seen && minis(t.notYetSeen, scene.unseen, view),
  ];
}

/** The last trick as a sentence. */
export function lastTrickText({ t, scene, card, points }) {
  const { last } = scene;
  const name = (player) => scene.players[player].name;
  const brought = points ? t.points(last.points, scene.rules.unit) : "";
  return t.lastTrickOf(last.number, name(last.leader), card(last.lead), name(1 - last.leader), card(last.reply), name(last.winner), brought)
    .replace(/, \./, ".");
}

function minis(title, cards, view) {
  return h("section", { class: "play-box", "aria-label": title },
    h("h2", {}, title),
    cards.length === 0 ? h("p", {}, view.t.nothing)
      : h("ul", { class: "elf-plain elf-minis" }, cards.map((card) => h("li", {}, mini(card, view.pack), spoken(view.card(card))))));
}

/** A reason with a link to the rule that decides. */
export function why(reason, view) {
  return [view.text(reason.text), " ", ruleLink(reason, view.t.rule, view.urls)];
}
