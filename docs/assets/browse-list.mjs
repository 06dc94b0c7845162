// A list of any length of which only the lines near the window are in the page. It is a list of
// lines to a screen reader too: each says which of how many it is. Lines may be of any height;
// one that holds the focus stays, wherever the page is scrolled.

import { attribute, h } from "./dom.mjs";

const BEYOND = 10; // lines kept above and below the window
const MOST = 80; // lines in the page at once
const GUESS = 64; // height of a line in pixels, before one was measured

/**
 * Make the list.
 *
 * @param {function(number): {href: string, title: string, lang: string|null, note: string}|null} wordsOf
 *   what a line says; `null` while that is not here
 * @param {function(number[]): void} missing told which lines' words are wanted
 * @param {string} waiting what stands in a line meanwhile
 */
export function makeList({ wordsOf, missing, waiting, label }) {
  const element = h("ul", { class: "arc-list", "aria-label": label });
  let numbers = [];
  let heights = new Float32Array(0); // of each line, 0 if it was not measured
  let mean = GUESS;
  let lines = new Map(); // place → its line
  let frame = 0;

  const heightOf = (place) => heights[place] || mean;
  const offset = (place) => {
    let sum = 0;
    for (let i = 0; i < place; i += 1) sum += heightOf(i);
    return sum;
  };

  /** The place of the line that holds the focus, -1 if none does. */
  function focusedPlace() {
    const line = document.activeElement?.closest?.("li");
    return line?.parentElement === element ? Number(line.dataset.place) : -1;
  }

  function windowed() {
    const top = -element.getBoundingClientRect().top;
    const bottom = top + innerHeight;
    let [place, sum] = [0, 0];
    while (place < numbers.length && sum + heightOf(place) <= top) {
      sum += heightOf(place);
      place += 1;
    }
    const first = Math.min(place, Math.max(0, numbers.length - 1));
    while (place < numbers.length && sum < bottom) {
      sum += heightOf(place);
      place += 1;
    }
    const from = Math.max(0, first - BEYOND);
    return { first, from, to: Math.min(numbers.length, place + BEYOND, from + MOST), scrolled: top > 0 };
  }

  function draw() {
    cancelAnimationFrame(frame);
    frame = 0;
    if (!element.isConnected) return;
    const { first, from, to, scrolled } = windowed();
    const pinned = focusedPlace();
    const wanted = new Set();
    for (let place = from; place < to; place += 1) wanted.add(place);
    if (pinned >= 0 && pinned < numbers.length) wanted.add(pinned);
    for (const [place, line] of lines) {
      if (wanted.has(place)) continue;
      line.remove();
      lines.delete(place);
    }
    let before = null;
    for (const place of [...wanted].sort((a, b) => b - a)) {
      let line = lines.get(place);
      if (!line) {
        line = makeLine(place);
        lines.set(place, line);
        element.insertBefore(line, before);
      } else if (line.dataset.waiting === "" && wordsOf(numbers[place])) {
        fillLine(line, place);
      }
      before = line;
    }
    const was = offset(first);
    measure(from, to);
    place(from, to, pinned);
    const now = offset(first);
    if (scrolled && first > 0 && Math.abs(now - was) >= 1) scrollBy({ top: now - was, behavior: "instant" });
    const absent = [...wanted].map((one) => numbers[one]).filter((number) => !wordsOf(number));
    if (absent.length) missing(absent);
  }

  function makeLine(place) {
    const line = h("li", { "data-place": place, "aria-posinset": place + 1, "aria-setsize": numbers.length });
    fillLine(line, place);
    return line;
  }

  function fillLine(line, place) {
    const words = wordsOf(numbers[place]);
    const held = line === document.activeElement;
    attribute(line, "data-waiting", words ? null : "");
    // A line that has no link yet is a stop for the Tab key itself, else the list would end there.
    attribute(line, "tabindex", words ? null : "0");
    if (!words) {
      line.replaceChildren(h("span", { class: "arc-row-note" }, waiting));
      return;
    }
    line.replaceChildren(
      h("a", { class: "arc-row-title", href: words.href, lang: words.lang }, words.title),
      h("span", { class: "arc-row-note" }, words.note));
    if (held) line.firstChild.focus({ preventScroll: true });
  }

  function measure(from, to) {
    let [sum, count] = [0, 0];
    for (let place = from; place < to; place += 1) {
      const line = lines.get(place);
      if (!line || line.dataset.waiting === "") continue;
      heights[place] = line.getBoundingClientRect().height;
      sum += heights[place];
      count += 1;
    }
    if (count) mean = sum / count;
  }

  /** Leave the room of the lines that are not in the page. */
  function place(from, to, pinned) {
    const above = offset(from);
    let below = 0;
    for (let i = to; i < numbers.length; i += 1) below += heightOf(i);
    element.style.paddingTop = `${above}px`;
    element.style.paddingBottom = `${below}px`;
    for (const [at, line] of lines) {
      const apart = at === pinned && (at < from || at >= to);
      attribute(line, "data-pinned", apart ? "" : null);
      line.style.top = apart ? `${offset(at)}px` : "";
    }
  }

  const later = () => {
    frame ||= requestAnimationFrame(draw);
  };

  return {
    element,
    /** Show these records, from the first. */
    show(found) {
      numbers = found;
      heights = new Float32Array(found.length);
      for (const line of lines.values()) line.remove();
      lines = new Map();
      draw();
    },
    /** Draw again: words have come. */
    draw,
    /** Follow the window until the signal is aborted. */
    follow(signal) {
      addEventListener("scroll", later, { signal, passive: true });
      let width = 0;
      const watcher = new ResizeObserver(([entry]) => {
        const now = entry.contentRect.width;
        if (now === width) return;
        width = now;
        heights.fill(0); // lines wrap otherwise now
        later();
      });
      watcher.observe(element);
      addEventListener("resize", later, { signal });
      signal.addEventListener("abort", () => {
        watcher.disconnect();
        cancelAnimationFrame(frame);
      });
      // The next line has to be there before the browser looks for it, however fast the keys come.
      element.addEventListener("keydown", (event) => {
        if (event.key !== "Tab") return;
        const at = focusedPlace();
        const next = at + (event.shiftKey ? -1 : 1);
        if (at < 0 || next < 0 || next >= numbers.length || lines.has(next)) return;
        lines.get(at).scrollIntoView({ block: "center", behavior: "instant" });
        draw();
      }, { signal });
    },
  };
}
