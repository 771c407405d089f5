// Bars of games won, drawn and lost: by seat, and by why games ended.

import { h } from '../../base/ui/dom.js';
import { fixed, t } from '../../base/words/index.js';
import { s } from './svg.js';

/** @typedef {import('./games.js').Tally} Tally */
/** @typedef {import('./games.js').Outcome} Outcome */

/** @type {Outcome[]} */
const ORDER = ['win', 'draw', 'loss'];

/**
 * A table of bars, all on one scale. The numbers stand beside them, so nothing is told by colour alone.
 *
 * @param {string} caption
 * @param {string} what heads the column of labels
 * @param {{label: string, tally: Tally}[]} lines
 */
export function bars(caption, what, lines) {
  const most = Math.max(1, ...lines.map(({ tally }) => tally.win + tally.draw + tally.loss));
  const heads = ORDER.map((outcome) =>
    h('th', { scope: 'col', class: 'number' }, t(`compete.${outcome}.head`)),
  );
  return h(
    'table',
    { class: 'compete-bars' },
    h('caption', {}, caption),
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, what), h('td', {}), ...heads)),
    h('tbody', {}, ...lines.map(({ label, tally }) => line(label, tally, most))),
  );
}

/** @param {string} label @param {Tally} tally @param {number} most */
function line(label, tally, most) {
  const numbers = ORDER.map((outcome) => h('td', { class: 'number' }, fixed(tally[outcome], 0)));
  return h(
    'tr',
    {},
    h('th', { scope: 'row' }, label),
    h('td', { class: 'bar' }, bar(tally, most)),
    ...numbers,
  );
}

/** @param {Tally} tally @param {number} most */
function bar(tally, most) {
  const picture = s('svg', { viewBox: '0 0 100 12', preserveAspectRatio: 'none', 'aria-hidden': 'true' });
  let x = 0;
  for (const outcome of ORDER) {
    const width = (100 * tally[outcome]) / most;
    if (width > 0) picture.append(s('rect', { x, y: 0, width, height: 12, class: `outcome-${outcome}` }));
    x += width;
  }
  return picture;
}
