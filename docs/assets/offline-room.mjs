// The offline page's element: keep, update, remove. It registers the service worker, and that is
// the only place where this happens.

import { fill, h } from "./dom.mjs";
import { PACKAGE } from "./offline-package.mjs";
import { WORDS } from "./offline-words.mjs";

const ROOT = new URL("../", import.meta.url ?? location.href); // from disk it is one script with others
const SETTLED = new Set(["activated", "redundant"]);

const version = () => document.querySelector("meta[name=elfern-version]")?.content;
const scripts = (archive) => new URL(`offline-worker.js${archive ? "?archive" : ""}`, ROOT);

/** Draw the element; once for each time that it stands in the page. */
export function open(host) {
  if (!host.dataset.drawn) new Room(host);
}

class Room {
  constructor(host) {
    host.dataset.drawn = "";
    this.status = h("p", { role: "status", class: "elfern-offline-status" });
    this.bar = h("progress", { hidden: true, "aria-label": "Files fetched" });
    this.controls = h("div", { class: "elfern-offline-controls" });
    fill(host, this.status, this.bar, this.controls);
    this.busy = false;
    this.pressed = false; // a button, whose place others will take
    this.found = null; // a worker on its way
    this.failure = null; // why one gave up
    const reason = impossible();
    if (reason) {
      this.say(reason);
      return;
    }
    navigator.serviceWorker.addEventListener("message", ({ data }) => this.hear(data));
    navigator.serviceWorker.startMessages();
    this.show().catch((error) => this.say(WORDS.refused(sentence(error))));
  }

  say(...sentences) {
    this.status.textContent = sentences.filter(Boolean).join(" ");
  }

  // Who pressed a button finds the focus on what can be done next.
  offer(...buttons) {
    fill(this.controls, buttons.map(([text, press, primary]) => h("button", {
      type: "button",
      class: primary ? "md-button md-button--primary" : "md-button",
      onclick: () => {
        this.pressed = true;
        press();
      },
    }, text)));
    if (this.pressed) this.controls.querySelector("button")?.focus();
    this.pressed = false;
  }

  async registration() {
    const found = await navigator.serviceWorker.getRegistration(ROOT.href);
    return found?.scope === ROOT.href ? found : null;
  }

  // What stands now, and what can be done about it.
  async show(...said) {
    this.bar.hidden = true;
    const registration = await this.registration();
    const arrived = new URLSearchParams(location.search);
    const came = arrived.get("missing") !== null ? WORDS.missing(arrived.get("missing"))
      : arrived.get("newer") !== null ? WORDS.newer(arrived.get("newer")) : "";
    if (!registration?.active) {
      this.say(came, ...said, said.length ? "" : WORDS.none);
      this.offerKeeping();
      return;
    }
    registration.onupdatefound = () => this.arrives(registration);
    const archive = new URL(registration.active.scriptURL).searchParams.has("archive");
    this.say(came, WORDS.kept(archive), WORDS.works, registration.waiting ? WORDS.ready : "", ...said);
    this.offer(...[
      registration.waiting && [WORDS.use, () => this.use(registration.waiting), true],
      !registration.waiting && [WORDS.check, () => this.check(registration)],
      PACKAGE.archive.files > 0 && (archive
        ? [WORDS.dropArchive, () => this.keep(false)]
        : [WORDS.addArchive(PACKAGE.archive), () => this.keep(true)]),
      [WORDS.remove, () => this.remove(registration)],
    ].filter(Boolean));
  }

  offerKeeping(word = WORDS.keep(PACKAGE.core)) {
    const box = h("input", { type: "checkbox", id: "elfern-offline-archive" });
    this.offer([word, () => this.keep(box.checked), true]);
    if (PACKAGE.archive.files > 0) {
      this.controls.prepend(h("label", { for: box.id }, box, " ", WORDS.archive(PACKAGE.archive)));
    }
  }

  async keep(archive) {
    if (this.busy) return;
    this.busy = true;
    this.failure = null;
    fill(this.controls);
    try {
      const needed = PACKAGE.core.bytes + (archive ? PACKAGE.archive.bytes : 0);
      const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
      if (quota - usage < needed) {
        this.say(WORDS.full(needed, quota - usage));
        this.offerKeeping(WORDS.again);
        return;
      }
      this.say(WORDS.keeping);
      this.bar.hidden = false;
      this.bar.removeAttribute("value");
      const fresh = !(await this.registration())?.active;
      const registration = await navigator.serviceWorker.register(scripts(archive), {
        scope: ROOT.href,
        updateViaCache: "none",
      });
      this.found = null;
      registration.onupdatefound = () => this.arrives(registration);
      navigator.storage?.persist?.().catch(() => { /* kept as long as there is room, then */ });
      await this.installed(registration);
      if (fresh) await this.begin(registration);
      else if (registration.waiting) await this.change(registration.waiting);
      await this.show();
    } catch (error) {
      this.bar.hidden = true;
      const registration = await this.registration().catch(() => null);
      const said = this.failed(error);
      if (registration?.active) await this.show(said);
      else {
        this.say(said);
        this.offerKeeping(WORDS.again);
      }
    } finally {
      this.busy = false;
    }
  }

  failed(error) {
    if (this.failure?.name === "QuotaExceededError") return WORDS.quota;
    if (this.failure || this.found) {
      return WORDS.broken(this.failure?.file.replace(ROOT.href, "") ?? "");
    }
    return WORDS.refused(sentence(error));
  }

  // The browser has found another worker, by itself or because it was told to look.
  async arrives(registration) {
    this.found = registration.installing;
    if (this.busy) return;
    try {
      await this.installed(registration);
      await this.show();
    } catch {
      // What is kept stays; the reader did not ask.
    }
  }

  // Wait until a worker on its way has all its files, or has given up.
  async installed(registration) {
    await new Promise((resolve) => setTimeout(resolve)); // the browser tells of it a moment later
    const worker = registration.installing ?? this.found;
    if (!worker) return;
    await new Promise((resolve, reject) => {
      const look = () => {
        if (worker.state === "redundant") reject(new Error("It gave up."));
        else if (worker.state === "installed" || SETTLED.has(worker.state)) resolve();
      };
      worker.addEventListener("statechange", look);
      look();
    });
  }

  // The first worker serves this tab from now on, if they are of one version.
  async begin(registration) {
    const worker = registration.active ?? registration.waiting ?? registration.installing;
    await this.settled(worker);
    const told = await this.ask(worker, "version");
    if (told.version !== version()) {
      location.reload();
      return;
    }
    worker.postMessage({ kind: "claim" });
    globalThis.elfernKept = true;
  }

  // What is kept has become more or less, of the version that is here: nothing to wait for.
  async change(worker) {
    const told = await this.ask(worker, "version");
    if (told.version !== version()) return;
    worker.postMessage({ kind: "take", version: told.version });
    await this.settled(worker);
  }

  async settled(worker) {
    if (SETTLED.has(worker.state)) return;
    await new Promise((resolve) => {
      worker.addEventListener("statechange", () => SETTLED.has(worker.state) && resolve());
    });
  }

  ask(worker, kind) {
    return new Promise((resolve) => {
      this.waiting = { kind, resolve };
      worker.postMessage({ kind });
    });
  }

  hear(message) {
    if (message.kind === this.waiting?.kind) this.waiting.resolve(message);
    if (message.kind === "progress") {
      this.bar.max = message.total;
      this.bar.value = message.done;
      if (this.busy && !this.bar.hidden) this.say(WORDS.keeping, WORDS.progress(message.done, message.total));
    } else if (message.kind === "failed") {
      this.failure = message;
    } else if (message.kind === "others") {
      this.show(WORDS.others(message.count));
    }
  }

  use(worker) {
    navigator.serviceWorker.addEventListener("controllerchange", () => {
      location.replace(new URL("offline/", ROOT));
    });
    worker.postMessage({ kind: "take", version: version() });
  }

  async check(registration) {
    if (this.busy) return;
    this.busy = true;
    this.say(WORDS.checking);
    this.failure = null;
    this.found = null;
    try {
      await registration.update();
      await this.installed(registration);
      await this.show(registration.waiting ? "" : WORDS.newest);
    } catch (error) {
      await this.show(this.found ? this.failed(error) : WORDS.unreachable);
    } finally {
      this.busy = false;
    }
  }

  async remove(registration) {
    await registration.unregister();
    const mine = (await caches.keys()).filter((name) => name.startsWith("elfern ") && name.endsWith(` ${ROOT.href}`));
    await Promise.all(mine.map((name) => caches.delete(name)));
    globalThis.elfernKept = false;
    const link = document.querySelector("[data-elfern-offline]");
    if (link) link.textContent = "Keep for offline";
    this.say(WORDS.removed);
    this.offerKeeping();
  }
}

function impossible() {
  if (location.protocol === "file:") return WORDS.disk;
  if (!PACKAGE) return WORDS.preview;
  if (!globalThis.isSecureContext) return WORDS.insecure;
  return navigator.serviceWorker && globalThis.caches ? null : WORDS.unsupported;
}

function sentence(error) {
  const text = String(error?.message || error?.name || error).trim();
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
