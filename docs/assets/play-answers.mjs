// Answers to short questions, as whole sentences: for a reader who does not see the table.

import { lastTrickText } from "./play-board.mjs";

/** At the end of a deal: who sat where, and took what. */
export const ends = ({ t, scene }) =>
  scene.players.map(({ name, seatWord, pointsText }) => t.ended(name, seatWord, pointsText)).join(" ");

/** What stands on the slate. */
export const slateNow = ({ t, scene }) => [
  t.saySlate(scene.players.map(({ name }, at) => t.sayPart(name, t.gamePoints(scene.slate.points[at]))).join(", ")), scene.slate.held,
].filter(Boolean).join(" ");

/** For each question that can be asked a function that gives the answer. */
export function answers(view) {
  const { t, scene, card } = view;
  const name = (player) => scene.players[player].name;
  return {
    hand() {
      if (view.covered || scene.eye === null) return t.sayHandHidden;
      const legal = scene.hand.filter((one) => one.legal);
      const all = t.sayHand(scene.hand.map((one) => card(one.card)));
      return legal.length > 0 && legal.length < scene.hand.length
        ? `${all} ${t.sayMayPlay(legal.map((one) => card(one.card)))}` : all;
    },
    table() {
      if (scene.outcome) return t.sayTableOver;
      return scene.table
        ? t.sayTable(scene.table.number, name(scene.table.leader), card(scene.table.lead))
        : t.sayTableEmpty(scene.trick, name(scene.toPlay));
    },
    last: () => (scene.last ? `${lastTrickText(view)} ${view.text(scene.last.why.text)}` : t.sayNoTrick),
    score() {
      const deal = view.points
        ? t.sayScore(scene.players.map((player) => t.sayPart(player.name, player.pointsText)).join(", ")) : t.sayScoreSecret;
      return `${deal} ${slateNow(view)}`;
    },
    stock() {
      const turned = scene.turned ? ` ${t.turned(card(scene.turned))}.` : "";
      return t.sayStock(scene.stock) + turned;
    },
    turn: () => (scene.toPlay === null ? t.sayNoTurn : t.sayTurn(name(scene.toPlay))),
  };
}
