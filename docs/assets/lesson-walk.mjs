// The way through a lesson: the steps of a record's main line, of which the reader plays one seat.
// What may be played, what follows and what there is to say of it stands in the frames.

/** The seat that the reader plays. */
export const READER = "F";

/** Make the way. `at` is the step that stands on the table. */
export function makeWalk({ steps, branches }) {
  const turns = steps.flatMap((step, index) => (step.toPlay === READER && steps[index + 1]?.card ? [index] : []));
  const last = steps.findLastIndex((step) => step.card !== null);

  return {
    /** How many cards the reader plays. */
    cards: turns.length,
    /** The step at which the reader is to play card number `n`, from 0; at the end the last one. */
    stepOf: (n) => turns[n] ?? last,
    /** What is told at card `n`: the steps since the reader's card before, that one included. */
    since: (n) => (n === 0 ? [steps[0]] : steps.slice(turns[n - 1] + 1, (turns[n] ?? last) + 1)),
    /** The card of the record at the reader's turn `n`. */
    card: (n) => steps[turns[n] + 1].card,
    /** What the record says of its own card there. */
    reason: (n) => steps[turns[n] + 1].comments[0] ?? "",
    /** The branch in which the reader's other card is played at turn `n`, or `null`. */
    branch: (n, card) => branches.find((one) => one.steps[0].trick === steps[turns[n] + 1].trick
      && one.steps.some((step) => step.seat === READER && step.card === card)) ?? null,
    /** The step that tells the result. */
    end: steps.at(-1).kind === "end" ? steps.at(-1) : null,
    steps,
  };
}

/** A step as a scene of the table (see `play-board.mjs`), the reader below. */
export function sceneOf(walk, frames, index, { names, picked }) {
  const step = walk.steps[index];
  const seats = [READER, "D"];
  const player = (seat) => seats.indexOf(seat);
  const turn = step.toPlay === READER && picked === null && walk.steps[index + 1]?.card;
  const trick = (one) => ({
    number: one.trick, leader: player(one.table.leader), lead: one.table.lead, reply: one.table.reply,
    winner: one.winner && player(one.winner), points: one.trickPoints, why: one.why && { ...one.why, id: one.why.section },
  });
  const replies = walk.steps.slice(0, index + 1).filter((one) => one.kind === "reply");
  const led = step.kind === "lead" ? trick(step) : null;
  return {
    rules: frames.ruleset,
    players: seats.map((seat, at) => ({
      name: names[at], seat, seatWord: frames.seats[seat], pointsText: names.points(step.points[seat]), taken: step.taken[seat], cards: step.hands[seat].length,
    })),
    eye: 0,
    toPlay: turn ? 0 : null,
    hand: step.hands[READER].filter((card) => card !== picked)
      .map((card) => ({ card, legal: turn && step.legal.includes(card), fresh: step.drawn?.[READER] === card })),
    stock: step.stock.length,
    turned: step.turned,
    trump: frames.record.trump,
    table: picked === null ? led : led ? { ...led, reply: picked } : { leader: 0, lead: picked, reply: null, winner: null },
    last: replies.length > 0 ? trick(replies.at(-1)) : null,
    outcome: null,
  };
}
