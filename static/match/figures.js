/**
 * The numbers of a match for its timeline, collected once for every turn. No DOM and no rules: the engine sends a
 * game's numbers with each record.
 *
 * @typedef {import('./types.js').Match} Match
 * @typedef {{turn: number, kind: 'capture' | 'kill' | 'out' | 'fault', player: number}} Mark
 * @typedef {(number | null)[][]} Lines by player, or a single one; then by turn
 */

import { MOST_SHOWN } from '../base/values/seats.js';
import { isTimed } from './timed.js';

/** The series that every game has: milliseconds per move, beside the limit. */
export const TIME = 'time';
/** The extra time left after each move, if the clock has any. */
export const BANK = 'bank';
/** The clock's resolution: a logarithmic scale cannot show 0. */
const SHORTEST = 0.1;

/**
 * @param {Match} match
 * @param {readonly string[]} [sums] series that are added up from turn to turn
 */
export function createFigures(match, sums = []) {
  const timed = isTimed(match);
  /** @type {Map<string, Lines>} */
  const lines = new Map();
  /** @type {number[]} */
  const turns = [];
  /** @type {(number | null)[]} the smallest time that a player who is still asked has for a move */
  const limit = [];
  /** @type {Mark[]} */
  const marks = [];
  /** @type {Map<number, number>} */
  const budgets = new Map();
  const players = Math.min(MOST_SHOWN, match.header.players.length);
  /** @type {Lines} */
  const times = Array.from({ length: players }, () => []);
  /** @type {Lines} */
  const banks = Array.from({ length: players }, () => []);

  /** @param {number} turn */
  function add(turn) {
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
    for (const { player, ms, budget, bank, fault } of record?.answers ?? []) {
      if (fault) marks.push({ turn, kind: 'fault', player });
      // The time of a bot's start is not the time of a move, and some answers have no clock.
      if (turn === 0 || !timed || !budget) continue;
      budgets.set(player, budget);
      const line = times[player];
      if (line) line[turn] = Math.max(SHORTEST, ms);
      const left = banks[player];
      if (left && (given || increment)) left[turn] = bank;
    }
    limit.push(budgets.size ? Math.min(...budgets.values()) : null);
  }

  /** @param {string} name @param {number} turn @param {number[]} numbers */
  function addTo(name, turn, numbers) {
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
    /** Adds the new records. @returns {boolean} whether there were any */
    update() {
      const known = turns.length;
      for (let turn = known; turn < match.records.length; turn += 1) add(turn);
      return turns.length > known;
    },
    /** @returns {string[]} the names of the series, the game's own first */
    names: () => [...lines.keys(), ...(isThere(times) ? [TIME] : []), ...(isThere(banks) ? [BANK] : [])],
    /** @param {string} name @returns {Lines} */
    lines: (name) => (name === TIME ? times : name === BANK ? banks : (lines.get(name) ?? [])),
  };
}

/** @param {Lines} lines */
const isThere = (lines) => lines.some((line) => line.some((value) => value !== null));

/** @typedef {ReturnType<typeof createFigures>} Figures */
