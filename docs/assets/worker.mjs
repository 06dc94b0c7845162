// The Python worker. It stands in the runtime's own folder and is told what else is there.
//
// From the page:  {kind: "boot", manifest, reload, gzipped}
//                                                    once, first; reload passes the cache by;
//                                                    gzipped names the files with a sibling .gz
//                 {kind: "loaded", name, bytes}      what has come of a file that the page loads
//                 {kind: "part", role, value} or {kind: "part", role, error}
//                                                    that file: the WebAssembly, compiled; bytes
//                 {kind: "call", id, op, text}       an operation, and the whole request as JSON
// To the page:    {kind: "stage", stage, of, text, loaded, total, waiting}
//                 {kind: "ready"} or {kind: "failed", error}
//                 {kind: "answer", id, text} or {kind: "answer", id, error, fatal}
//
// An error is {code, message, retry, file?}. Text alone crosses the border: no Python object leaves.

import { Fault, Loading, fault, reason, told } from "./loading.mjs";

const HERE = new URL(".", import.meta.url);
const STAGES = [
  { text: "Loading Python", roles: ["loader", "glue", "wasm"] },
  { text: "Loading the standard library", roles: ["library"] },
  { text: "Loading the rules engine", roles: ["engine"] },
];
const ALL_ROLES = STAGES.flatMap(({ roles }) => roles);
// What could call out, or keep something, once all that is needed is here.
const SHUT = [
  "fetch",
  "XMLHttpRequest",
  "WebSocket",
  "WebSocketStream",
  "WebTransport",
  "EventSource",
  "RTCPeerConnection",
  "importScripts",
  "Worker",
  "SharedWorker",
  "BroadcastChannel",
  "indexedDB",
  "caches",
];
const SAY_EVERY = 200; // milliseconds
const LINES_SHOWN = 100;

// What a first Run needs is loaded at the start, the rest when another operation is asked for.
const FIRST = "elfern_core.replay_bridge";
const WHEELS = "/lib";
const WHOLE = "elfern_core.bridge";

let python = null;
let first = null;
let firstOperations = null;
let whole = null;
let progress = null;
let linesLeft = LINES_SHOWN;

const given = { wasm: part(), library: part(), engine: part() }; // by the page

function part() {
  let resolve;
  let reject;
  const promise = new Promise((...both) => {
    [resolve, reject] = both;
  });
  promise.catch(() => {}); // it may come before the start waits for it
  return { promise, resolve, reject };
}

// Set before anything is awaited: a message that comes early is not lost.
self.onmessage = ({ data }) => {
  if (data.kind === "boot") {
    boot(data).then(
      () => post({ kind: "ready" }),
      (error) => post({ kind: "failed", error: told(error, "boot", "Python did not start") }),
    );
  } else if (data.kind === "loaded") {
    progress.add(Object.values(progress.files).find(({ name }) => name === data.name), data.bytes);
  } else if (data.kind === "part") {
    if (data.error) {
      given[data.role].reject(new Fault(data.error));
    } else {
      progress.whole(progress.files[data.role]);
      given[data.role].resolve(data.value);
    }
  } else if (data.kind === "call") {
    answer(data);
  }
};

function post(message) {
  self.postMessage(message);
}

function answer({ id, op, text }) {
  linesLeft = LINES_SHOWN;
  try {
    const bridge = firstOperations.has(op) ? first : (whole ??= python.pyimport(WHOLE));
    post({ kind: "answer", id, text: bridge.call(text) });
  } catch (error) {
    post({
      kind: "answer",
      id,
      error: told(error, "engine", "The rules engine failed"),
      fatal: isFatal(error),
    });
  }
}

// --- starting --------------------------------------------------------------------------------

async function boot({ manifest, reload, gzipped }) {
  const { files, lock } = manifest;
  progress = new Progress(files);
  const add = (file, bytes) => progress.add(file, bytes);
  const loading = new Loading({ folder: HERE.href, reload, gzipped, add });
  let refuse;
  const refused = new Promise((resolve, reject) => {
    refuse = reject;
  });
  const orRefused = (promise) => Promise.race([promise, refused]);
  // All files are asked for at once, here and by the page. The first that fails ends the start.
  const parts = {
    loader: loading.script(files.loader),
    glue: loading.script(files.glue),
    wasm: given.wasm.promise,
    library: given.library.promise,
    engine: given.engine.promise,
  };
  for (const part of Object.values(parts)) part.catch(refuse);

  const { loadPyodide } = await orRefused(parts.loader);
  await orRefused(parts.glue);
  const release = stepIn(loading, files, parts.wasm, parts.library, refuse);
  try {
    const pyodide = await orRefused(
      loadPyodide({
        indexURL: HERE.href,
        stdLibURL: loading.address(files.library),
        lockFileContents: lock,
        stdin: () => null,
        stdout: printed,
        stderr: printed,
      }),
    );
    const wheel = await orRefused(parts.engine);
    progress.enter(2);
    try {
      // Python imports from the wheel as it is, for nothing in it is compressed.
      const place = `${WHEELS}/${files.engine.name}`;
      pyodide.FS.writeFile(place, wheel);
      pyodide.pyimport("sys").path.append(place);
      first = pyodide.pyimport(FIRST);
      firstOperations = new Set(first.OPERATIONS);
      python = pyodide;
    } catch (error) {
      throw fault("damaged", files.engine, `could not be used (${reason(error)})`);
    }
  } finally {
    release();
  }
  shut();
}

// The engine needs nothing but what has been loaded. A record is never a program to it; should one
// become one all the same, through a fault, then there is nothing here by which it could call out.
function shut() {
  for (const name of SHUT) {
    for (let at = self; at; at = Object.getPrototypeOf(at)) {
      if (Object.hasOwn(at, name)) delete at[name];
    }
  }
  const { modules } = python.pyimport("sys");
  for (const name of ["js", "pyodide_js"]) {
    python.unregisterJsModule(name);
    if (modules.has(name)) modules.delete(name);
  }
}

// What is loaded, in stages: Python itself, then the library that it starts with, then the engine.
class Progress {
  constructor(files) {
    this.files = files;
    this.loaded = {};
    this.stage = -1;
    this.said = 0;
    this.enter(0);
  }

  enter(stage) {
    if (stage <= this.stage) return;
    this.stage = stage;
    this.say();
  }

  add(file, bytes) {
    this.loaded[file.name] = (this.loaded[file.name] ?? 0) + bytes;
    const isPythonThere = STAGES[0].roles.every((role) => this.isThere(this.files[role]));
    if (this.stage === 0 && isPythonThere) this.enter(1);
    else if (this.isThere(file) || performance.now() - this.said > SAY_EVERY) this.say();
  }

  whole(file) {
    this.loaded[file.name] = 0;
    this.add(file, file.size);
  }

  isThere(file) {
    return (this.loaded[file.name] ?? 0) >= file.size;
  }

  say() {
    this.said = performance.now();
    const { text, roles } = STAGES[this.stage];
    const files = roles.map((role) => this.files[role]);
    const total = files.reduce((sum, file) => sum + file.size, 0);
    const loaded = files.reduce((sum, file) => sum + (this.loaded[file.name] ?? 0), 0);
    const waiting = ALL_ROLES.map((role) => this.files[role]).filter((file) => !this.isThere(file));
    post({
      kind: "stage",
      stage: this.stage + 1,
      of: STAGES.length,
      text,
      loaded,
      total,
      waiting: waiting.map((file) => file.name),
    });
  }
}

// Stands between the loader and the browser while it starts: the loader gets what is on its way
// already, and the compiler's refusal, at which it would wait for ever, is heard.
function stepIn(loading, files, module, library, refuse) {
  const { fetch: ask } = self;
  const { instantiateStreaming } = WebAssembly;
  const archived = library.then((bytes) => new Response(bytes));
  archived.catch(() => {}); // the start has ended by itself then
  self.fetch = (input, options) => {
    const asked = String(input?.url ?? input);
    if (asked === loading.address(files.wasm)) return Promise.resolve(new Response());
    return asked === loading.address(files.library) ? archived : ask(input, options);
  };
  WebAssembly.instantiateStreaming = async (response, imports) => {
    try {
      return { module: await module, instance: await WebAssembly.instantiate(await module, imports) };
    } catch (error) {
      refuse(
        error instanceof Fault
          ? error
          : fault("load", files.wasm, `was refused by the browser (${reason(error)})`),
      );
      throw error;
    }
  };
  return () => {
    self.fetch = ask;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  };
}

// The engine prints nothing; what a fault prints goes to the console, up to a limit.
function printed(line) {
  if (linesLeft > 0) console.info(line);
  else if (linesLeft === 0) console.info("More was printed and is not shown.");
  linesLeft -= 1;
}

function isFatal(error) {
  return Boolean(
    error?.pyodide_fatal_error ||
      error instanceof WebAssembly.RuntimeError ||
      (error instanceof RangeError && !error.type) ||
      /fatally failed/.test(error?.message ?? ""),
  );
}
