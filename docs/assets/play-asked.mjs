// What the page's address asks for: rules of the lab's, a record of the archive, or a record packed
// into the address; the latter two at one of their steps.

import { unpack } from "./packing.mjs";
import { fragmentParts } from "./room.mjs";

const RECORD = /^([a-z0-9]+(?:-[a-z0-9]+)*)(?::([0-9a-z][0-9a-z/.]*))?$/;

/**
 * Read the part of an address after `#`.
 *
 * `rules` is an expression or `null`; `deal` is `null` or `{name, fetch()}`, where `fetch` gives
 * `{text, at}`, or `null` if there is no such record.
 */
export function asked(fragment, recordsUrl) {
  const parts = fragmentParts(fragment);
  const [named, packed] = [parts.get("from"), parts.get("record")];
  let deal = null;
  if (named !== undefined) deal = { name: named, fetch: () => fromArchive(named, recordsUrl) };
  else if (packed !== undefined) deal = { name: null, fetch: () => fromLink(packed, parts.get("at")) };
  return { rules: parts.get("rules") ?? null, deal };
}

async function fromArchive(named, recordsUrl) {
  const [, id, at] = RECORD.exec(named) ?? [];
  const answer = id ? await fetch(`${recordsUrl}${id}.egn`).catch(() => null) : null;
  return answer?.ok ? { text: await answer.text(), at: at ?? "0", id } : null;
}

async function fromLink(packed, at) {
  try {
    return { text: await unpack(packed), at: at ?? "0", id: null };
  } catch {
    return null; // damaged, or this browser cannot unpack
  }
}
