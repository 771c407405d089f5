// The table that says where the lines of a bot spent its time.

import { h, on } from '../../base/ui/dom.ts';
import { refill } from '../../base/ui/focus.ts';
import { fixed, t } from '../../base/words/index.ts';

/** @typedef {[number, number, number][]} Profile line, how often, milliseconds */

/** What a column of the profile is sorted by; the second click turns it round. */
const COLUMNS = /** @type {const} */ (['line', 'hits', 'ms']);
/** Rows of the profile that are there at first. */
const ROWS = 100;

/** @param {Profile} profile @param {string} source @param {(line: number) => void} goToLine */
export function profileTable(profile, source, goToLine) {
  if (profile.length === 0) return h('p', { class: 'hint' }, t('again.noProfile'));
  const lines = source.split('\n');
  const most = profile.reduce((longest, [, , ms]) => Math.max(longest, ms), Number.MIN_VALUE);
  const body = h('tbody');
  const more = h('button', { type: 'button', class: 'plain' }, t('library.more'));
  let rows = ROWS;
  let by = 2;
  let down = true;
  const heads = COLUMNS.map((name, k) => {
    const press = h('button', { type: 'button', class: 'quiet' }, t(`again.${name}`));
    on(press, 'click', () => {
      down = by === k ? !down : k > 0;
      by = k;
      sort();
    });
    return h('th', { scope: 'col' }, press);
  });

  function sort() {
    const sorted = [...profile].sort((one, other) => (down ? -1 : 1) * ((one[by] ?? 0) - (other[by] ?? 0)));
    for (const [k, head] of heads.entries()) {
      head.setAttribute('aria-sort', k === by ? (down ? 'descending' : 'ascending') : 'none');
    }
    refill(body, ...sorted.slice(0, rows).map(profileRow));
    more.hidden = sorted.length <= rows;
  }

  /** @param {[number, number, number]} row */
  function profileRow([line, hits, ms]) {
    const jump = h(
      'button',
      { type: 'button', class: 'quiet', title: t('again.goTo', { line }) },
      String(line),
    );
    on(jump, 'click', () => goToLine(line));
    const bar = h('span', { class: 'again-bar', 'aria-hidden': 'true' });
    bar.style.width = `${Math.max(1, (100 * ms) / most)}%`;
    return h(
      'tr',
      {},
      h('td', {}, jump),
      h('td', {}, fixed(hits, 0)),
      h('td', {}, fixed(ms, 2)),
      h('td', {}, bar, h('code', {}, (lines[line - 1] ?? '').trim())),
    );
  }

  on(more, 'click', () => {
    rows += ROWS;
    sort();
  });
  sort();
  const head = h('tr', {}, ...heads, h('th', { scope: 'col' }, t('again.code')));
  const caption = h('caption', {}, t('again.profile'));
  const table = h('table', { class: 'again-profile' }, caption, h('thead', {}, head), body);
  return h('div', {}, table, more);
}
