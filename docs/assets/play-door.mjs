// Before a session: the form for a new one, and the reader's own games.

import { fill, h } from "./dom.mjs";
import { gamesList } from "./play-games.mjs";
import { makeSetup } from "./play-setup.mjs";
import { allGames, dropGame } from "./play-store.mjs";
import { settings } from "./settings.mjs";
import { named } from "./view.mjs";

/**
 * Make it.
 *
 * @param {object} asked
 *   `t`, `lang`, `data` of the page, `labUrl`, `rules` from a link or `null`; `start(choices)`,
 *   `open(id)`, `save(text, name)`, `say(text)`, `warm()`.
 */
export function makeDoor({ t, lang, data, labUrl, rules, start, open, save, say, warm }) {
  const words = (text) => named(text, settings().pack, lang);
  const message = h("p", { class: "elf-note", hidden: true });
  const note = (text) => {
    message.hidden = false;
    message.textContent = text;
    say(text);
  };
  const setup = makeSetup({ t, data, lang, text: words, labUrl, rules, start, fault: note, warm });
  const games = h("section", { class: "play-kept" });
  const list = () => fill(games, gamesList(allGames(), t, {
    open,
    save: (game) => save(game.text, game.session),
    saveAll: () => save(allGames().map((game) => game.text).join("\n"), t.games),
    drop: (game) => {
      dropGame(game.id);
      list();
      const next = games.querySelector("button");
      if (next) next.focus();
      else setup.focus();
      note(t.deleted(game.session));
    },
  }));
  list();
  return {
    note,
    list,
    focus: setup.focus,
    /** The pack was changed: suits have other names; what was filled in stays. */
    rename: () => setup.rename(words),
    parts: (status) => [
      message, rules && h("p", { class: "elf-note" }, t.fromLink(rules)), setup.element, status, games,
    ],
  };
}
