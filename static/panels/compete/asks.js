/**
 * What a person asks for, as the spec of a contest: who plays, and by which plan. No DOM.
 *
 * @typedef {import('../../contest/types.js').Entrant} Entrant
 * @typedef {import('../../contest/types.js').ContestSpec} ContestSpec
 * @typedef {import('../../match/types.js').Code} Code
 * @typedef {{code: Code, number: number | null, title: string}} Own a bot of the user's; number: of its version
 */

import { bareName, isSame } from '../../base/values/bundle-shape.js';

/** @param {string} name @returns {Entrant} */
export const houseBot = (name) => ({ name, kind: 'house', code: null, house: name });

/** How many house bots a new tournament has before anybody chooses. */
const FIRST_FIELD = 4;

/**
 * The house bots of a new tournament: those around the one that a newcomer meets. The whole ladder takes minutes.
 *
 * @param {readonly string[]} house the strongest first
 * @param {string} sparring
 * @returns {string[]}
 */
export function firstField(house, sparring) {
  const start = Math.min(house.indexOf(sparring) - 1, house.length - FIRST_FIELD);
  return house.slice(Math.max(start, 0), Math.max(start, 0) + FIRST_FIELD);
}

/**
 * A bot of the user's. Of several with one name Python numbers each, as soon as the contest begins.
 *
 * @param {Code} code
 * @param {number | null} [version]
 * @param {number | null} [bot] its id
 * @returns {Entrant}
 */
export const ownBot = ({ name, source, main, files }, version = null, bot = null) => ({
  name: bareName({ name }),
  kind: 'code',
  code: { name, source, ...(files ? { main, files } : {}) },
  version,
  bot,
});

/**
 * The number of the version that is the same as this code, if there is one.
 *
 * @param {readonly (Code & {number: number, bot: number})[]} versions
 * @param {Code} code
 * @param {number} bot whose versions count
 * @returns {number | null}
 */
export const versionOf = (versions, code, bot) =>
  versions.findLast((each) => each.bot === bot && isSame(each, code))?.number ?? null;

/**
 * The number that the bot in the editor will play under: that of its newest version, if nothing has changed since. One
 * that was changed back to an older version becomes a new version when it plays.
 *
 * @param {readonly (Code & {number: number, bot: number})[]} versions
 * @param {Code} code
 * @param {number} bot
 * @returns {number | null}
 */
export function numberInEditor(versions, code, bot) {
  const newest = versions.findLast((each) => each.bot === bot);
  return newest && isSame(newest, code) && newest.name === code.name ? newest.number : null;
}

/** The name of a bot without the end of its file. @param {{name: string}} bot */
export const shown = ({ name }) => bareName({ name });

/**
 * What entrants are called on the page, by the names that Python knows: a version of the user's bot with its number.
 *
 * @param {readonly Entrant[]} entrants
 * @returns {(name: string) => string}
 */
export function callsOf(entrants) {
  const versions = new Map(entrants.map(({ name, version }) => [name, version ?? null]));
  return (name) => {
    const bare = bareName({ name });
    const version = versions.get(name) ?? null;
    return version === null || / v\d+$/.test(bare) ? bare : `${bare} v${version}`;
  };
}

/** What one entrant is called on the page. @param {Entrant} entrant */
export const callOf = (entrant) => callsOf([entrant])(entrant.name);

/**
 * @typedef {{kind: 'fair'} | {kind: 'new', first: number} | {kind: 'list', given: string[]}} SeedChoice fair: the same for
 *   everybody, always; new: drawn from this number
 */

/** @param {SeedChoice} choice */
const seedsOf = (choice) => ({
  first: choice.kind === 'new' ? choice.first : 0,
  given: choice.kind === 'list' ? choice.given : [],
});

/**
 * The plan of a series. A list of seeds is played once, whatever the number of blocks.
 *
 * @param {object} asked
 * @param {number} asked.blocks
 * @param {SeedChoice} asked.seeds
 * @param {{elo: number, alpha: number, beta: number} | null} asked.stop
 */
export const seriesPlan = ({ blocks, seeds, stop }) => ({
  kind: 'series',
  blocks: seeds.kind === 'list' ? seeds.given.length : blocks,
  stop: stop && { ...stop, bets: true },
  seeds: seedsOf(seeds),
});

/**
 * The plan of a tournament.
 *
 * @param {string} kind
 * @param {Record<string, number>} options
 * @param {SeedChoice} seeds
 */
export const tournamentPlan = (kind, options, seeds) => ({ kind, ...options, seeds: seedsOf(seeds) });

/** A number from which new seeds are drawn. */
export const drawnFirst = () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
