/**
 * The layout of a bracket, single or double: which match stands where, and which one leads to it. No DOM.
 *
 * @typedef {import('../../contest/types.js').Summary['pairings'][number]} Pairing
 * @typedef {'upper' | 'lower' | 'final'} Part upper: nobody has lost yet; lower: everybody has lost once; final: the best of
 *   both meet
 *
 * @typedef {object} Box a match
 * @property {Part} part
 * @property {number} column from 0, in its part
 * @property {number} y its middle, in rows from 0
 * @property {Pairing | null} pairing null: it is not known yet who plays
 * @property {number} round of the plan, from 0
 * @property {number[]} from the boxes whose winners meet here, by their place in the list
 *
 * @typedef {{boxes: Box[], columns: number, rows: number}} Drawing of one part
 */

/**
 * @param {readonly Pairing[]} pairings by round, and in each from the top of the bracket down
 * @param {number} entrants
 * @param {boolean} isDouble
 * @returns {Record<Part, Drawing>} a part without matches has no boxes
 */
export function layOut(pairings, entrants, isDouble) {
  const parts = partsOf(pairings, isDouble);
  const upper = drawn(
    pairings.filter((_, k) => parts[k] === 'upper'),
    'upper',
  );
  const width = Math.max(1, Math.ceil(Math.log2(Math.max(2, entrants))));
  return {
    upper: withFuture(upper, width),
    lower: drawn(
      pairings.filter((_, k) => parts[k] === 'lower'),
      'lower',
    ),
    final: drawn(
      pairings.filter((_, k) => parts[k] === 'final'),
      'final',
    ),
  };
}

/** By how often its players have lost before. @param {readonly Pairing[]} pairings @param {boolean} isDouble @returns {Part[]} */
function partsOf(pairings, isDouble) {
  /** @type {Map<number, number>} */
  const losses = new Map();
  let hadFinal = false;
  return pairings.map(({ players, winner, how }) => {
    const lost = players.map((player) => losses.get(player) ?? 0);
    if (winner !== null && how !== 'bye')
      for (const player of players) if (player !== winner) losses.set(player, (losses.get(player) ?? 0) + 1);
    if (!isDouble) return 'upper';
    hadFinal ||= lost.length === 2 && lost[0] !== lost[1];
    if (hadFinal) return 'final';
    return lost.some((count) => count > 0) ? 'lower' : 'upper';
  });
}

/** @param {readonly Pairing[]} pairings of one part @param {Part} part @returns {Drawing} */
function drawn(pairings, part) {
  const rounds = [...new Set(pairings.map(({ round }) => round))].sort((one, other) => one - other);
  /** @type {Box[]} */
  const boxes = [];
  /** Where each player stood last. @type {Map<number, number>} */
  const last = new Map();
  for (const [column, round] of rounds.entries()) {
    const here = pairings.filter((pairing) => pairing.round === round);
    const wished = here.map((pairing) => {
      const from = [...new Set(pairing.players.flatMap((player) => last.get(player) ?? []))];
      const heights = from.map((at) => boxes[at]?.y ?? 0);
      return {
        pairing,
        from,
        y: heights.length > 0 ? heights.reduce((sum, y) => sum + y, 0) / heights.length : null,
      };
    });
    for (const { pairing, from, y } of spread(wished)) {
      for (const player of pairing.players) last.set(player, boxes.length);
      boxes.push({ part, column, y, pairing, round, from });
    }
  }
  return { boxes, columns: rounds.length, rows: rowsOf(boxes) };
}

/**
 * Matches of one round that would overlap move down; those that come from nowhere stand below those before them.
 *
 * @template {{y: number | null}} T
 * @param {T[]} wished
 * @returns {(T & {y: number})[]}
 */
function spread(wished) {
  let free = 0;
  return wished.map((each) => {
    const y = Math.max(free, each.y ?? free);
    free = y + 1;
    return { ...each, y };
  });
}

/** @param {readonly Box[]} boxes */
const rowsOf = (boxes) => boxes.reduce((most, { y }) => Math.max(most, Math.ceil(y) + 1), 0);

/**
 * Adds empty matches up to the last round, whose places are known from the beginning.
 *
 * @param {Drawing} drawing in which the matches of a column are complete
 * @param {number} width the number of columns
 * @returns {Drawing}
 */
function withFuture({ boxes, columns, rows }, width) {
  if (columns === 0) return { boxes, columns, rows };
  const all = [...boxes];
  let before = all.flatMap(({ column }, at) => (column === columns - 1 ? [at] : []));
  for (let column = columns; column < width; column += 1) {
    /** @type {number[]} */
    const here = [];
    for (let k = 0; k + 1 < before.length; k += 2) {
      const from = [before[k] ?? 0, before[k + 1] ?? 0];
      const y = from.reduce((sum, at) => sum + (all[at]?.y ?? 0), 0) / from.length;
      here.push(all.length);
      all.push({ part: 'upper', column, y, pairing: null, round: -1, from });
    }
    before = here;
  }
  return { boxes: all, columns: Math.max(columns, width), rows };
}
