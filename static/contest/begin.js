// Makes a contest of what a person asks for. Python decides whether it can be one.

import { bareName, isBundle, MAIN } from '../base/values/bundle-shape.js';
import { plainName } from '../base/values/names.js';

/** @typedef {import('../match/types.js').Message} Message */
/** @typedef {import('../match/types.js').Code} Code */
/** @typedef {import('../match/types.js').LaidOut} LaidOut */
/** @typedef {import('../base/kept/contest-rows.js').Row} Row */
/** @typedef {import('./types.js').Entrant} Entrant */
/** @typedef {(code: Code) => Promise<{files: LaidOut[]} | {problem: Message}>} LayOut all files of a bot */

/** What a bot is called in whose name nothing can be seen. */
const UNNAMED = 'my_bot';

/**
 * @param {import('./types.js').ContestSpec} spec
 * @param {{office: import('./office.js').Office, layOut: LayOut, secret: () => string}} outside
 * @returns {Promise<Omit<Row, 'id'> | {problem: Message}>}
 */
export async function beginContest(
  { game, title, entrants: given, plan, options, clock },
  { office, layOut, secret },
) {
  const entrants = given.map(wellFormed);
  const files = await filesOf(entrants, layOut);
  if ('problem' in files) return files;
  const config = { game, entrants: entrants.map(described), plan, options, clock, profile: secret() };
  const begun = await office.ask((questions) => questions.begin(config, files));
  if (begun.problem) return { problem: begun.problem };
  const named = entrants.map((entrant, k) => kept(entrant, begun.names[k] ?? entrant.name));
  return newRow({ game, title, text: begun.text, entrants: named, known: begun.games });
}

/**
 * @param {Pick<Row, 'game' | 'title' | 'text' | 'entrants' | 'known'> & Partial<Row>} given
 * @returns {Omit<Row, 'id'>} a contest without games
 */
export const newRow = ({ title, ...given }) => ({
  title: plainName(title) || given.game,
  created: Date.now(),
  ...{ state: 'running', own: true, verified: null, blocks: 0, games: 0 },
  ...{ withdrawn: [], leaving: [], claim: null, removed: null },
  ...given,
});

/** Its name as Python takes it. @param {Pick<Entrant, 'name' | 'code'>} entrant */
const nameOf = ({ name, code }) => plainName(name) || plainName(bareName(code ?? { name })) || UNNAMED;

/**
 * What a person entered, as it can be in a contest or a link.
 *
 * JavaScript lets a text have one half of a character, and a file cannot hold it: the page saves a bot with the sign for
 * what is unknown instead, and so it plays. Otherwise its hash would be another one on the command line.
 * @param {Entrant} entrant
 * @returns {Entrant}
 */
export const wellFormed = (entrant) => ({
  ...entrant,
  name: nameOf(entrant),
  code: entrant.code && {
    ...entrant.code,
    name: entrant.code.name.toWellFormed(),
    source: entrant.code.source.toWellFormed(),
  },
});

/** An entrant for Python. @param {Entrant} entrant */
export function described({ name, kind, code, house }) {
  if (kind === 'house') return { name: house ?? name, kind, source: '', path: '' };
  return { name, kind, source: code?.source ?? '', path: pathOf(code) };
}

/** @param {Code | null} code */
const pathOf = (code) => (code ? (isBundle(code) ? (code.main ?? MAIN) : code.name) : '');

/** @param {Entrant} entrant @param {string} name @returns {Entrant} */
const kept = ({ name: given, kind, code, house, bot = null, version = null }, name) => ({
  ...{ name, kind, code: code ?? null, bot, version },
  house: kind === 'house' ? (house ?? given) : null,
});

/**
 * @param {readonly Entrant[]} entrants
 * @param {LayOut} layOut
 * @returns {Promise<[number, string, Uint8Array<ArrayBuffer>][] | {problem: Message}>} of bots of several files: the
 *   entrant's number, a path, and what is in that file
 */
export async function filesOf(entrants, layOut) {
  /** @type {[number, string, Uint8Array<ArrayBuffer>][]} */
  const found = [];
  for (const [number, { code }] of entrants.entries()) {
    if (!code || !isBundle(code)) continue;
    const laidOut = await layOut(code);
    if ('problem' in laidOut) return laidOut;
    for (const { path, data } of laidOut.files)
      found.push([number, path, new Uint8Array(await data.arrayBuffer())]);
  }
  return found;
}
