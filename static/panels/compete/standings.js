// The table of standings: places, points, ratings with whiskers, and who cannot be told apart.

import { h, iconButton, on } from '../../base/ui/dom.js';
import { refill } from '../../base/ui/focus.js';
import { fixed, signed, t } from '../../base/words/index.js';
import { extentOf } from './scales.js';
import { whiskers } from './whiskers.js';

/** @typedef {import('../../contest/types.js').Line} Line */
/** @typedef {import('../../contest/types.js').Summary} Summary */

/** Rows at first; a button shows more. */
const PAGE = 100;
const EXTRA = /** @type {const} */ (['byes', 'buchholz', 'final']);

/** @param {(name: string) => void} withdraw */
export function createStandings(withdraw) {
  const table = h('table', { class: 'compete-table standings' });
  const more = h('button', { type: 'button', class: 'plain' }, t('compete.more'));
  const notes = h('p', { class: 'hint' });
  const element = h(
    'div',
    {},
    h('div', { class: 'compete-scroll', tabIndex: 0, role: 'region' }, table),
    more,
    notes,
  );
  element.firstElementChild?.setAttribute('aria-label', t('compete.standings'));
  let most = PAGE;
  /** @type {{summary: Summary, canWithdraw: boolean, many: boolean, calls: (name: string) => string} | null} */
  let last = null;

  function render() {
    if (!last) return;
    const { summary, canWithdraw, many, calls } = last;
    const lines = summary.standings;
    const extra = EXTRA.filter((name) => lines.some((line) => line[name]));
    const hasFaults = lines.some((line) => faultsIn(line) > 0);
    const extent = extentOf(lines);
    const rows = lines.slice(0, most).map((line, k) => {
      const groups = { here: line.group, before: lines[k - 1]?.group, after: lines[k + 1]?.group };
      return row(line, {
        extra,
        hasFaults,
        calls,
        extent,
        level: summary.level,
        groups,
        act: canWithdraw ? withdrawButton(line, calls) : null,
      });
    });
    refill(
      table,
      h('caption', { class: 'unseen' }, t('compete.standings')),
      h('thead', {}, h('tr', {}, ...heads(extra, hasFaults, many, canWithdraw))),
      h('tbody', {}, ...rows),
    );
    more.hidden = lines.length <= most;
  }

  /** @param {Line} line @param {(name: string) => string} calls */
  function withdrawButton({ name, withdrawn }, calls) {
    if (withdrawn !== null) return null;
    const says = t('compete.withdraw', { name: calls(name) });
    return iconButton('x', says, () => withdraw(name), { 'data-key': `out-${name}` });
  }

  on(more, 'click', () => {
    most += PAGE;
    render();
  });

  return {
    element,
    /** @param {Summary} summary @param {{canWithdraw: boolean, many: boolean, kind: string, calls: (name: string) => string}} how many: games of more than two */
    show(summary, { canWithdraw, many, kind, calls }) {
      last = { summary, canWithdraw, many, calls };
      const said = [t('compete.groups', { level: fixed(100 * summary.level, 0) })];
      if (many) said.push(t('compete.points.many'));
      if (kind === 'swiss' || kind === 'finals') said.push(t('compete.points.swiss'));
      if (summary.standings.some(({ final }) => final !== null)) said.push(t('compete.points.final'));
      notes.textContent = said.join(' ');
      render();
    },
  };
}

/** What fits a phone comes first. @param {readonly string[]} extra @param {boolean} hasFaults @param {boolean} many @param {boolean} canWithdraw */
function heads(extra, hasFaults, many, canWithdraw) {
  const names = [
    ...['place', 'name', 'points', 'rating', 'rank', 'group', 'games'],
    many ? 'recordMany' : 'record',
    ...(hasFaults ? ['faults'] : []),
    ...extra,
  ];
  const cells = names.map((name) => {
    const isText = name === 'name' || name === 'rating';
    return h(
      'th',
      { scope: 'col', class: `of-${name}${isText ? '' : ' number'}` },
      t(`compete.column.${name}`),
    );
  });
  return canWithdraw ? [...cells, h('td', {})] : cells;
}

/**
 * @param {Line} line
 * @param {{extra: readonly (typeof EXTRA)[number][], hasFaults: boolean, calls: (name: string) => string, extent: [number, number], level: number,
 *   groups: {here: number, before: number | undefined, after: number | undefined}, act: HTMLElement | null}} how
 */
function row(line, { extra, hasFaults, calls, extent, level, groups, act }) {
  const [first, final] = line.rank_interval;
  const [low, high] = line.interval;
  const number = (/** @type {string} */ name, /** @type {string} */ text) =>
    h('td', { class: `number of-${name}` }, text);
  const rating = h(
    'td',
    { class: 'of-rating' },
    h(
      'div',
      { class: 'rating' },
      h('span', { class: 'rating-number' }, signed(line.rating)),
      whiskers(line, extent, level),
      h(
        'span',
        // The picture says it, too.
        { class: 'rating-range', 'aria-hidden': 'true' },
        t('compete.rating.range', { low: signed(low), high: signed(high) }),
      ),
    ),
  );
  const group = h('td', { class: 'number of-group' }, groupLetter(groups.here));
  group.dataset.begins = String(groups.here !== groups.before);
  group.dataset.ends = String(groups.here !== groups.after);
  const called = calls(line.name);
  const name = h(
    'th',
    { scope: 'row', class: 'of-name' },
    h('span', { class: 'whole-name', title: called }, called),
  );
  if (line.withdrawn !== null)
    name.append(h('span', { class: 'hint' }, t('compete.withdrawn', { round: line.withdrawn + 1 })));
  return h(
    'tr',
    {},
    number('place', String(line.place)),
    name,
    number('points', pointsText(line.points)),
    rating,
    number('rank', first === final ? String(first) : `${first}–${final}`),
    group,
    number('games', fixed(line.games, 0)),
    number('record', `${line.wins} / ${line.draws} / ${line.losses}`),
    hasFaults && number('faults', faultsIn(line) ? fixed(faultsIn(line), 0) : ''),
    ...extra.map((each) => number(each, line[each] ? pointsText(line[each]) : '')),
    act && h('td', {}, act),
  );
}

/** @param {Line} line */
const faultsIn = ({ faults }) => Object.values(faults).reduce((sum, times) => sum + times, 0);

/** Groups are called A to Z, then by numbers. @param {number} group from 1 */
export const groupLetter = (group) =>
  group >= 1 && group <= 26 ? String.fromCharCode(64 + group) : String(group);

/** Points have halves, or shares of a game of many. @param {number} points */
export const pointsText = (points) =>
  fixed(points, Number.isInteger(points) ? 0 : Number.isInteger(2 * points) ? 1 : 2);
