// Copying and downloading. Both work from plain http, from a disk and inside a frame, or say
// plainly that they do not and offer the selected text.

import { h } from "./dom.mjs";

/** Try to put text on the clipboard; tells whether the browser let us. */
export async function copyText(text, host) {
  try {
    if (navigator.clipboard && window.isSecureContext) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // Forbidden here, for instance inside a frame: try the older way.
  }
  // Inside the viewer, so that a dialogue or the full screen does not keep the focus from it.
  const field = h("textarea", { class: "elf-offstage", "aria-hidden": "true", tabindex: "-1", readonly: true });
  field.value = text;
  const focused = document.activeElement;
  host.append(field);
  field.select();
  let copied = false;
  try {
    copied = document.execCommand("copy");
  } catch {
    copied = false;
  }
  field.remove();
  focused?.focus?.({ preventScroll: true });
  return copied;
}

/** Offer text for copying by hand: selected in a field, with a sentence that says why. */
export function offerText(text, t, close) {
  const field = h("textarea", { class: "elf-offer-text", readonly: true, rows: Math.min(8, text.split("\n").length), "aria-label": t.copyText });
  field.value = text;
  const element = h("div", { class: "elf-offer" },
    h("p", {}, t.copyFailed), field,
    h("button", { type: "button", class: "elf-button", "data-do": "closeOffer", onclick: close }, t.close));
  return {
    element,
    select() {
      field.focus();
      field.select();
    },
  };
}

/** A file name made of a record's id: letters, digits and hyphens only. */
export function fileName(id) {
  const safe = String(id ?? "").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 80);
  return `${safe || "record"}.egn`;
}

/** Save text as a file. A blob and not a data link: a `#` in a comment would cut that short. */
export function saveText(text, name) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  const link = h("a", { href: url, download: name });
  link.click();
  // The browser has taken the blob by the next turn of its loop, not before.
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
