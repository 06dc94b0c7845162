// The entry of the rooms, small for the pages that have none: it loads what draws a room only
// when its element stands in the page, on a first visit and after the theme's own navigation.

import { arrived } from "./stay.mjs";

const ROOMS = {
  "elfern-lab": () => import("./lab.mjs"),
  "elfern-bring": () => import("./bring.mjs"),
  "elfern-play": () => import("./play.mjs"),
  "elfern-lesson": () => import("./lesson.mjs"),
};

function look() {
  arrived();
  for (const [name, load] of Object.entries(ROOMS)) {
    const host = document.querySelector(name);
    if (!host) continue;
    // The theme writes the heading in view into the address: note what it held on arrival.
    host.dataset.arrival ??= location.hash;
    load().catch((error) => {
      // What can be read without a script stays; it says what to do.
      console.error(`${name}:`, error);
    });
  }
}

if (globalThis.document$) globalThis.document$.subscribe(look);
else if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", look);
else look();
