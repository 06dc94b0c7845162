// The entry of keeping the site for offline, small for every page: the footer's link says how
// things stand, and the offline page's element is drawn when it is there. Nothing is kept, and no
// worker registered, before a reader asks for it on that page.

function isKept() {
  try {
    return Boolean(navigator.serviceWorker?.controller);
  } catch {
    return false; // a frame that may keep nothing
  }
}

globalThis.elfernKept = isKept();

async function look() {
  const host = document.querySelector("elfern-offline");
  if (host) (await import("./offline-room.mjs")).open(host);
  const link = document.querySelector("[data-elfern-offline]");
  if (!link || !isKept()) return;
  globalThis.elfernKept = true;
  const registration = await navigator.serviceWorker.getRegistration();
  link.textContent = registration?.waiting
    ? "Kept for offline: a new version is ready"
    : "Kept for offline";
}

if (globalThis.document$) globalThis.document$.subscribe(look);
else if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", look);
else look();
