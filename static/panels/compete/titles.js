// What contests are called by themselves.

import { t } from '../../base/words/index.js';
import { callsOf } from './asks.js';

/** @typedef {import('../../contest/types.js').ContestRow} ContestRow */
/** @typedef {import('../../contest/types.js').Entrant} Entrant */

/** What a contest is called that nobody has named. @param {ContestRow} row @param {string} kind of its plan */
export const titleOfPlayed = ({ game, entrants }, kind) =>
  entrants.length === 2
    ? titleOf(entrants)
    : t('compete.form.titled', { game: t(`game.${game}`), kind: t(`compete.kind.${kind}`) });

/** @param {Entrant[]} entrants @returns {string} */
export function titleOf(entrants) {
  const calls = callsOf(entrants);
  const names = entrants.map(({ name }) => calls(name));
  return names.length === 2
    ? t('compete.versus', { name: names[0], other: names[1] })
    : names.slice(0, 3).join(', ');
}
