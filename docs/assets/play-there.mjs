// From a viewer to the table: the deal is taken up at the step shown, against the computer. A
// record of the archive goes by its id, any other packed into the link.

import { h, inert } from "./dom.mjs";
import { pack } from "./packing.mjs";
import { siteRoot } from "./site-root.mjs";

/** Make the link, or the button where the page itself has the table (`viewer.takeUp`). */
export function makePlayThere(viewer) {
  const { t } = viewer;
  if (viewer.takeUp) {
    const element = h("button", { type: "button", class: "elf-button", "data-do": "playThere", onclick: () => viewer.takeUp(viewer.walk.step) }, t.playThereHere);
    return { element, update: (view) => inert(element, view.mode === "play" || view.step.toPlay === null) };
  }
  const table = tableUrl(viewer.dataset);
  const element = h("a", {
    class: "elf-button", "data-do": "playThere", hidden: table === null,
    onclick: (event) => {
      if (archived(viewer)) return; // the address says it all
      event.preventDefault();
      toTable(viewer, table);
    },
  }, t.playThere);
  return {
    element,
    update(view) {
      if (table === null) return;
      // At its end a deal is played anew.
      const at = view.step.toPlay === null ? "0" : view.step.address;
      element.href = archived(viewer) ? `${table}#from=${viewer.recordFrames.record.id}:${at}` : table;
    },
  };
}

/** Whether the deal shown stands in the archive under its id, branches included. */
function archived(viewer) {
  return Boolean(viewer.dataset.egn) && viewer.walk.state.mode === "record";
}

/** Where the table is, from what a viewer's data say of other addresses; `null` if nothing does. */
export function tableUrl(dataset) {
  const root = siteRoot(dataset);
  return root && `${root}play/`;
}

async function toTable(viewer, table) {
  const { step, state } = viewer.walk;
  const line = state.mode === "play" ? viewer.playOn.current : null;
  const text = line?.egn ?? viewer.recordText;
  if (text === null) {
    viewer.note(viewer.t.noRecord);
    return;
  }
  const at = line && !line.egn ? line.at : step.toPlay === null ? "0" : step.address;
  try {
    location.assign(`${table}#record=${await pack(text)}&at=${encodeURIComponent(at)}`);
  } catch {
    viewer.note(viewer.t.linkFailed);
  }
}
