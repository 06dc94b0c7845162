// The reader's own games, kept in this browser: for each the records as text, the settings, and
// the last scene, so that it stands on the table again before the engine has loaded.

import { today } from "./room.mjs";
import { settings } from "./settings.mjs";

const PREFIX = "elfern-game:";
const CHOICES = "elfern-play";
const KEPT = ["id", "session", "settings", "text", "scene", "rounds", "changed"];

const memory = new Map(); // where the browser keeps nothing: for this page

// What is not of the form is passed over and left where it is.
function isGame(game) {
  const { scene } = game ?? {};
  return typeof game?.id === "string" && typeof game.text === "string"
    && Array.isArray(game.settings?.players) && scene?.format === "elfern-table/1"
    && ["players", "hand", "log", "opening"].every((name) => Array.isArray(scene[name]))
    && scene.players.length === 2 && Array.isArray(scene.slate?.points) && typeof scene.rules === "object";
}

/** Keep a game as it stands now; tells whether the browser keeps it. */
export function keepGame(game) {
  const kept = Object.fromEntries(KEPT.map((name) => [name, game[name]]));
  memory.set(game.id, kept);
  try {
    localStorage.setItem(PREFIX + game.id, JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

/** A game by its id; `null` if it is not kept, or no longer readable. */
export function gameOf(id) {
  try {
    const game = JSON.parse(localStorage.getItem(PREFIX + id) ?? "null");
    if (isGame(game)) return game;
  } catch {
    // Storage is forbidden, or holds something else: memory may have it.
  }
  return memory.get(id) ?? null;
}

/** All games, the last changed first. */
export function allGames() {
  const ids = new Set(memory.keys());
  try {
    for (let at = 0; at < localStorage.length; at += 1) {
      const key = localStorage.key(at);
      if (key.startsWith(PREFIX)) ids.add(key.slice(PREFIX.length));
    }
  } catch {
    // No storage.
  }
  return [...ids].map(gameOf).filter(Boolean).sort((a, b) => b.changed - a.changed);
}

/** An id that no other game has. */
export function newId() {
  const chance = crypto.getRandomValues(new Uint32Array(1))[0];
  return `${Date.now().toString(36)}-${chance.toString(36).slice(0, 5)}`;
}

/** A name that no other session has: a file of all of them can be read as one. */
export function freshName(t) {
  const name = t.sessionName(`${today()} ${new Date().toTimeString().slice(0, 5)}`);
  const taken = new Set(allGames().map((game) => game.session));
  let fresh = name;
  for (let number = 2; taken.has(fresh); number += 1) fresh = `${name} (${number})`;
  return fresh;
}

/** Forget a game. */
export function dropGame(id) {
  memory.delete(id);
  try {
    localStorage.removeItem(PREFIX + id);
  } catch {
    // It was only in memory.
  }
}

/** Call `listener(id)` when another tab changes a game, until the signal is aborted. */
export function onGames(listener, signal) {
  window.addEventListener("storage", (event) => {
    if (event.key?.startsWith(PREFIX)) listener(event.key.slice(PREFIX.length));
  }, { signal });
}

const DEFAULTS = {
  lang: "en", rules: "elfern", own: "", opponent: "beginner", names: ["", ""], end: "deals", deals: "4", target: "11",
  points: true, seen: false, open: null,
};
let choices = null;

/** What the reader chose last: language, rules, opponent, end, switches, the game that is open. */
export function readChoices() {
  if (choices) return choices;
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem(CHOICES) ?? "{}") ?? {};
  } catch {
    // The defaults hold.
  }
  choices = { ...DEFAULTS };
  for (const [name, value] of Object.entries(DEFAULTS)) {
    if (value === null ? typeof kept[name] === "string" : typeof kept[name] === typeof value) choices[name] = kept[name];
  }
  if (!(Array.isArray(choices.names) && choices.names.length === 2)) choices.names = ["", ""];
  if (!["en", "de"].includes(choices.lang)) choices.lang = "en";
  // Who reads the viewers in German has chosen it there.
  if (typeof kept.lang !== "string") choices.lang = settings().lang;
  return choices;
}

/** Keep choices for later visits. */
export function keepChoices(changed) {
  choices = { ...readChoices(), ...changed };
  try {
    localStorage.setItem(CHOICES, JSON.stringify(choices));
  } catch {
    // They hold for this page.
  }
}
