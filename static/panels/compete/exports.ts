// The files of a contest: JSON with everything, and tables as CSV for programs. No DOM.

import { sharedOrigin } from '../../contest/plan-of.ts';
import type { BlockResult, ContestRow, Line, Summary } from '../../contest/types.ts';

/**
 * Places where a spreadsheet may see the beginning of a formula, as in py/sandlot/cli/tables.py. In many languages spreadsheets
 * separate cells by semicolons, and then quotes within a line protect neither these nor line ends.
 */
const FORMULA = /(?:^|(?<=[;\t\r\n]))(?=\s{0,9}[=+\-@|%＝＋－＠]|[\t\r])/g;

/** One value of CSV. Texts that a spreadsheet would compute get an apostrophe; numbers stay numbers. */
function field(value: unknown) {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = text.replaceAll(FORMULA, "'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** @returns lines that end with CRLF, as RFC 4180 requires */
export const csv = (rows: readonly (readonly unknown[])[]): string =>
  rows.map((row) => `${row.map(field).join(',')}\r\n`).join('');

const COLUMNS: (keyof Line)[] = [
  ...[
    'place',
    'name',
    'points',
    'score',
    'share',
    'games',
    'wins',
    'draws',
    'losses',
    'byes',
    'buchholz',
    'division',
    'final',
  ],
  ...['withdrawn', 'rating', 'rank', 'group', 'p_next'],
].map((name) => name as keyof Line);

/**
 * The standings, with the column names of `sandlot show --format csv`.
 *
 * @param isOpen whether it is an elimination that goes on: entrants that are still in it have no place yet
 */
export function standingsCsv(lines: readonly Line[], isOpen = false) {
  const more = [
    'reached_first',
    'reached_last',
    'faults',
    'interval_low',
    'interval_high',
    'rank_interval_low',
    'rank_interval_high',
  ];
  const rows = lines.map((line) => [
    // Rounds are counted from 1, like all numbers that people see.
    ...COLUMNS.map((name) => {
      if (name === 'withdrawn' && line.withdrawn !== null) return line.withdrawn + 1;
      if (name === 'place') return line.reached?.[0] ?? (isOpen ? null : line.place);
      return line[name];
    }),
    ...(line.reached ?? [null, null]),
    Object.values(line.faults).reduce((sum, times) => sum + times, 0),
    ...line.interval,
    ...line.rank_interval,
  ]);
  return csv([[...COLUMNS, ...more], ...rows]);
}

/**
 * All games, one in each row.
 *
 * @param names the names of the entrants
 */
export function gamesCsv(results: readonly BlockResult[], names: readonly string[]) {
  const head = [
    'number',
    'block',
    'round',
    'seed',
    'players',
    'places',
    'scores',
    'turns',
    'faults',
    'reasons',
    'repeats',
  ];
  const firstOf = firsts();
  let k = 0;
  const rows = results.flatMap(({ number, round, seed, players, orders, games }) =>
    games.map(({ places, scores, turns, faults, reasons, digest }, game) => {
      const entrants = (orders[game] ?? []).map((at) => players[at] ?? -1);
      const seats = entrants.map((entrant) => names[entrant] ?? '');
      k += 1;
      const first = digest === undefined ? k : firstOf(`${entrants} ${digest}`, k);
      const repeats = first < k ? first : null;
      return [k, number + 1, round + 1, seed, seats, places, scores, turns, faults, reasons, repeats];
    }),
  );
  return csv([head, ...rows]);
}

/** Returns a function that returns the number with which it was first called for a key. */
function firsts() {
  const known = new Map<string, number>();
  return (key: string, number: number) => {
    if (!known.has(key)) known.set(key, number);
    return known.get(key) ?? number;
  };
}

/** @returns JSON without the code of any bot */
export function contestJson(row: ContestRow, summary: Summary, results: readonly BlockResult[]): string {
  const { title, text } = row;
  const origin = sharedOrigin(row);
  const told = { title, ...(origin && { origin }), contest: JSON.parse(text) };
  return `${JSON.stringify({ ...told, ...summary, blocks: results })}\n`;
}
