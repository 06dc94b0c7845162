// Run before the theme's own script, on every page.

// The theme trusts what the browser keeps of the palette. What is not of its form is forgotten,
// before it stops the theme's other parts.
(() => {
  try {
    localStorage;
  } catch {
    // A browser that keeps nothing here throws at the mere name: the theme then has its defaults.
    globalThis.__md_get = () => null;
    globalThis.__md_set = () => {};
    return;
  }
  const key = `${globalThis.__md_scope?.pathname ?? ""}.__palette`;
  try {
    const kept = JSON.parse(localStorage.getItem(key));
    const choices = document.querySelectorAll("[data-md-component=palette] input").length;
    const isKnown = Number.isInteger(kept?.index) && kept.index >= 0 && kept.index < choices;
    const isText = Object.values(kept?.color ?? { none: 0 }).every((one) => typeof one === "string");
    if (kept !== null && !(isKnown && isText)) localStorage.removeItem(key);
  } catch {
    try {
      localStorage.removeItem(key);
    } catch {
      // This browser keeps nothing.
    }
  }
})();

// The drawer of small screens by keyboard: the theme has labels there, which answer to Enter. What
// is closed takes no focus (theme.css); what opens is entered, and Escape or leaving it closes it.
(() => {
  const drawer = () => document.getElementById("__drawer");
  const door = () => document.querySelector(".md-header label[for=__drawer]");
  const shows = (one) => one.checkVisibility({ visibilityProperty: true });

  function enter() {
    const links = document.querySelectorAll(".md-sidebar--primary :is(a[href], label[tabindex])");
    [...links].find(shows)?.focus();
  }

  addEventListener("change", ({ target }) => {
    const held = document.activeElement;
    const byKey = held instanceof HTMLLabelElement && held.control === target;
    if (!byKey || !held.closest(".md-sidebar--primary, .md-header")) return;
    if (target.checked || held.closest(".md-sidebar--primary")) requestAnimationFrame(enter);
  });

  addEventListener("keydown", (event) => {
    const held = document.activeElement;
    if (event.key === " " && held instanceof HTMLLabelElement) {
      event.preventDefault();
      held.click();
    } else if (event.key === "Escape" && drawer()?.checked) {
      drawer().click();
      if (shows(door())) door().focus();
    }
  });

  addEventListener("focusin", ({ target }) => {
    if (drawer()?.checked && !target.closest(".md-sidebar--primary, .md-header label")) drawer().click();
  });
})();

// For pages opened from disk (file:), where browsers load no ES module and start no worker: the
// site's modules come as one script, links to folders lead to the page in them, and the theme's
// search runs in a frame. Elsewhere it does nothing.
(() => {
  if (location.protocol !== "file:") return;
  const assets = new URL(".", document.currentScript.src);

  // The theme's own navigation gives up here, and with it the word that a page has arrived.
  const config = document.getElementById("__config");
  if (config) {
    const told = JSON.parse(config.textContent);
    told.features = told.features.filter((name) => !name.startsWith("navigation.instant"));
    config.textContent = JSON.stringify(told);
  }

  addEventListener("DOMContentLoaded", () => {
    const script = document.createElement("script");
    script.src = new URL("disk.js", assets).href;
    document.body.append(script);
  });

  // A browser shows a folder's list of files where a server would give its index.html.
  function lead(event) {
    const link = event.target.closest?.("a[href]");
    if (link?.protocol !== "file:" || !link.pathname.endsWith("/")) return;
    link.pathname += "index.html";
  }
  for (const kind of ["pointerover", "focusin", "click", "auxclick"]) {
    addEventListener(kind, lead, true);
  }

  // The theme's search asks for a classic worker; a frame of the same page can run its script,
  // which looks for the second name to learn where it is.
  window.IFrameWorker = window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      this.frame.title = "Search";
      document.body.append(this.frame);
      const inside = this.frame.contentWindow;
      inside.postMessage = (data) => this.tell(data);
      inside.importScripts = (...list) =>
        list.reduce((before, each) => before.then(() => load(inside, each)), Promise.resolve());
      this.started = load(inside, new URL(address, document.baseURI).href);
    }

    tell(data) {
      const event = new MessageEvent("message", { data: structuredClone(data) });
      this.dispatchEvent(event);
      this.onmessage?.(event);
    }

    postMessage(data) {
      this.started.then(() => {
        const inside = this.frame.contentWindow;
        inside.dispatchEvent(new inside.MessageEvent("message", { data: structuredClone(data) }));
      });
    }

    terminate() {
      this.frame.remove();
    }
  };

  function load(inside, address) {
    return new Promise((resolve, reject) => {
      const script = inside.document.createElement("script");
      script.src = address;
      script.onload = resolve;
      script.onerror = () => reject(new Error(`${address} could not be read`));
      inside.document.body.append(script);
    });
  }
})();
