/**
 * A contest as files: JSON with everything, and tables as CSV for programs. No DOM.
 *
 * @typedef {import('../../contest/types.js').Line} Line
 * @typedef {import('../../contest/types.js').Summary} Summary
 * @typedef {import('../../contest/types.js').BlockResult} BlockResult
 * @typedef {import('../../contest/types.js').ContestRow} ContestRow
 */

/** What spreadsheets take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * One value of CSV. A name that a spreadsheet would compute gets an apostrophe; numbers stay numbers.
 *
 * @param {unknown} value
 */
export function field(value) {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** @param {readonly (readonly unknown[])[]} rows @returns {string} with CRLF, as RFC 4180 says */
export const csv = (rows) => rows.map((row) => `${row.map(field).join(',')}\r\n`).join('');

/** @type {(keyof Line)[]} */
const COLUMNS = [
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
    'final',
  ],
  ...['withdrawn', 'rating', 'rank', 'group', 'p_next'],
].map((name) => /** @type {keyof Line} */ (name));

/** The standings, with the column names of `sandlot show --format csv`. @param {readonly Line[]} lines */
export function standingsCsv(lines) {
  const more = ['faults', 'interval_low', 'interval_high', 'rank_interval_low', 'rank_interval_high'];
  const rows = lines.map((line) => [
    // Rounds count from 1, as all numbers do that people see.
    ...COLUMNS.map((name) =>
      name === 'withdrawn' && line.withdrawn !== null ? line.withdrawn + 1 : line[name],
    ),
    Object.values(line.faults).reduce((sum, times) => sum + times, 0),
    ...line.interval,
    ...line.rank_interval,
  ]);
  return csv([[...COLUMNS, ...more], ...rows]);
}

/** All games, one a row. @param {readonly BlockResult[]} results @param {readonly string[]} names of the entrants */
export function gamesCsv(results, names) {
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

/** Returns a function that tells with which number a key was first given. */
function firsts() {
  /** @type {Map<string, number>} */
  const known = new Map();
  return (/** @type {string} */ key, /** @type {number} */ number) => {
    if (!known.has(key)) known.set(key, number);
    return known.get(key) ?? number;
  };
}

/**
 * @param {ContestRow} row
 * @param {Summary} summary
 * @param {readonly BlockResult[]} results
 * @returns {string} JSON: no code of anybody is in it
 */
export function contestJson({ title, text }, summary, results) {
  return `${JSON.stringify({ title, contest: JSON.parse(text), ...summary, blocks: results })}\n`;
}
