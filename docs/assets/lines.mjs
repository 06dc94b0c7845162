// The lines of a record as a viewer walks them: the main line, and each branch joined to the
// steps that lead to it. Pure functions over step frames; they know no rule of the game.

/**
 * A line: `label` is "" for the main line, else the branch's path such as "7a";
 * `steps` are all its steps from the start; `from` is the first step of its own; `parent` is the
 * label of the line that it leaves, `trick` the number of the trick that it replaces.
 */
function makeLine(label, steps, from, parent, trick) {
  return { label, steps, from, parent, trick, tricks: listTricks(steps), stops: trickStops(steps) };
}

/** All lines of the frames, by label. */
export function linesOf(frames) {
  const lines = new Map([["", makeLine("", frames.steps, 0, null, null)]]);
  const pending = (frames.branches ?? []).map((branch) => ["", branch]);
  while (pending.length > 0) {
    const [parentLabel, branch] = pending.pop();
    const parent = lines.get(parentLabel);
    const trick = Number(String(branch.at).split(".").pop());
    const cut = parent.steps.findIndex((step) => step.trick === trick && step.kind !== "start");
    const before = parent.steps.slice(0, cut < 0 ? parent.steps.length : cut);
    lines.set(branch.label, makeLine(branch.label, [...before, ...branch.steps], before.length, parentLabel, trick));
    for (const inner of branch.branches ?? []) pending.push([branch.label, inner]);
  }
  return lines;
}

/** The branches that leave a line, in order of their trick, then of their letter. */
export function branchesOf(lines, label) {
  return [...lines.values()]
    .filter((line) => line.parent === label)
    .sort((a, b) => a.trick - b.trick || (a.label < b.label ? -1 : 1));
}

/**
 * Where a step stands: `{label, index}`, or `null` if no line has it. The line `prefer` is asked
 * first: the steps before a branch belong to it as well.
 */
export function locate(lines, address, prefer = "") {
  const order = [prefer, ...[...lines.keys()].filter((label) => label !== prefer)];
  for (const label of order) {
    const index = lines.get(label)?.steps.findIndex((step) => step.address === address) ?? -1;
    if (index >= 0) return { label, index };
  }
  return null;
}

/** The tricks of a line: `{number, lead, reply}`, indices of its steps, `reply` −1 if none. */
function listTricks(steps) {
  const tricks = [];
  steps.forEach((step, index) => {
    if (step.kind === "lead") tricks.push({ number: step.trick, lead: index, reply: -1 });
    else if (step.kind === "reply" && tricks.length > 0) tricks.at(-1).reply = index;
  });
  return tricks;
}

/** Steps at which walking by trick stops: the start, each whole trick, the end. */
function trickStops(steps) {
  const last = steps.length - 1;
  return steps
    .map((step, index) => (step.kind === "lead" && index !== last ? -1 : index))
    .filter((index) => index >= 0);
}

/** The step to stop at when walking one trick forward (`by` 1) or back (`by` −1) from `index`. */
export function trickFrom(line, index, by) {
  return by > 0
    ? line.stops.find((stop) => stop > index) ?? line.steps.length - 1
    : line.stops.findLast((stop) => stop < index) ?? 0;
}

/** The step that shows trick `number` whole, or as far as it was played; −1 if there is none. */
export function trickStep(line, number) {
  const trick = line.tricks.find((each) => each.number === number);
  return trick ? Math.max(trick.lead, trick.reply) : -1;
}

/** First and last step of the tricks `first` to `last`, with the position before them. */
export function excerpt(line, first, last) {
  const start = line.tricks.find((trick) => trick.number >= first);
  const finish = line.tricks.findLast((trick) => trick.number <= last);
  if (!start || !finish || finish.lead < start.lead) return { low: 0, high: line.steps.length - 1 };
  const whole = finish === line.tricks.at(-1);
  return {
    low: Math.max(0, start.lead - 1),
    high: whole ? line.steps.length - 1 : Math.max(finish.lead, finish.reply),
  };
}
