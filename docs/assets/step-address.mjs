// Links to a step: `#replay-ID:7/lead` or `#replay-ID:7a.9/reply:hide=D`.
//
// ID is the viewer's id on its page, never its position. The step is named as in the record: by
// the number of its trick, after the letters of the branch that it stands in.

const HIDES = new Set(["F", "D", "stock", "none"]);
const STEP = /^(?:0|end|(?:\d{1,2}[a-z]\.)*(?:\d{1,2}\/(?:lead|reply)|0|end))$/;

/**
 * Read a fragment. Returns `null` if it is not a link to a step, else
 * `{id, step, hide, wellFormed}`: `step` is `null` where the link names none, `hide` is `null`, "F",
 * "D", "stock" or "none", and `wellFormed` is false where the link names something that no record can have.
 */
export function parseFragment(fragment) {
  let text = fragment.replace(/^#/, "");
  try {
    text = decodeURIComponent(text);
  } catch {
    // A stray per cent sign: read it as it stands.
  }
  const match = /^replay-([^:]+)(?::([^:]*))?(?::(.*))?$/.exec(text);
  if (!match) return null;
  const [, id, step = "", rest = ""] = match;
  const options = new Map(rest.split(":").filter(Boolean).map((part) => {
    const at = part.indexOf("=");
    return at < 0 ? [part, ""] : [part.slice(0, at), part.slice(at + 1)];
  }));
  const hide = options.get("hide") ?? null;
  return {
    id: `replay-${id}`,
    step: step || null,
    hide: HIDES.has(hide) ? hide : null,
    wellFormed: (step === "" || STEP.test(step)) && (hide === null || HIDES.has(hide)),
  };
}

/** Write the fragment of a step: `formatFragment("replay-x", "7/lead", "D")`. */
export function formatFragment(id, step, hide = null) {
  return `#${id}:${step}${hide ? `:hide=${hide}` : ""}`;
}
