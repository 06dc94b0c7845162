// What a reader chose once for all viewers: language, pack, speed, comments. Kept in the browser
// where it allows that, for this page where it does not.

const KEY = "elfern-viewer";
const DEFAULTS = { lang: "en", pack: "french", speed: "normal", comments: true, list: true };
const CHOICES = { lang: ["en", "de"], pack: ["french", "german"], speed: ["slow", "normal", "fast"], comments: [true, false], list: [true, false] };

const changes = new EventTarget();
let current = read();

function read() {
  let stored = {};
  try {
    stored = JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    // No storage, or not ours: the defaults hold.
  }
  const result = { ...DEFAULTS };
  for (const [name, allowed] of Object.entries(CHOICES)) {
    if (allowed.includes(stored[name])) result[name] = stored[name];
  }
  return result;
}

/** The choices now: `{lang, pack, speed, comments, list}`. */
export function settings() {
  return current;
}

/** Change one choice, for every viewer of the page and for later visits. */
export function choose(name, value) {
  if (!CHOICES[name].includes(value) || current[name] === value) return;
  current = { ...current, [name]: value };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // Storage is full or forbidden: the choice holds for this page.
  }
  changes.dispatchEvent(new Event("change"));
}

/** Call `listener` after each change, until the signal is aborted. */
export function onSettings(listener, signal) {
  changes.addEventListener("change", listener, { signal });
  window.addEventListener("storage", (event) => {
    if (event.key !== KEY && event.key !== null) return;
    current = read();
    listener();
  }, { signal });
}
