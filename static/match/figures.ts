// The numbers of a match for its timeline, collected once for every turn. No DOM and no rules: the engine sends a
// game's numbers with each record.

export type Mark = { turn: number; kind: 'capture' | 'kill' | 'out' | 'fault'; player: number };

/** By player, or a single one; then by turn. */
export type Lines = (number | null)[][];

import { MOST_SHOWN } from '../base/values/seats.ts';
import { isTimed, timeTaken } from './timed.ts';
import type { Match } from './types.ts';

/** The series that every game has: milliseconds per move, beside the limit. */
export const TIME = 'time';
/** The extra time left after each move, if the clock has any. */
export const BANK = 'bank';
/** The clock's resolution: a logarithmic scale cannot show 0. */
const SHORTEST = 0.1;

/** @param sums series that are added up from turn to turn */
export function createFigures(match: Match, sums: readonly string[] = []) {
  const timed = isTimed(match);
  const lines = new Map<string, Lines>();
  const turns: number[] = [];
  /** The smallest time that a player who is still asked has for a move. */
  const limit: (number | null)[] = [];
  const marks: Mark[] = [];
  const budgets = new Map<number, number>();
  const players = Math.min(MOST_SHOWN, match.header.players.length);
  const times: Lines = Array.from({ length: players }, () => []);
  const banks: Lines = Array.from({ length: players }, () => []);

  const isOut = (turn: number, player: number) =>
    marks.some((mark) => mark.turn === turn && mark.player === player && mark.kind === 'out');

  function add(turn: number) {
    const record = match.records[turn];
    turns.push(turn);
    for (const [name, numbers] of Object.entries(record?.stats?.series ?? {})) addTo(name, turn, numbers);
    for (const [kind, player] of record?.stats?.marks ?? []) {
      marks.push({ turn, kind, player });
      if (kind === 'out') budgets.delete(player);
    }
    for (const line of times) line.push(null);
    // The extra time of a player stays the same while others move.
    for (const line of banks) line.push(line.at(-1) ?? null);
    const { bank: given, increment } = match.header.clock;
    for (const answer of record?.answers ?? []) {
      const { player, budget, bank, fault } = answer;
      // Whoever resigns made no mistake, and most games mark that they are out.
      if (fault?.kind === 'resigned') {
        if (!isOut(turn, player)) marks.push({ turn, kind: 'out', player });
      } else if (fault) marks.push({ turn, kind: 'fault', player });
      // The time of a bot's start is not the time of a move, and some answers have no clock.
      if (turn === 0 || !timed || !budget) continue;
      budgets.set(player, budget);
      const line = times[player];
      const took = timeTaken(answer);
      if (line && took !== null) line[turn] = Math.max(SHORTEST, took);
      const left = banks[player];
      if (left && (given || increment)) left[turn] = bank;
    }
    limit.push(budgets.size ? Math.min(...budgets.values()) : null);
  }

  function addTo(name: string, turn: number, numbers: number[]) {
    const known = lines.get(name) ?? numbers.map(() => []);
    lines.set(name, known);
    for (const [k, line] of known.entries()) {
      const before = sums.includes(name) && turn > 0 ? (line[turn - 1] ?? 0) : 0;
      line[turn] = before + (numbers[k] ?? 0);
    }
  }

  return {
    turns,
    marks,
    limit,
    /**
     * Adds the new records.
     * @returns whether there were any
     */
    update(): boolean {
      const known = turns.length;
      for (let turn = known; turn < match.records.length; turn += 1) add(turn);
      return turns.length > known;
    },
    /** @returns the names of the series, the game's own first */
    names: (): string[] => [
      ...lines.keys(),
      ...(isThere(times) ? [TIME] : []),
      ...(isThere(banks) ? [BANK] : []),
    ],
    lines: (name: string): Lines => (name === TIME ? times : name === BANK ? banks : (lines.get(name) ?? [])),
  };
}

const isThere = (lines: Lines) => lines.some((line) => line.some((value) => value !== null));

export type Figures = ReturnType<typeof createFigures>;
