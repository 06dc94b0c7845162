// The entry of the archive, small for the pages that have nothing of it: it loads what draws the
// browser or the tools of a record only when their elements stand in the page.

const PARTS = {
  "elfern-browse": () => import("./browse-room.mjs"),
  "elfern-record": () => import("./browse-record.mjs"),
};

function look() {
  for (const [name, load] of Object.entries(PARTS)) {
    if (!document.querySelector(name)) continue;
    load().catch((error) => {
      // The list and the links can be used without it.
      console.error(`${name}:`, error);
    });
  }
}

if (globalThis.document$) globalThis.document$.subscribe(look);
else if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", look);
else look();
