// <elfern-record>: what the page of a record offers beyond its links: play on from the step shown,
// and one file with the viewer and the record in it, put together in the page.

import { fill, h } from "./dom.mjs";
import { WORDS as t } from "./browse-words.mjs";

const ADDRESSES = ["data-section-url", "data-variant-url", "data-egn"];

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

  async #oneFile(told) {
    const name = `${this.dataset.record}.html`;
    fill(told, t.oneFileMaking);
    try {
      const here = new URL(".", location.href);
      const [frame, alone] = await Promise.all([this.dataset.oneFile, "embed/"].map(async (address) => {
        const answer = await fetch(new URL(address, here));
        if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
        return answer.text();
      }));
      const save = await oneFile(frame, alone, { title: this.dataset.title, here });
      download(save, name);
      fill(told, t.oneFileDone(name));
    } catch (error) {
      fill(told, t.oneFileFailed(error.message));
    }
  }
}

/** Put a record into the page that is one file. */
export function oneFile(frame, alone, { title, here }) {
  const page = new DOMParser().parseFromString(alone, "text/html");
  const viewer = page.querySelector("elfern-replay");
  // From a disk the rules are reached by their whole addresses.
  const embed = new URL("embed/", here);
  for (const name of ADDRESSES) viewer.setAttribute(name, absolute(viewer.getAttribute(name), embed));
  for (const link of viewer.querySelectorAll("a[href]")) link.setAttribute("href", absolute(link.getAttribute("href"), embed));
  const text = page.createElement("span");
  text.textContent = title;
  const heading = text.innerHTML;
  text.textContent = here.href;
  const from = text.innerHTML;
  const body = `<h1 class="arc-alone-title">${heading}</h1>${viewer.outerHTML}<footer>${t.from} <a href="${from.replaceAll('"', "&quot;")}">${from}</a></footer>`;
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
