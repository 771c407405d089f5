// How the end of a match is said: to the one person who played it by hand, in the second person; to everybody else, with
// the names of the players. No DOM and no words: only ids.

import { humansIn } from '../base/values/seats.js';

/** @typedef {import('./types.js').Match} Match */
/** @typedef {import('./types.js').Message} Message */
/** @typedef {import('./types.js').Result} Result */
/** @typedef {'won' | 'lost' | 'draw' | 'told'} Tone told: no single person played it */
/** @typedef {{tone: Tone, says: Message, place: Message | null, winners: number[]}} Ending place: of one who lost among several */

/**
 * @param {Pick<Match['header'], 'players'>} header
 * @param {Result} result
 * @param {(id: string) => boolean} knows whether there is a sentence of that id
 * @returns {Ending}
 */
export function endingOf({ players }, result, knows) {
  const humans = humansIn(players);
  const winners = result.places.flatMap((place, player) => (place === 1 ? [player] : []));
  const [me] = humans;
  if (me === undefined || humans.length > 1)
    return { tone: 'told', says: result.reason, place: null, winners };
  const end = endOf(result, me);
  const tone = end === 'drawn' ? 'draw' : end;
  const why = whyOf(tone, me, result, knows);
  const place = tone === 'lost' && players.length > 2 ? placeOf(me, result) : null;
  return { tone, says: [`ending.${tone}`, { why }], place, winners };
}

/** How a match ended for one player. @param {Pick<Result, 'places'>} result @param {number} player */
export function endOf({ places }, player) {
  if (places[player] !== 1) return 'lost';
  return places.filter((place) => place === 1).length > 1 ? 'drawn' : 'won';
}

/** @param {Tone} tone @param {number} me @param {Result} result @param {(id: string) => boolean} knows */
function whyOf(tone, me, { reason, losses }, knows) {
  const [, { why, first, second }] = reason;
  if (tone === 'lost') return addressed('you', losses[me] ?? reason, knows);
  if (isMessage(why)) return addressed('other', why, knows);
  // A draw that both have lost: what happened to the person comes first.
  const both = [first, second].filter(isMessage);
  const [mine, theirs] = me === 0 ? both : both.reverse();
  if (!mine || !theirs) return reason;
  return ['ending.both', { mine: addressed('you', mine, knows), theirs: addressed('other', theirs, knows) }];
}

/** A reason as it is said to the person: of the person's own loss, or of another's. @param {'you' | 'other'} whose @param {Message} why @param {(id: string) => boolean} knows @returns {Message} */
function addressed(whose, [id, params], knows) {
  const [group, name] = id.split('.');
  const direct = `ending.${whose}.${group}.${name}`;
  return [knows(direct) ? direct : id, params];
}

/** @param {number} me @param {Result} result @returns {Message} */
const placeOf = (me, { places }) => ['ending.place', { place: places[me] ?? 0, count: places.length }];

/** @param {unknown} value @returns {value is Message} */
const isMessage = (value) => Array.isArray(value) && typeof value[0] === 'string';
