// All words of the offline page's element, in one place.

const size = (bytes) => (bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);
const files = (count) => `${count.toLocaleString("en")} files`;

export const WORDS = {
  none: "Nothing of this site is kept on this device.",
  keeping: "Fetching the site. You can read on; leave this tab open.",
  progress: (done, total) => `${done.toLocaleString("en")} of ${files(total)} are here.`,
  kept: (archive) => archive
    ? "The site and all records of the archive are kept on this device."
    : "The site is kept on this device, without the pages of the archive.",
  works: "Reading, stepping, searching and playing work without a network.",
  ready: "A new version has been fetched. What is kept stays as it is until you use it.",
  others: (count) => `Close the other ${count === 1 ? "tab" : `${count} tabs`} of this site first: two versions at once would not go together.`,
  removed: "Nothing is kept any more.",
  checking: "Looking for a new version …",
  newest: "This is the newest version.",
  unreachable: "The site could not be reached, so there may be a new version. What is kept stays.",

  keep: (part) => `Keep the site for offline (${size(part.packed)} to fetch, ${size(part.bytes)} kept)`,
  archive: (part) => `The archive’s pages too (${files(part.files)}, ${size(part.bytes)})`,
  addArchive: (part) => `Keep the archive’s pages too (${size(part.packed)} to fetch, ${size(part.bytes)} kept)`,
  dropArchive: "Remove the archive’s pages",
  use: "Use the new version",
  check: "Look for a new version",
  remove: "Remove all that is kept",
  again: "Try again",

  disk: "This page was opened from disk: the site is on this device already.",
  preview: "This is a preview of pages being written, of which nothing can be kept.",
  insecure: "Browsers keep a site only if it comes over https. This one came over plain http.",
  unsupported: "This browser keeps no sites, or not in a private window. Everything else works here.",
  refused: (why) => `The browser refused to keep the site: ${why} In a private window, or with storage switched off, nothing can be kept. Everything else works here.`,
  full: (needed, free) => `There is not room enough: ${size(needed)} are needed, and the browser gives this site ${size(free)}.`,
  quota: "The browser’s room for this site is full. Nothing was kept.",
  broken: (file) => `${file ? `${file} ` : "A file "}could not be had, or is not the one that belongs to this version: perhaps the site is being put up anew. Nothing was changed.`,
  missing: (page) => `The page “${page}” is not kept on this device, and there is no network now.`,
  newer: (page) => `The page “${page}” is of a newer version than the one kept here. Use the new version to read it.`,
};
