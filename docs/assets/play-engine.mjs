// The way of the play page to the engine: one thing at a time, a wait that shows, and one new
// attempt by itself where a worker died in the middle of its work.

const SHOW_AFTER = 300; // milliseconds
const LIMIT = 20_000; // milliseconds for one card: a strong player on a slow phone

/** A number to start a shuffler with, from the browser's own generator. */
export function seed() {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return (high & 0x1fffff) * 0x100000000 + low;
}

/**
 * Make it. `show(state)` gets `{stage, detail, restarted}` while a wait shows, `null` when it is
 * over: `detail` is how far loading is, `{stage, of, loaded, total}` in bytes.
 */
export function makeEngine(show) {
  let busy = false;
  let turn = 0;
  let client = null;
  const load = () => {
    client ??= import("./python.mjs").catch((error) => {
      client = null;
      throw { code: "load", message: String(error?.message ?? error), file: "python.mjs", retry: true };
    });
    return client;
  };

  async function once(op, payload, told) {
    const python = await load();
    return python.call(op, payload, { timeout: LIMIT, onStage: (text, detail) => told({ stage: text, detail }) });
  }

  const engine = {
    get busy() {
      return busy;
    },
    warm() {
      load().then((python) => python.warm(), () => { /* said when it is really asked for */ });
    },
    /** Ask once; a worker that broke is asked again, for every request brings all it needs. */
    async ask(op, payload) {
      const mine = turn;
      let state = {};
      let shown = false;
      const timer = setTimeout(() => {
        shown = true;
        if (mine === turn) show(state);
      }, SHOW_AFTER);
      const told = (changed) => {
        state = { ...state, ...changed };
        if (shown && mine === turn) show(state);
      };
      try {
        let result;
        try {
          result = await once(op, payload, told);
        } catch (error) {
          if (error?.code !== "crashed" || mine !== turn) throw error;
          told({ restarted: true, stage: null, detail: null });
          result = await once(op, payload, told);
        }
        if (mine !== turn) throw { code: "dropped" };
        return result;
      } catch (error) {
        throw mine === turn ? error : { code: "dropped" };
      } finally {
        clearTimeout(timer);
        if (shown && mine === turn) show(null);
      }
    },
    /** Do work during which nothing else is begun. */
    async run(work) {
      if (busy) return;
      const mine = turn;
      busy = true;
      try {
        await work();
      } finally {
        if (mine === turn) busy = false;
      }
    },
    /** Forget what runs: its answer is not waited for any more. */
    drop() {
      turn += 1;
      busy = false;
      show(null);
    },
  };
  return engine;
}
