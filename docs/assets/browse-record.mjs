// <elfern-record>: what the page of a record offers beyond its links: play on from the step shown,
// and one file with the viewer and the record in it, put together in the page.

import { fill, h } from "./dom.mjs";
import { textOf } from "./data-files.mjs";
import { WORDS as t } from "./browse-words.mjs";

const ADDRESSES = ["data-section-url", "data-variant-url", "data-egn"];
const OWN = ["id", "data-record", ...ADDRESSES];
const KEPT = ":scope > template, :scope > .elfern-static"; // and not what the viewer has drawn

class RecordTools extends HTMLElement {
  #life = null;

  connectedCallback() {
    this.#life = new AbortController();
    const { signal } = this.#life;
    const play = this.querySelector("[data-do=play]");
    const base = play.getAttribute("href").replace(/:[^:]*$/, "");
    document.addEventListener("elfern-step", (event) => {
      if (event.target.dataset.record !== this.dataset.record) return;
      // Beyond the last card there is nothing to play on from.
      const { address } = event.detail;
      play.setAttribute("href", `${base}:${address === "end" ? "0" : address}`);
    }, { signal });
    const place = this.ownerDocument.querySelector(".arc-one-file");
    if (place && !place.querySelector("button")) {
      const told = h("output", { class: "arc-told" });
      place.append(h("button", { type: "button", "data-do": "one-file", onclick: () => this.#oneFile(told) }, t.oneFile), " ", told);
    }
  }

  disconnectedCallback() {
    this.#life?.abort();
  }

  /** The viewer as the page that has it alone gives it, and from where its links are seen. */
  async #alone(page) {
    if (page.protocol !== "file:") {
      const from = new URL("embed/", page);
      const alone = new DOMParser().parseFromString(await textOf(from), "text/html");
      return { viewer: alone.querySelector("elfern-replay"), from };
    }
    // From a disk the one in this page, without what it has drawn. The disk is nothing to link to.
    const drawn = document.getElementById(`replay-${this.dataset.record}`);
    const viewer = drawn.cloneNode(false);
    for (const { name } of [...viewer.attributes]) if (!OWN.includes(name)) viewer.removeAttribute(name);
    viewer.append(...[...drawn.querySelectorAll(KEPT)].map((part) => part.cloneNode(true)));
    return { viewer, from: new URL(document.querySelector("link[rel=canonical]").href) };
  }

  async #oneFile(told) {
    const name = `${this.dataset.record}.html`;
    fill(told, t.oneFileMaking);
    try {
      const page = new URL(".", location.href);
      const [frame, { viewer, from }] = await Promise.all([
        textOf(new URL(this.dataset.oneFile, page)), this.#alone(page),
      ]);
      const here = page.protocol === "file:" ? from : page;
      const save = oneFile(frame, viewer, { title: this.dataset.title, here, from });
      download(save, name);
      fill(told, t.oneFileDone(name));
    } catch (error) {
      fill(told, t.oneFileFailed(error.message));
    }
  }
}

/**
 * Put a record into the page that is one file.
 *
 * @param {string} frame the page, with slots
 * @param {Element} viewer what goes into it; its addresses are made whole
 * @param {{title: string, here: URL, from: URL}} asked
 *   the record's title, its page, and from where the viewer's addresses are seen
 */
export function oneFile(frame, viewer, { title, here, from }) {
  // From a disk the rules are reached by their whole addresses.
  for (const name of ADDRESSES) viewer.setAttribute(name, absolute(viewer.getAttribute(name), from));
  for (const link of viewer.querySelectorAll("a[href]")) link.setAttribute("href", absolute(link.getAttribute("href"), from));
  const text = document.createElement("span");
  text.textContent = title;
  const heading = text.innerHTML;
  text.textContent = here.href;
  const address = text.innerHTML;
  const body = `<h1 class="arc-alone-title">${heading}</h1>${viewer.outerHTML}<footer>${t.from} <a href="${address.replaceAll('"', "&quot;")}">${address}</a></footer>`;
  return frame.replace("elfern-slot-title", () => heading).replace("elfern-slot-body", () => body);
}

/** An address seen from the file, what stands in braces left as it is. */
function absolute(address, base) {
  const [start, ...rest] = address.split(/(?=\{)/);
  return new URL(start, base).href + rest.join("");
}

function download(text, name) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/html;charset=utf-8" }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

if (!customElements.get("elfern-record")) customElements.define("elfern-record", RecordTools);
