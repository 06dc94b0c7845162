// The service worker of a site that a reader has asked to keep for offline. It is registered by
// the offline page alone and serves what the reader keeps: whole, and all of one version.
//
// The build makes one classic script of it and sets PACKAGES: {version, core, archive}, where core
// is a list of [path, hash] and archive the name of a script that holds such a list.
//
// A new version is fetched beside the old one, each file against the hash that the build wrote
// down. One file that is missing or of another version, and the new worker is given up: the old
// one goes on with all of the old files. So it does not matter in which order a host gets its
// files. The new worker takes over when no tab of the old version is open, or when told to.
//
// From the page:  {kind: "take", version}   take over now, if the asking tab is the only one or is
//                                  of this version already
//                 {kind: "claim"}  serve the tabs that are open: they are of this version
//                 {kind: "version"}
// To the page:    {kind: "progress", done, total}, {kind: "failed", name, message, file},
//                 {kind: "others", count}, {kind: "version", version, archive}

import { PrecacheController, PrecacheRoute } from "workbox-precaching";
import { registerRoute, Route } from "workbox-routing";

const SCOPE = self.registration.scope;
const AT_ONCE = 6; // files fetched side by side
const withArchive = new URLSearchParams(self.location.search).has("archive");

let done = 0;
let total = 0;
let failed = "";

function tell(message) {
  return self.clients
    .matchAll({ includeUncontrolled: true })
    .then((clients) => clients.forEach((client) => client.postMessage(message)));
}

const counted = {
  cacheDidUpdate: async () => {
    done += 1;
    if (done % 10 === 0 || done === total) await tell({ kind: "progress", done, total });
  },
  fetchDidFail: async ({ request }) => {
    failed ||= request.url;
  },
};

// A list in several caches, so that several files are fetched at once.
function keep(name, list) {
  const controllers = Array.from({ length: AT_ONCE }, (_, index) => new PrecacheController({
    cacheName: `elfern ${name} ${index} ${SCOPE}`,
    plugins: [counted],
  }));
  list.forEach(([path, hash], index) => controllers[index % AT_ONCE].addToCacheList([
    { url: new URL(path, SCOPE).href, revision: hash, integrity: `sha256-${hash}` },
  ]));
  return controllers;
}

if (withArchive) self.importScripts(new URL(PACKAGES.archive, SCOPE).href);
const packages = [
  ...keep("core", PACKAGES.core),
  ...(withArchive ? keep("archive", self.ARCHIVE) : []),
];

self.addEventListener("install", (event) => {
  total = PACKAGES.core.length + (withArchive ? self.ARCHIVE.length : 0);
  event.waitUntil(
    Promise.all(packages.map((each) => each.install(event))).catch(async (error) => {
      await tell({ kind: "failed", name: error.name, message: error.message, file: failed });
      throw error;
    }),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([...packages.map((each) => each.activate(event)), forget()]));
});

// What was kept of the archive and is not wished any more.
async function forget() {
  if (withArchive) return;
  const names = await self.caches.keys();
  const old = names.filter((name) => name.startsWith("elfern archive ") && name.endsWith(` ${SCOPE}`));
  await Promise.all(old.map((name) => self.caches.delete(name)));
}

self.addEventListener("message", (event) => {
  const answer = (message) => event.source.postMessage(message);
  if (event.data?.kind === "version") {
    answer({ kind: "version", version: PACKAGES.version, archive: withArchive });
  } else if (event.data?.kind === "claim") {
    event.waitUntil(self.clients.claim());
  } else if (event.data?.kind === "take") {
    event.waitUntil(event.data.version === PACKAGES.version ? self.skipWaiting() : take(answer));
  }
});

// Two versions side by side in open tabs would mix: the other tabs are to be closed first.
async function take(answer) {
  const all = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tabs = all.filter((client) => client.url.startsWith(SCOPE) && client.frameType !== "nested");
  if (tabs.length > 1) answer({ kind: "others", count: tabs.length - 1 });
  else await self.skipWaiting();
}

// --- answering -------------------------------------------------------------------------------

for (const each of packages) {
  registerRoute(new PrecacheRoute(each, {
    directoryIndex: "index.html",
    cleanURLs: false,
    ignoreURLParametersMatching: [/./],
  }));
}

// A page that is not kept comes from the network, if it is of the version that is: its scripts and
// styles will come from here.
function isOther({ url, request, sameOrigin }) {
  return sameOrigin && url.href.startsWith(SCOPE) && request.method === "GET"
    && (request.mode === "navigate" || url.pathname.endsWith("/"));
}

async function fetched({ request }) {
  let why = "missing";
  try {
    const response = await fetch(request);
    if (!response.headers.get("Content-Type")?.startsWith("text/html")) return response;
    const text = await response.clone().text();
    const version = /<meta name="elfern-version" content="(\w+)">/.exec(text)?.[1];
    if (!response.ok || !version || version === PACKAGES.version) return response;
    why = "newer";
    await self.registration.update();
  } catch {
    // No network, or none that answers.
  }
  if (request.mode !== "navigate") return Response.error(); // the theme then loads the page itself
  const page = new URL("offline/", SCOPE);
  page.searchParams.set(why, request.url.slice(SCOPE.length));
  return Response.redirect(page.href);
}

registerRoute(new Route(isOther, fetched));
