// How everybody did on every seed, so on every map.

import { h, on } from '../../base/ui/dom.js';
import { refill } from '../../base/ui/focus.js';
import { t } from '../../base/words/index.js';
import { pointsText } from './standings.js';

/** @typedef {import('../../contest/types.js').Summary} Summary */

const ROWS = 25;
/** Entrants that have a column, by their places. */
const COLUMNS = 12;

export function createMaps() {
  const table = h('table', { class: 'compete-table' });
  const scroll = h(
    'div',
    { class: 'compete-scroll', role: 'region', tabIndex: 0, 'aria-label': t('compete.maps') },
    table,
  );
  const more = h('button', { type: 'button', class: 'plain' }, t('compete.more'));
  const element = h('div', {}, scroll, more);
  let most = ROWS;
  /** @type {Summary | null} */
  let last = null;
  /** @type {(name: string) => string} */
  let calls = String;

  function render() {
    if (!last) return;
    const names = last.standings.slice(0, COLUMNS).map(({ name }) => name);
    /** @type {Map<string, Map<string, string>>} */
    const seeds = new Map();
    for (const { seed, name, points, games } of last.seeds) {
      const line = seeds.get(String(seed)) ?? new Map();
      line.set(name, t('compete.of', { points: pointsText(points), games }));
      seeds.set(String(seed), line);
    }
    const rows = [...seeds]
      .slice(0, most)
      .map(([seed, line]) =>
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, seed),
          ...names.map((name) => h('td', { class: 'number' }, line.get(name) ?? '')),
        ),
      );
    const heads = names.map((name) => h('th', { scope: 'col', class: 'number' }, calls(name)));
    refill(
      table,
      h('caption', { class: 'unseen' }, t('compete.maps')),
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, t('compete.column.seed')), ...heads)),
      h('tbody', {}, ...rows),
    );
    more.hidden = seeds.size <= most;
  }

  on(more, 'click', () => {
    most += 4 * ROWS;
    render();
  });

  return {
    element,
    /** @param {Summary} summary @param {(name: string) => string} called */
    show(summary, called) {
      calls = called;
      last = summary;
      render();
    },
  };
}
