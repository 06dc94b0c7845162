// The Python worker. It stands in the runtime's own folder and is told what else is there.
//
// From the page:  {kind: "boot", manifest, reload, gzipped}
//                                                    once, first; reload passes the cache by;
//                                                    gzipped names the files with a sibling .gz
//                 {kind: "call", id, op, text}       an operation, and the whole request as JSON
// To the page:    {kind: "stage", stage, of, text, loaded, total, waiting}
//                 {kind: "ready"} or {kind: "failed", error}
//                 {kind: "answer", id, text} or {kind: "answer", id, error, fatal}
//
// An error is {code, message, retry, file?}. Text alone crosses the border: no Python object leaves.

const HERE = new URL(".", import.meta.url);
const STAGES = [
  { text: "Loading Python", roles: ["loader", "glue", "wasm"] },
  { text: "Loading the standard library", roles: ["library"] },
  { text: "Loading the rules engine", roles: ["engine"] },
];
const ALL_ROLES = STAGES.flatMap(({ roles }) => roles);
const WASM_MAGIC = [0x00, 0x61, 0x73, 0x6d];
const GZIP_MAGIC = [0x1f, 0x8b];
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
const MESSAGE_LENGTH = 400;

// What a first Run needs is loaded at the start, the rest when another operation is asked for.
const FIRST = "elfern_core.replay_bridge";
const WHOLE = "elfern_core.bridge";

let python = null;
let first = null;
let firstOperations = null;
let whole = null;
let reload = false;
let gzipped = new Set();
let linesLeft = LINES_SHOWN;

// Set before anything is awaited: a message that comes early is not lost.
self.onmessage = ({ data }) => {
  if (data.kind === "boot") {
    reload = data.reload;
    gzipped = new Set(typeof DecompressionStream === "undefined" ? [] : data.gzipped);
    boot(data.manifest).then(
      () => post({ kind: "ready" }),
      (error) => post({ kind: "failed", error: normalised(error, "boot", "Python did not start") }),
    );
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
      error: normalised(error, "engine", "The rules engine failed"),
      fatal: isFatal(error),
    });
  }
}

// --- starting --------------------------------------------------------------------------------

async function boot(manifest) {
  const { files, lock } = manifest;
  const progress = new Progress(files);
  let refuse;
  const refused = new Promise((resolve, reject) => {
    refuse = reject;
  });
  const orRefused = (promise) => Promise.race([promise, refused]);
  // All files are asked for at once. The first that fails ends the start.
  const parts = {
    loader: script(files.loader, progress),
    glue: script(files.glue, progress),
    wasm: compiled(files.wasm, progress),
    library: archive(files.library, progress),
    engine: archive(files.engine, progress),
  };
  for (const part of Object.values(parts)) part.catch(refuse);

  const { loadPyodide } = await orRefused(parts.loader);
  await orRefused(parts.glue);
  const release = stepIn(files, parts.wasm, parts.library, refuse);
  try {
    const pyodide = await orRefused(
      loadPyodide({
        indexURL: HERE.href,
        stdLibURL: address(files.library),
        lockFileContents: lock,
        stdin: () => null,
        stdout: printed,
        stderr: printed,
      }),
    );
    const wheel = await orRefused(parts.engine);
    progress.enter(2);
    try {
      pyodide.unpackArchive(wheel, "wheel");
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

async function script(file, progress) {
  if (reload) await (await request(file)).arrayBuffer(); // now the cache has it anew
  let module;
  try {
    module = await import(address(file));
  } catch (error) {
    throw fault("load", file, `could not be loaded (${reason(error)})`);
  }
  progress.add(file, file.size);
  return module;
}

async function archive(file, progress) {
  const bytes = new Uint8Array(file.size);
  await read(await request(file), file, progress, (part, at) => bytes.set(part, at));
  return checked(bytes, file);
}

// Compiling starts with the first bytes, from the response as it comes: with its address, so that
// the browser may keep the code. Its twin is looked at and counted meanwhile. One download.
async function compiled(file, progress) {
  const response = await request(file);
  const counted = read(response.clone(), file, progress, (part, at) => {
    if (at === 0 && !WASM_MAGIC.every((byte, index) => part[index] === byte)) {
      throw fault("damaged", file, "is not WebAssembly, perhaps a page that says why");
    }
  });
  counted.catch(() => {}); // heard below
  // A server may not know the type, and the compiler insists on it.
  const typed = response.headers.get("Content-Type")?.startsWith("application/wasm")
    ? response
    : new Response(response.body, { headers: { "Content-Type": "application/wasm" } });
  try {
    const module = await WebAssembly.compileStreaming(typed);
    await counted;
    return module;
  } catch (error) {
    await counted; // says more of a file that is another or broke off
    throw error instanceof Fault
      ? error
      : fault("load", file, `was refused by the browser (${reason(error)})`);
  }
}

function address(file) {
  return new URL(file.name, HERE).href;
}

// What a host sends uncompressed lies compressed beside it. Which of the two it is, the headers
// say before the file itself has come: a host that compresses is asked once, and no byte is lost.
async function request(file) {
  const ending = new AbortController();
  const response = await ask(file, "", ending.signal);
  if (!gzipped.has(file.name) || response.headers.get("Content-Encoding")) return response;
  let packed;
  try {
    packed = await ask(file, ".gz");
  } catch {
    return response; // no sibling, so the file itself
  }
  ending.abort();
  return unpacked(packed, file);
}

async function ask(file, ending, signal) {
  let response;
  try {
    response = await fetch(address(file) + ending, {
      credentials: "same-origin",
      cache: reload ? "reload" : "default",
      signal,
    });
  } catch (error) {
    throw fault("load", file, `could not be reached (${reason(error)})`);
  }
  if (!response.ok) throw fault("load", file, `could not be had (status ${response.status})`);
  return response;
}

// A host may have declared the sibling to be compressed; then the browser has unpacked it already.
async function unpacked(response, file) {
  const reader = response.body.getReader();
  const first = await reader.read();
  const body = new ReadableStream({
    start: (to) => first.done || to.enqueue(first.value),
    pull: async (to) => {
      const part = await reader.read();
      if (part.done) to.close();
      else to.enqueue(part.value);
    },
    cancel: (why) => reader.cancel(why),
  });
  const isPacked = GZIP_MAGIC.every((byte, index) => first.value?.[index] === byte);
  const type = file.name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
  return new Response(isPacked ? body.pipeThrough(new DecompressionStream("gzip")) : body, {
    headers: { "Content-Type": type },
  });
}

async function read(response, file, progress, take) {
  const reader = response.body.getReader();
  let length = 0;
  for (;;) {
    let part;
    try {
      part = await reader.read();
    } catch {
      throw fault("load", file, `broke off after ${length} of ${file.size} bytes`);
    }
    if (part.done) break;
    if (length + part.value.length > file.size) {
      throw fault("damaged", file, `is longer than its ${file.size} bytes`);
    }
    take(part.value, length);
    length += part.value.length;
    progress.add(file, part.value.length);
  }
  if (length !== file.size) {
    throw fault("damaged", file, `ended after ${length} of ${file.size} bytes`);
  }
}

// Plain http has no digests; there the length must do.
async function checked(bytes, file) {
  if (!self.crypto?.subtle) return bytes;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const found = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (found !== file.sha256) throw fault("damaged", file, "is damaged: its bytes are not those made");
  return bytes;
}

// Stands between the loader and the browser while it starts: the loader gets what is on its way
// already, and the compiler's refusal, at which it would wait for ever, is heard.
function stepIn(files, module, library, refuse) {
  const { fetch: ask } = self;
  const { instantiateStreaming } = WebAssembly;
  const archived = library.then((bytes) => new Response(bytes));
  archived.catch(() => {}); // the start has ended by itself then
  self.fetch = (input, options) => {
    const asked = String(input?.url ?? input);
    if (asked === address(files.wasm)) return Promise.resolve(new Response());
    return asked === address(files.library) ? archived : ask(input, options);
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

// --- errors ----------------------------------------------------------------------------------

class Fault extends Error {
  constructor(code, message, file) {
    super(message);
    this.code = code;
    this.file = file;
  }
}

function fault(code, file, what) {
  return new Fault(code, `${file.name} ${what}.`, file.name);
}

function isFatal(error) {
  return Boolean(
    error?.pyodide_fatal_error ||
      error instanceof WebAssembly.RuntimeError ||
      (error instanceof RangeError && !error.type) ||
      /fatally failed/.test(error?.message ?? ""),
  );
}

// Whatever was thrown becomes a sentence; a Python traceback becomes its last line.
function normalised(error, code, what) {
  if (error instanceof Fault) {
    return { code: error.code, message: error.message, retry: true, file: error.file };
  }
  return { code, message: `${what}: ${reason(error)}`, retry: true };
}

function reason(error) {
  if (error === null || error === undefined) return "no reason was given";
  const text = typeof error === "object" ? error.message ?? error.name : String(error);
  const lines = String(text ?? "").trim().split("\n").filter((line) => line.trim());
  const last = error.type ? pythonReason(lines, error.type) : lines[0];
  if (last) return last.slice(0, MESSAGE_LENGTH);
  return `an object with ${Object.keys(error).join(", ") || "no properties"}`;
}

// Notes may follow the line that names a Python exception.
function pythonReason(lines, type) {
  return lines.findLast((line) => line.startsWith(type)) ?? lines.at(-1);
}
