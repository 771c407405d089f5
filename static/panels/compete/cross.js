// The cross table: how everybody did against everybody. A cell opens the games of its pair.

import { h, on } from '../../base/ui/dom.js';
import { refill } from '../../base/ui/focus.js';
import { t } from '../../base/words/index.js';
import { pointsText } from './standings.js';
import { arrows } from './svg.js';

/** @typedef {import('../../contest/types.js').Summary} Summary */
/** @typedef {import('../../contest/types.js').Count} Count */

/** Entrants in the table, by their places: a larger one cannot be read. */
const MOST = 24;

/** @param {(name: string, other: string) => void} open */
export function createCross(open) {
  const table = h('table', { class: 'compete-table cross' });
  const scroll = h(
    'div',
    { class: 'compete-scroll', role: 'region', tabIndex: 0, 'aria-label': t('compete.cross') },
    table,
  );
  const note = h('p', { class: 'hint' });
  const element = h('div', {}, scroll, note);
  const settle = arrows(table);
  /** @type {string | null} */
  let chosen = null;
  /** @type {(name: string) => string} */
  let calls = String;

  on(table, 'click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button[data-key]') : null;
    const [name, other] = JSON.parse(button?.getAttribute('data-pair') ?? '[]');
    if (name === undefined) return;
    chosen = JSON.stringify([name, other]);
    for (const each of table.querySelectorAll('button'))
      each.setAttribute('aria-pressed', String(each === button));
    open(name, other);
  });

  return {
    element,
    /** @param {Summary} summary @param {(name: string) => string} called */
    show({ standings, cross }, called) {
      calls = called;
      const names = standings.slice(0, MOST).map(({ name }) => name);
      const met = metBy(cross);
      const heads = names.map((name, k) =>
        h('th', { scope: 'col', class: 'number', title: calls(name) }, String(k + 1)),
      );
      const rows = names.map((name, k) => {
        const cells = names.map((other, at) =>
          at === k ? h('td', { class: 'none' }, '·') : cell(name, other, met),
        );
        return h(
          'tr',
          {},
          h('th', { scope: 'row' }, h('span', { class: 'hint' }, String(k + 1)), ` ${calls(name)}`),
          ...cells,
        );
      });
      refill(
        table,
        h('caption', { class: 'unseen' }, t('compete.cross')),
        h('thead', {}, h('tr', {}, h('td', {}), ...heads)),
        h('tbody', {}, ...rows),
      );
      settle();
      note.textContent =
        standings.length > MOST ? t('compete.cross.most', { count: MOST }) : t('compete.cross.hint');
    },
  };

  /** @param {string} name @param {string} other @param {ReturnType<typeof metBy>} met */
  function cell(name, other, met) {
    const found = met(name, other);
    if (!found) return h('td', { class: 'none' }, '');
    const { points, games, wins, draws, losses } = found;
    const pair = JSON.stringify([name, other]);
    const says = t('compete.cross.words', {
      ...{ name: calls(name), other: calls(other), wins, draws, losses },
      ...{ points: pointsText(points), games },
    });
    const look = points * 2 > games ? 'win' : points * 2 < games ? 'loss' : 'draw';
    const button = h(
      'button',
      {
        type: 'button',
        class: 'cell',
        title: says,
        'aria-label': says,
        'data-key': pair,
        'data-pair': pair,
        'data-outcome': look,
      },
      pointsText(points),
    );
    button.setAttribute('aria-pressed', String(pair === chosen));
    return h('td', {}, button);
  }
}

/**
 * Every pair is listed once, for one of the two.
 *
 * @param {Summary['cross']} cross
 * @returns {(name: string, other: string) => Count | null}
 */
export function metBy(cross) {
  const found = new Map(cross.map((each) => [JSON.stringify(each.names), each]));
  return (name, other) => {
    const own = found.get(JSON.stringify([name, other]));
    if (own) return own;
    const theirs = found.get(JSON.stringify([other, name]));
    if (!theirs) return null;
    const { points, games, wins, draws, losses } = theirs;
    return { points: games - points, games, wins: losses, draws, losses: wins };
  };
}
