// A replay in another page: the archive has a page of each record that shows its viewer alone.

import { siteRoot } from "./site-root.mjs";

/** Code for another page that shows the viewer at its step, alone; for records of the archive. */
export function embedCode(viewer) {
  const { id, title } = viewer.recordFrames.record;
  const url = new URL(`${siteRoot(viewer.dataset)}archive/${id}/embed/`);
  // The step of the record; a line of the reader's own is not there.
  if (viewer.walk.state.mode === "record") url.hash = new URL(viewer.linkTo()).hash.replace(viewer.id, `replay-${id}`);
  const written = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return `<iframe src="${written(url.href)}" title="${written(viewer.t.replay(title))}" width="100%" height="780" loading="lazy" allow="clipboard-write; fullscreen"></iframe>`;
}
