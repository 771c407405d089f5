// The rounds of a tournament that pairs its entrants round by round.

import { h, on } from '../../base/ui/dom.js';
import { refill } from '../../base/ui/focus.js';
import { t } from '../../base/words/index.js';
import { pointsText } from './standings.js';

/** @typedef {import('../../contest/types.js').Summary['pairings'][number]} Pairing */

/** @param {(pairing: Pairing) => void} open */
export function createRounds(open) {
  const element = h('div', { class: 'compete-rounds' });
  /** Rounds that a person has opened or shut. @type {Map<number, boolean>} */
  const chosen = new Map();

  return {
    element,
    /** @param {readonly Pairing[]} pairings @param {string[]} names */
    show(pairings, names) {
      const rounds = [...new Set(pairings.map(({ round }) => round))].sort((one, other) => other - one);
      const parts = rounds.map((round, k) => {
        const head = h(
          'summary',
          { 'data-key': `round-${round}` },
          t('compete.round', { number: round + 1 }),
        );
        const here = pairings.filter((each) => each.round === round);
        const details = h('details', { open: chosen.get(round) ?? k === 0 }, head, table(here, names));
        on(details, /** @type {any} */ ('toggle'), () => chosen.set(round, details.open));
        return details;
      });
      refill(element, ...parts);
    },
  };

  /** @param {Pairing[]} pairings @param {string[]} names */
  function table(pairings, names) {
    const heads = ['pairing', 'score', 'decided'].map((name) =>
      h('th', { scope: 'col' }, t(`compete.column.${name}`)),
    );
    const rows = pairings.map((pairing, k) => {
      const { players, points, winner, how, round } = pairing;
      const who = players.map((player) => names[player] ?? '').join(' – ');
      const text = points.map(pointsText).join(' : ');
      const score = h('button', { type: 'button', class: 'link', 'data-key': `${round}-${k}` }, text);
      on(score, 'click', () => open(pairing));
      const told = t(`compete.how.${how}`, { name: winner === null ? '' : (names[winner] ?? '') });
      return h('tr', {}, h('th', { scope: 'row' }, who), h('td', {}, text && score), h('td', {}, told));
    });
    return h(
      'table',
      { class: 'compete-table' },
      h('thead', {}, h('tr', {}, ...heads)),
      h('tbody', {}, ...rows),
    );
  }
}
