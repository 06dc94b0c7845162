// The page's side of the Python worker: one worker per tab, started when it is first asked for.
//
// This module lives as long as the tab's page does; under instant navigation that is many pages,
// and they share the worker. Nothing of Python is fetched before `warm` or `call`.

import { Loading, told } from "./loading.mjs";

const START_SILENCE = 30_000; // milliseconds in which nothing new is heard of the start
const RUN_LIMIT = 5_000; // milliseconds
const STARTS_IN_A_ROW = 2;

/** Why Python gave no result: `code`, `message`, `retry` (whether trying again can help), `file`
 * where one is to blame, and whatever else the bridge said of the fault. */
export class EngineError extends Error {
  constructor({ code, message, retry = false, ...rest }) {
    super(message);
    this.name = "EngineError";
    Object.assign(this, { code, retry, ...rest });
  }
}

/** "none", "starting", "ready" or "failed". */
export let state = "none";

let worker = null;
let turn = 0; // counts starts and ends: what an earlier worker still says is not listened to
let failures = 0; // starts that failed in a row
let stage = null; // what was last said of the start under way
let watchdog = 0;
let queue = []; // calls in their order; the first is being run when `running`
let running = false;
let nextId = 1;
let found = null; // the module runtime.mjs: where the runtime stands and what is in it
let parts = null; // {key, ending, coming}: what this page has loaded for its workers, or is loading
let fresh = false; // ask the server and not the browser's memory

/** Start loading because the reader is about to ask; not if they save data or it failed before. */
export function warm() {
  const saves =
    navigator.connection?.saveData || matchMedia("(prefers-reduced-data: reduce)").matches;
  if (state === "none" && !saves && !impossible()) start();
}

/** Ask the engine's bridge and give its result.
 *
 * A call after a failed start tries again: it is the reader who asks.
 *
 * @param {string} op the bridge's operation
 * @param {object} payload what goes with it
 * @param {object} options
 *   `onStage(text, {stage, of, loaded, total, waiting})` is told while Python loads: sizes in
 *   bytes, names of the files not there yet;
 *   `timeout` is the limit of this run in milliseconds, not counting the wait for its turn;
 *   `runtime` is the key of the runtime that the page was made with, as its `data-runtime` says:
 *   a worker of an earlier one gives way.
 * @returns {Promise<object>} the result; rejects with EngineError
 */
export function call(
  op,
  payload = {},
  { onStage, timeout = RUN_LIMIT, runtime = runtimeOfPage() } = {},
) {
  const reason = impossible();
  if (reason) return Promise.reject(reason);
  return new Promise((resolve, reject) => {
    const text = JSON.stringify({ ...payload, op });
    queue.push({ id: nextId++, op, text, timeout, onStage, runtime, resolve, reject });
    if (stage) onStage?.(...stage);
    if (state === "none" || state === "failed") start();
    else next();
  });
}

/** End what runs and what waits. A worker that had loaded is replaced at once by a new one. */
export function stop() {
  if (queue.length === 0) return;
  const wasReady = state === "ready";
  end("none");
  refuseAll(new EngineError({ code: "stopped", message: "Stopped.", retry: true }));
  if (wasReady) start();
}

// --- the worker's life -----------------------------------------------------------------------

function impossible() {
  if (location.protocol === "file:") {
    return new EngineError({
      code: "file-scheme",
      message:
        "Python cannot start in a page opened from disk: browsers ask for a web server there. " +
        "The recorded steps work here too.",
    });
  }
  if (typeof Worker === "undefined" || typeof WebAssembly === "undefined") {
    return new EngineError({
      code: "unsupported",
      message: "This browser lacks WebAssembly, which Python needs. The recorded steps work here.",
    });
  }
  return null;
}

async function start() {
  const mine = ++turn;
  const reload = fresh;
  let boot;
  state = "starting";
  watchStart();
  try {
    found = await describe();
    if (mine !== turn) return;
    // A site kept for offline (offline.mjs says so) has the files on this device, as they are.
    const gzipped = globalThis.elfernKept ? [] : (found.GZIPPED ?? []);
    boot = { kind: "boot", manifest: found.MANIFEST, reload, gzipped };
    load(boot);
    worker = open(new URL("worker.mjs", found.RUNTIME).href, failures === 0);
  } catch {
    if (mine === turn) startFailed(unreachable("runtime.mjs"));
    return;
  }
  worker.onmessage = ({ data }) => {
    if (mine === turn) receive(data);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    if (mine !== turn) return;
    // A script that could not be had gives no message; one that broke does.
    const error = event.message
      ? {
          code: "crashed",
          message: `The Python worker broke: ${event.message}`,
          file: "worker.mjs",
          retry: true,
        }
      : unreachable("worker.mjs");
    if (state === "starting") startFailed(error);
    else lost(error);
  };
  worker.postMessage(boot);
  for (const [role, part] of parts.coming) {
    const give = (what) => mine === turn && worker.postMessage({ kind: "part", role, ...what });
    part.then((value) => give({ value }), (error) => give({ error }));
  }
}

// A worker takes its time to come: meanwhile the page loads what is large, and compiles. The next
// worker gets the same. What is wrong with a file is the worker's to tell, with all else.
function load({ manifest, reload, gzipped }) {
  const { key, files } = manifest;
  if (parts?.key === key && !reload) return;
  forget();
  const ending = new AbortController();
  const { signal } = ending;
  const add = ({ name }, bytes) => worker?.postMessage({ kind: "loaded", name, bytes });
  const loading = new Loading({ folder: found.RUNTIME, reload, gzipped, add, signal });
  const coming = Object.entries({
    wasm: loading.compiled(files.wasm),
    library: loading.archive(files.library),
    engine: loading.archive(files.engine),
  }).map(([role, part]) => [
    role,
    part.catch((error) => Promise.reject(told(error, "load", files[role].name))),
  ]);
  parts = { key, ending, coming };
}

function forget() {
  parts?.ending.abort();
  parts = null;
}

// A script that stands in the page takes the page's content policy along, and with it the worker:
// it can ask no other origin and run no text as a program, on hosts that send no header. Where a
// browser will not start it so, the second try does without; what is shut in the worker stays shut.
function open(address, walled) {
  const options = { type: "module", name: "elfern-python" };
  if (!walled) return new Worker(address, options);
  const script = new Blob([`import ${JSON.stringify(address)};`], { type: "text/javascript" });
  const entry = URL.createObjectURL(script);
  setTimeout(() => URL.revokeObjectURL(entry), START_SILENCE);
  return new Worker(entry, options);
}

function unreachable(file) {
  return { code: "load", message: `${file} could not be loaded.`, file, retry: true };
}

// The server may have a newer runtime than the browser remembers: after a failure, and when the
// page that asks was made with another one.
async function describe() {
  if (!found || fresh) found = await readDescription(fresh);
  if (isOther(queue[0])) found = await readDescription(true);
  fresh = false;
  return found;
}

function readDescription(anew) {
  const url = new URL("runtime.mjs", import.meta.url);
  if (anew) url.searchParams.set("at", Date.now().toString(36));
  return import(url.href);
}

function runtimeOfPage() {
  return document.querySelector("[data-runtime]")?.dataset.runtime;
}

function isOther(asked) {
  return Boolean(asked?.runtime) && asked.runtime !== found.MANIFEST.key;
}

function end(newState) {
  turn += 1;
  clearTimeout(watchdog);
  worker?.terminate();
  worker = null;
  stage = null;
  running = false;
  state = newState;
}

function watch(milliseconds, then) {
  clearTimeout(watchdog);
  watchdog = setTimeout(then, milliseconds);
}

function watchStart() {
  watch(START_SILENCE, () => {
    const { waiting = [] } = stage?.[1] ?? {};
    const why = waiting.length ? ` It waited for ${waiting.join(", ")}.` : "";
    startFailed({
      code: "start-timeout",
      message: `Python did not start: nothing happened for ${START_SILENCE / 1000} seconds.${why}`,
      file: waiting[0],
      retry: true,
    });
  });
}

// One more start by itself, then only when the reader asks.
function startFailed(error) {
  end("failed");
  forget();
  failures += 1;
  fresh = true;
  if (failures < STARTS_IN_A_ROW && error.code !== "start-timeout") {
    start();
    return;
  }
  const often = failures > 1 ? ` Python failed to start ${failures} times.` : "";
  refuseAll(new EngineError({ ...error, message: error.message + often }));
}

// The worker broke or hangs in the middle of a run. That run is lost; what waits gets a new worker.
function lost(error) {
  const call = running ? queue.shift() : null;
  end("none");
  call?.reject(new EngineError(error));
  start();
}

function refuseAll(error) {
  const refused = queue;
  queue = [];
  for (const { reject } of refused) reject(error);
}

// --- calls -----------------------------------------------------------------------------------

function receive(message) {
  if (message.kind === "answer") {
    answered(message);
  } else if (message.kind === "stage") {
    const { kind, text, ...detail } = message;
    const sizes = `${size(detail.loaded)} of ${size(detail.total)}`;
    stage = [`${text} (${detail.stage} of ${detail.of}), ${sizes}`, detail];
    watchStart();
    for (const { onStage } of queue) onStage?.(...stage);
  } else if (message.kind === "ready") {
    clearTimeout(watchdog);
    stage = null;
    failures = 0;
    state = "ready";
    next();
  } else {
    startFailed(message.error);
  }
}

function size(bytes) {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function next() {
  if (state !== "ready" || running || queue.length === 0) return;
  const asked = queue[0];
  if (isOther(asked) && !asked.renewed) {
    asked.renewed = true;
    end("none");
    start();
    return;
  }
  running = true;
  watch(asked.timeout, () =>
    lost({
      code: "timeout",
      message: `Python did not finish within ${asked.timeout / 1000} seconds and was stopped.`,
      retry: true,
    }),
  );
  worker.postMessage({ kind: "call", id: asked.id, op: asked.op, text: asked.text });
}

function answered({ id, text, error, fatal }) {
  if (!running || queue[0].id !== id) return;
  if (fatal) {
    lost({ ...error, code: "crashed" });
    return;
  }
  clearTimeout(watchdog);
  const { resolve, reject } = queue.shift();
  running = false;
  if (error) {
    reject(new EngineError(error));
  } else {
    const answer = JSON.parse(text);
    if (answer.ok) resolve(answer.result);
    else reject(new EngineError(answer.error));
  }
  next();
}

// A page that is left gives its memory back. One that is come back to starts anew when asked.
addEventListener("pagehide", () => {
  end(state === "failed" ? "failed" : "none");
  forget();
  refuseAll(new EngineError({ code: "stopped", message: "The page was left.", retry: true }));
});
