// The way to the engine in the reader's browser. Not a byte of it is asked for before a reader
// points at a control that needs it.

let client = null;

function load() {
  client ??= import("./python.mjs").catch((error) => {
    client = null;
    throw error;
  });
  return client;
}

/** Begin to fetch the engine: someone points at a control that will need it. */
export function warm() {
  load().then((python) => python.warm(), () => { /* said when it is really asked for */ });
}

// What may take long on a slow device and stands beside a button that stops it, in milliseconds.
const LIMITS = { analyse: 120_000 };

/** Ask the engine; `onStage` is told in words how far it is. Errors are plain objects. */
export async function ask(op, payload, onStage) {
  let python;
  try {
    python = await load();
  } catch (error) {
    throw { code: "load", message: String(error?.message ?? error), retry: true, file: "python.mjs" };
  }
  return python.call(op, payload, { onStage, ...(op in LIMITS && { timeout: LIMITS[op] }) });
}

/** Stop what runs; the next question starts anew. */
export async function stopEngine() {
  if (client) (await client).stop();
}
