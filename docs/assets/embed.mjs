// A replay in another page: `?embed=ID` in the address of its page shows that viewer alone, so
// that an iframe can hold it.

const HIDDEN = "data-elf-aside";

/** Code for another page that shows the viewer at its step, alone. */
export function embedCode(viewer) {
  const url = new URL(viewer.linkTo());
  url.searchParams.set("embed", viewer.id.replace(/^replay-/, ""));
  const written = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return `<iframe src="${written(url.href)}" title="${written(viewer.t.replay(viewer.recordFrames.record.title))}" width="100%" height="760" style="border: 0" loading="lazy"></iframe>`;
}

/** Put everything else of the page aside, if the address asks for this viewer alone. */
export function embedIfAsked(viewer) {
  const asked = new URL(location.href).searchParams.get("embed");
  if (asked === null || `replay-${asked}` !== viewer.id) return;
  document.documentElement.classList.add("elf-embedded");
  for (let inner = viewer; inner !== document.body; inner = inner.parentElement) {
    for (const sibling of inner.parentElement.children) {
      if (sibling !== inner) sibling.setAttribute(HIDDEN, "");
    }
  }
  // A rule that is looked up must not take the replay's place.
  viewer.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (link) link.target = "_blank";
  }, { capture: true });
}
