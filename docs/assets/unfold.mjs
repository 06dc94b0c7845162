// Brings an element into view for a link to it: opens what it is folded away in, closed details
// and tabs of the theme that are not the chosen ones, and scrolls to it. And keeps in its place what
// the reader sees while something above it changes its height.

const FRAMES = 30; // about half a second after the page has come: what stands above finds its size

/** Open every fold around an element. */
export function unfold(element) {
  for (let around = element.parentElement; around; around = around.parentElement) {
    if (around.localName === "details") around.open = true;
    if (around.classList.contains("tabbed-block")) {
      const set = around.closest(".tabbed-set");
      const place = [...around.parentElement.children].indexOf(around);
      const inputs = set ? [...set.children].filter((child) => child.matches("input[type=radio]")) : [];
      if (inputs[place] && !inputs[place].checked) inputs[place].click();
    }
  }
}

/**
 * Scroll an element to the top of the window, again while the page above it settles, until the
 * reader scrolls or does anything else; `signal` ends it when the element leaves the page.
 */
export function bringIntoView(element, signal = null) {
  const done = new AbortController();
  const options = { capture: true, passive: true, signal: AbortSignal.any([signal, done.signal].filter(Boolean)) };
  for (const type of ["wheel", "touchstart", "pointerdown", "keydown"]) {
    window.addEventListener(type, () => done.abort(), options);
  }
  let left = FRAMES;
  const scroll = () => {
    if (options.signal.aborted) return;
    element.scrollIntoView({ block: "start", behavior: "instant" });
    if (document.readyState === "complete") left -= 1;
    if (left > 0) requestAnimationFrame(scroll);
    else done.abort();
  };
  scroll();
}

/** Hold what the address names where the browser has brought it, while the page's viewers draw themselves. */
export function holdTarget() {
  const [visit] = performance.getEntriesByType("navigation");
  // Who reloads or comes back is brought to where they were.
  if (visit?.type !== "navigate") return;
  const hold = () => {
    const target = document.getElementById(location.hash.slice(1)); // :target may not be known yet
    if (target) bringIntoView(target);
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", hold);
  else hold();
}

const ANCHORED = CSS.supports("overflow-anchor", "auto");

/**
 * Change an element without moving what stands below it in the window, if the element ends in the
 * upper part of the window or above: most browsers see to that themselves, Safari does not.
 */
export function keepingPlace(element, change) {
  const before = ANCHORED ? null : element.getBoundingClientRect().bottom;
  const result = change();
  if (before !== null && before < innerHeight / 3) {
    scrollBy({ top: element.getBoundingClientRect().bottom - before, behavior: "instant" });
  }
  return result;
}
