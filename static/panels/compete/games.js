/**
 * The games of a contest as one of its entrants sees them: won, drawn or lost, in which seat, on which seed, and why.
 * No DOM.
 *
 * @typedef {import('../../contest/types.js').BlockResult} BlockResult
 * @typedef {'win' | 'draw' | 'loss'} Outcome
 *
 * @typedef {object} Cell one game
 * @property {number} number of the game in the contest, from 1
 * @property {number} block
 * @property {number} game in its block
 * @property {number} round
 * @property {string} seed in digits
 * @property {number[]} seats entrants by seat
 * @property {number} seat of the entrant who looks at it
 * @property {Outcome} outcome
 * @property {string | null} fault the entrant's first one
 * @property {string | null} otherFault the first one of somebody else
 * @property {string | null} reason why the entrant lost
 * @property {string | null} otherReason why the other lost, in a game of two
 * @property {number} turns
 * @property {number[]} places by seat
 *
 * @typedef {{seed: string, block: number, round: number, cells: Cell[]}} SeedRow the games of a block
 * @typedef {Record<Outcome, number>} Tally
 */

/**
 * All games of an entrant, in the order of their numbers.
 *
 * @param {BlockResult[]} results by number
 * @param {number} entrant
 * @param {number | null} [against] only games in which this one plays as well
 * @returns {Cell[]}
 */
export function gamesOf(results, entrant, against = null) {
  /** @type {Cell[]} */
  const cells = [];
  let number = 0;
  for (const { number: block, round, seed, players, orders, games } of results) {
    const first = number + 1;
    number += games.length;
    if (!players.includes(entrant) || (against !== null && !players.includes(against))) continue;
    for (const [game, { places, faults, reasons, turns }] of games.entries()) {
      const seats = (orders[game] ?? []).map((at) => players[at] ?? -1);
      const seat = seats.indexOf(entrant);
      if (seat < 0) continue;
      const outcome = outcomeOf(places, seat);
      const otherFault = faults.find((fault, k) => k !== seat && fault !== null) ?? null;
      cells.push({
        ...{ number: first + game, block, game, round, seed, seats, seat, outcome, turns, places },
        ...{ fault: faults[seat] ?? null, otherFault, reason: reasons[seat] ?? null },
        otherReason: seats.length === 2 ? (reasons[1 - seat] ?? null) : null,
      });
    }
  }
  return cells;
}

/** First alone is a win, first with others a draw. @param {number[]} places @param {number} seat @returns {Outcome} */
export function outcomeOf(places, seat) {
  if (places[seat] !== 1) return 'loss';
  return places.filter((place) => place === 1).length === 1 ? 'win' : 'draw';
}

/** @param {Cell[]} cells @returns {SeedRow[]} by block */
export function rowsOf(cells) {
  /** @type {Map<number, SeedRow>} */
  const rows = new Map();
  for (const cell of cells) {
    const { block, seed, round } = cell;
    const row = rows.get(block) ?? { block, seed, round, cells: [] };
    row.cells.push(cell);
    rows.set(block, row);
  }
  for (const row of rows.values()) row.cells.sort((one, other) => one.seat - other.seat);
  return [...rows.values()];
}

/** @param {Iterable<Cell>} cells @returns {Tally} */
export function tallyOf(cells) {
  const tally = { win: 0, draw: 0, loss: 0 };
  for (const { outcome } of cells) tally[outcome] += 1;
  return tally;
}

/** @param {Tally} tally @returns {number} games won, where a draw is half a one */
export const pointsOf = ({ win, draw }) => win + draw / 2;

/** @param {Cell[]} cells @returns {[number, Tally][]} by seat */
export function bySeat(cells) {
  const seats = [...new Set(cells.map(({ seat }) => seat))].sort((one, other) => one - other);
  return seats.map((seat) => [seat, tallyOf(cells.filter((cell) => cell.seat === seat))]);
}

/**
 * Why games ended as they did. A fault explains more than what the game says of it, so it goes first. In a game of two
 * also why the other lost; of games of more, only why the entrant lost.
 *
 * @param {Cell[]} cells
 * @returns {{reason: string, isFault: boolean, tally: Tally}[]} the most frequent first
 */
export function byReason(cells) {
  /** @type {Map<string, {reason: string, isFault: boolean, tally: Tally}>} */
  const found = new Map();
  for (const cell of cells) {
    const lost = cell.outcome === 'loss';
    const fault = lost ? cell.fault : cell.otherFault;
    const cause = lost ? cell.reason : (cell.otherReason ?? cell.reason);
    const reason = fault ?? cause ?? 'none';
    const line = found.get(reason) ?? {
      reason,
      isFault: fault !== null,
      tally: { win: 0, draw: 0, loss: 0 },
    };
    line.tally[cell.outcome] += 1;
    found.set(reason, line);
  }
  const sum = (/** @type {Tally} */ { win, draw, loss }) => win + draw + loss;
  return [...found.values()].sort((one, other) => sum(other.tally) - sum(one.tally));
}

/**
 * How far the entrant is ahead after each game: games won less games lost.
 *
 * @param {Cell[]} cells
 * @returns {number[]} one number more than there are games: it begins with 0
 */
export function marginOf(cells) {
  let margin = 0;
  return [
    0,
    ...cells.map(({ outcome }) => {
      margin += outcome === 'win' ? 1 : outcome === 'loss' ? -1 : 0;
      return margin;
    }),
  ];
}

/**
 * Seeds on which the entrant lost a game, once each.
 *
 * @param {Cell[]} cells
 * @returns {{seeds: string[], points: number, games: number, average: number}} points and games on these seeds, and the points of
 *   a game on all seeds
 */
export function lostSeeds(cells) {
  const lost = rowsOf(cells).filter((row) => row.cells.some(({ outcome }) => outcome === 'loss'));
  const games = lost.flatMap((row) => row.cells);
  return {
    seeds: [...new Set(lost.map(({ seed }) => seed))],
    points: pointsOf(tallyOf(games)),
    games: games.length,
    average: cells.length > 0 ? pointsOf(tallyOf(cells)) / cells.length : 0,
  };
}

/**
 * The points that an unchanged bot would get on seeds that were picked: as before if no luck is in its games, and as on all seeds
 * if luck decides everything. Null: its average was not kept.
 *
 * @param {import('./seeds.js').SeedSet} set
 * @param {number} count games that are played on them
 * @returns {{least: number, most: number} | null}
 */
export function unchanged({ points, games, average }, count) {
  if (average === undefined || games === 0) return null;
  const [before, luck] = [(points / games) * count, average * count].map((each) => Math.round(2 * each) / 2);
  return { least: Math.min(before ?? 0, luck ?? 0), most: Math.max(before ?? 0, luck ?? 0) };
}

/** @typedef {'all' | Outcome | 'fault'} Sieve which games are shown */
/** @type {Sieve[]} */
export const SIEVES = ['all', 'loss', 'draw', 'win', 'fault'];

/** @param {SeedRow[]} rows @param {Sieve} sieve @returns {SeedRow[]} rows with at least one such game */
export function sifted(rows, sieve) {
  if (sieve === 'all') return rows;
  /** @param {Cell} cell */
  const fits = (cell) => (sieve === 'fault' ? cell.fault !== null : cell.outcome === sieve);
  return rows.filter(({ cells }) => cells.some(fits));
}
