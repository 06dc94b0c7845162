// Fetches the runtime's files, and says plainly what is wrong with one. The page loads with it what
// is large, while the worker starts, and the worker, which has a copy beside it, the scripts.

const WASM_MAGIC = [0x00, 0x61, 0x73, 0x6d];
const GZIP_MAGIC = [0x1f, 0x8b];
const MESSAGE_LENGTH = 400;

/** How the runtime's files are asked for. */
export class Loading {
  #folder;
  #reload;
  #gzipped;
  #add;
  #signal;

  /**
   * @param {object} how
   *   `folder` is the runtime's address; `reload` passes the browser's cache by; `gzipped` names
   *   the files with a sibling .gz; `add(file, bytes)` is told of what has come; `signal` ends it.
   */
  constructor({ folder, reload, gzipped, add, signal = new AbortController().signal }) {
    this.#folder = folder;
    this.#signal = signal;
    this.#reload = reload;
    this.#gzipped = new Set(typeof DecompressionStream === "undefined" ? [] : gzipped);
    this.#add = add;
  }

  /** Where a file stands. */
  address(file) {
    return new URL(file.name, this.#folder).href;
  }

  /** Run a script and give its module. */
  async script(file) {
    if (this.#reload) await (await this.#request(file)).arrayBuffer(); // now the cache has it anew
    let module;
    try {
      module = await import(this.address(file));
    } catch (error) {
      throw fault("load", file, `could not be loaded (${reason(error)})`);
    }
    this.#add(file, file.size);
    return module;
  }

  /** Give a file's bytes. */
  async archive(file) {
    const bytes = new Uint8Array(file.size);
    await this.#read(await this.#request(file), file, (part, at) => bytes.set(part, at));
    return checked(bytes, file);
  }

  /**
   * Compile WebAssembly. That starts with the first bytes, from the response as it comes: with its
   * address, so that the browser may keep the code. Its twin is looked at and counted meanwhile.
   */
  async compiled(file) {
    const response = await this.#request(file);
    const counted = this.#read(response.clone(), file, (part, at) => {
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

  // What a host sends uncompressed lies compressed beside it. Which of the two it is, the headers
  // say before the file itself has come: a host that compresses is asked once, and no byte is lost.
  async #request(file) {
    const ending = new AbortController();
    const response = await this.#ask(file, "", ending.signal);
    if (!this.#gzipped.has(file.name) || response.headers.get("Content-Encoding")) return response;
    let packed;
    try {
      packed = await this.#ask(file, ".gz");
    } catch {
      return response; // no sibling, so the file itself
    }
    ending.abort();
    return unpacked(packed, file);
  }

  async #ask(file, ending, signal) {
    let response;
    try {
      response = await fetch(this.address(file) + ending, {
        credentials: "same-origin",
        cache: this.#reload ? "reload" : "default",
        signal: AbortSignal.any([this.#signal, ...(signal ? [signal] : [])]),
      });
    } catch (error) {
      throw fault("load", file, `could not be reached (${reason(error)})`);
    }
    if (!response.ok) throw fault("load", file, `could not be had (status ${response.status})`);
    return response;
  }

  async #read(response, file, take) {
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
      this.#add(file, part.value.length);
    }
    if (length !== file.size) {
      throw fault("damaged", file, `ended after ${length} of ${file.size} bytes`);
    }
  }
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

// Plain http has no digests; there the length must do.
async function checked(bytes, file) {
  if (!globalThis.crypto?.subtle) return bytes;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const found = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (found !== file.sha256) throw fault("damaged", file, "is damaged: its bytes are not those made");
  return bytes;
}

// --- what is wrong ---------------------------------------------------------------------------

/** What is wrong with a file: `code`, a sentence, the file's name. */
export class Fault extends Error {
  constructor({ code, message, file }) {
    super(message);
    this.code = code;
    this.file = file;
  }
}

/** Make the fault of a file of which `what` can be said. */
export function fault(code, file, what) {
  return new Fault({ code, message: `${file.name} ${what}.`, file: file.name });
}

/** Whatever was thrown, as plain data; `what` says what failed where the error itself does not. */
export function told(error, code, what) {
  if (error instanceof Fault) {
    return { code: error.code, message: error.message, retry: true, file: error.file };
  }
  return { code, message: `${what}: ${reason(error)}`, retry: true };
}

/** Why, in a line; a Python traceback becomes its last one. */
export function reason(error) {
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
