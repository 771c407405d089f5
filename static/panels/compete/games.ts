// The games of a contest from the side of one entrant: won, drawn or lost, in which seat, on which seed, and why. No DOM.

import type { BlockResult } from '../../contest/types.ts';
import type { SeedSet } from './seeds.ts';

export type Outcome = 'win' | 'draw' | 'loss';

/** One game, from the side of an entrant. */
export interface Cell {
  /** the number of the game in the contest, from 1 */
  number: number;
  block: number;
  /** the index of the game in its block */
  game: number;
  round: number;
  /** in digits */
  seed: string;
  /** the entrants by seat */
  seats: number[];
  /** the seat of the entrant */
  seat: number;
  outcome: Outcome;
  /** the kind of the entrant's first fault; null if it had none */
  fault: string | null;
  /** the kind of the first fault of another player; null if there was none */
  otherFault: string | null;
  /** why the entrant lost; null if it did not */
  reason: string | null;
  /** why the opponent lost, in a game of two; null if it did not */
  otherReason: string | null;
  turns: number;
  /** the places by seat */
  places: number[];
}

/** The games of a block. */
export type SeedRow = { seed: string; block: number; round: number; cells: Cell[] };

export type Tally = Record<Outcome, number>;

/**
 * All games of an entrant, in the order of their numbers.
 *
 * @param results in the order of the blocks' numbers
 * @param against takes only games in which this entrant plays, too; null for all
 */
export const gamesOf = (results: BlockResult[], entrant: number, against: number | null = null): Cell[] =>
  numbered(results).flatMap(([first, result]) =>
    against === null || result.players.includes(against) ? cellsOf(result, first, entrant) : [],
  );

/** All games, in the order of their numbers, each from the side of its block's first entrant. */
export const everyGame = (results: BlockResult[]): Cell[] =>
  numbered(results).flatMap(([first, result]) => cellsOf(result, first, result.players[0] ?? -1));

/** Each block with the number of its first game, from 1. */
function numbered(results: BlockResult[]): [number, BlockResult][] {
  let next = 1;
  return results.map((result) => {
    const first = next;
    next += result.games.length;
    return [first, result];
  });
}

/** The games of a block that an entrant plays. */
function cellsOf(
  { number: block, round, seed, players, orders, games }: BlockResult,
  first: number,
  entrant: number,
): Cell[] {
  if (!players.includes(entrant)) return [];
  return games.flatMap(({ places, faults, reasons, turns }, game) => {
    const seats = (orders[game] ?? []).map((at) => players[at] ?? -1);
    const seat = seats.indexOf(entrant);
    if (seat < 0) return [];
    const outcome = outcomeOf(places, seat);
    const otherFault = faults.find((fault, k) => k !== seat && fault !== null) ?? null;
    return {
      ...{ number: first + game, block, game, round, seed, seats, seat, outcome, turns, places },
      ...{ fault: faults[seat] ?? null, otherFault, reason: reasons[seat] ?? null },
      otherReason: seats.length === 2 ? (reasons[1 - seat] ?? null) : null,
    };
  });
}

/** A player who is first alone has won; one who is first with others has drawn. */
export function outcomeOf(places: number[], seat: number): Outcome {
  if (places[seat] !== 1) return 'loss';
  return places.filter((place) => place === 1).length === 1 ? 'win' : 'draw';
}

/** @returns by block */
export function rowsOf(cells: Cell[]): SeedRow[] {
  const rows = new Map<number, SeedRow>();
  for (const cell of cells) {
    const { block, seed, round } = cell;
    const row = rows.get(block) ?? { block, seed, round, cells: [] };
    row.cells.push(cell);
    rows.set(block, row);
  }
  for (const row of rows.values()) row.cells.sort((one, other) => one.seat - other.seat);
  return [...rows.values()];
}

export function tallyOf(cells: Iterable<Pick<Cell, 'outcome'>>): Tally {
  const tally = { win: 0, draw: 0, loss: 0 };
  for (const { outcome } of cells) tally[outcome] += 1;
  return tally;
}

/** @returns the points: a draw counts half a win */
export const pointsOf = ({ win, draw }: Tally): number => win + draw / 2;

/**
 * The score between the entrants of a game, up to that game.
 *
 * @param cells in the order of their numbers
 * @param until whether the game itself counts
 * @param round takes only games of this round; null for all
 * @param order the entrants in the order in which they are named beside the points
 */
export function scoreUntil(
  cells: readonly Cell[],
  { number, seats }: Pick<Cell, 'number' | 'seats'>,
  { until, round, order }: { until: 'before' | 'after'; round: number | null; order: readonly number[] },
): number[] {
  const last = until === 'after' ? number : number - 1;
  const played = cells.filter(
    (cell) =>
      cell.number <= last &&
      (round === null || cell.round === round) &&
      cell.seats.length === seats.length &&
      seats.every((entrant) => cell.seats.includes(entrant)),
  );
  return order.map((entrant) =>
    pointsOf(
      tallyOf(played.map((cell) => ({ outcome: outcomeOf(cell.places, cell.seats.indexOf(entrant)) }))),
    ),
  );
}

/** @returns by seat */
export function bySeat(cells: Cell[]): [number, Tally][] {
  const seats = [...new Set(cells.map(({ seat }) => seat))].sort((one, other) => one - other);
  return seats.map((seat) => [seat, tallyOf(cells.filter((cell) => cell.seat === seat))]);
}

/** What decided a game. causes: why the losers lost; in a draw, why both lost at the same time, and empty if neither did */
export interface End {
  isDraw: boolean;
  causes: string[];
}

/**
 * Why a game ended as it did. A fault explains more than the game's own reason, so it comes first. In a game of two this is
 * also why the opponent lost; in games of more players, only why the entrant lost.
 */
export function endOf({
  outcome,
  fault,
  otherFault,
  reason,
  otherReason,
}: Pick<Cell, 'outcome' | 'fault' | 'otherFault' | 'reason' | 'otherReason'>): End {
  const [own, other] = [fault ?? reason, otherFault ?? otherReason];
  const all = outcome === 'loss' ? [own] : outcome === 'draw' ? [own, other] : [other ?? own];
  const causes = [...new Set(all.filter((each) => each !== null))].sort();
  return { isDraw: outcome === 'draw', causes };
}

/** @returns the most frequent first */
export function byReason(cells: Cell[]): { end: End; tally: Tally }[] {
  const found = new Map<string, { end: End; tally: Tally }>();
  for (const cell of cells) {
    const end = endOf(cell);
    const key = JSON.stringify(end);
    const line = found.get(key) ?? { end, tally: { win: 0, draw: 0, loss: 0 } };
    line.tally[cell.outcome] += 1;
    found.set(key, line);
  }
  const sum = ({ win, draw, loss }: Tally) => win + draw + loss;
  return [...found.values()].sort((one, other) => sum(other.tally) - sum(one.tally));
}

/**
 * The entrant's lead after each game: games won minus games lost.
 *
 * @returns begins with 0, so there is one more number than games
 */
export function marginOf(cells: Cell[]): number[] {
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
 * The seeds on which the entrant lost a game, each once.
 *
 * @returns points and games on these seeds, and the average points of a game on all seeds
 */
export function lostSeeds(cells: Cell[]): {
  seeds: string[];
  points: number;
  games: number;
  average: number;
} {
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
 * The points that an unchanged bot would get on selected seeds, from `low` to `high`: as before if its games involve no luck,
 * and as on all seeds if luck decides everything. null if the average on all seeds was not kept.
 *
 * @param count the number of games played on them
 */
export function unchanged(
  { points, games, average }: SeedSet,
  count: number,
): { least: number; most: number } | null {
  if (average === undefined || games === 0) return null;
  const [before, luck] = [(points / games) * count, average * count].map((each) => Math.round(2 * each) / 2);
  return { least: Math.min(before ?? 0, luck ?? 0), most: Math.max(before ?? 0, luck ?? 0) };
}

/** The choice of the games that are shown. */
export type Filter = 'all' | Outcome | 'fault';
export const FILTERS: Filter[] = ['all', 'loss', 'draw', 'win', 'fault'];

/** @returns the rows with at least one such game */
export function filtered(rows: SeedRow[], filter: Filter): SeedRow[] {
  if (filter === 'all') return rows;
  const fits = (cell: Cell) => (filter === 'fault' ? cell.fault !== null : cell.outcome === filter);
  return rows.filter(({ cells }) => cells.some(fits));
}
