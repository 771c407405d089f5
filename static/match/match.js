import { createFilm } from './film.js';

/**
 * Creates matches in the form that the page shows.
 *
 * @typedef {import('./types.js').Match} Match
 * @typedef {import('./types.js').Header} Header
 * @typedef {import('./types.js').Replay} Replay
 */

/**
 * A match that is about to begin.
 *
 * @param {Header} header
 * @param {() => Promise<string | null>} replay
 * @returns {Match}
 */
export function liveMatch(header, replay) {
  return { origin: 'live', header, film: createFilm(), views: new Map(), records: [], result: null, replay };
}

/**
 * A match that has been asked for and has not begun.
 *
 * @param {Pick<import('./types.js').MatchSpec, 'game' | 'seats' | 'seed' | 'options'>} spec
 * @param {any} view what is known of its first position
 * @returns {Match}
 */
export function comingMatch({ game, seats, seed, options }, view) {
  const players = seats.map(({ name, kind }) => ({ name, kind }));
  const header = { format: '', version: 0, package: '', game, options, seed, players, clock: {} };
  return {
    origin: 'coming',
    header,
    film: createFilm([JSON.stringify([view])]),
    views: new Map(),
    records: [{ answers: [], stats: { series: {}, marks: [] } }],
    result: null,
    replay: async () => null,
  };
}

/**
 * A match that is over.
 *
 * @param {'demo' | 'replay'} origin
 * @param {Replay} replay
 * @param {string} text of its file
 * @returns {Match}
 */
export function recordedMatch(origin, { header, deltas, records, result }, text) {
  const replay = async () => text;
  return { origin, header, film: createFilm(deltas), views: new Map(), records, result, replay };
}

/**
 * Builds the replay file of a demo from what is shown of it. That is possible because its house bots are modules and
 * made no fault.
 *
 * @param {Replay} replay
 */
export function textOfDemo({ header, records, result }) {
  const turns = records.map(({ answers }) => answers.map(({ player, ms, reply }) => ({ player, ms, reply })));
  // The seed of a demo is small; in a file it is a number.
  return `${JSON.stringify({ ...header, seed: Number(header.seed), turns, result })}\n`;
}
