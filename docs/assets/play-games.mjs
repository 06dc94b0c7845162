// The list of the reader's own games, with delete and export of all.

import { h } from "./dom.mjs";
import { button } from "./room.mjs";

/** A list of the reader's own games. */
export function gamesList(games, t, act) {
  if (games.length === 0) return [h("h2", {}, t.games), h("p", { class: "elf-hint" }, t.noGames)];
  return [
    h("h2", {}, t.games),
    h("ul", { class: "elf-plain play-games", "aria-label": t.games }, games.map((game) => {
      const { scene } = game;
      const score = scene.players.map((player, at) => `${player.name} ${scene.slate.points[at]}`).join(" : ");
      const over = Boolean(scene.over);
      const line = t.gameLine(game.session, scene.rules.expression, score);
      const actions = h("div", { class: "elf-actions" });
      const make = (name, text, action) => {
        const made = button(name, text, action);
        made.setAttribute("aria-label", t.gameOf(text, line));
        return made;
      };
      const usual = () => [
        make("open", over ? t.gameView : t.gameOpen, () => act.open(game.id)),
        make("save", t.gameDownload, () => act.save(game)),
        make("delete", t.gameDelete, () => {
          actions.replaceChildren(...sure());
          actions.querySelector("[data-do=keep]").focus();
        }),
      ];
      const sure = () => [
        make("really", t.gameDeleteSure, () => act.drop(game)),
        make("keep", t.gameKeep, () => {
          actions.replaceChildren(...usual());
          actions.querySelector("[data-do=delete]").focus();
        }),
      ];
      actions.replaceChildren(...usual());
      return h("li", { class: "play-game", "data-game": game.id },
        h("p", {}, h("b", {}, game.session), ` · ${scene.rules.expression} · ${score} · `, over ? t.gameState.over : t.gameState.playing), actions);
    })),
    h("div", { class: "elf-actions" }, button("saveAll", t.downloadAll, () => act.saveAll())),
  ];
}
