// Brings an element into view for a link to it: opens what it is folded away in, closed details
// and tabs of the theme that are not the chosen ones, and scrolls to it.

const FRAMES = 30; // about half a second: what stands above may still find its size

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
export function bringIntoView(element, signal) {
  const done = new AbortController();
  const options = { capture: true, passive: true, signal: AbortSignal.any([signal, done.signal]) };
  for (const type of ["wheel", "touchstart", "pointerdown", "keydown"]) {
    window.addEventListener(type, () => done.abort(), options);
  }
  let left = FRAMES;
  const scroll = () => {
    if (options.signal.aborted) return;
    element.scrollIntoView({ block: "start", behavior: "instant" });
    left -= 1;
    if (left > 0) requestAnimationFrame(scroll);
    else done.abort();
  };
  scroll();
}
