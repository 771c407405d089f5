// The grid of seeds by seats: every cell is a game, and opens its match.

import { h, on } from '../../base/ui/dom.js';
import { refill } from '../../base/ui/focus.js';
import { t } from '../../base/words/index.js';
import { SIEVES, sifted, tallyOf } from './games.js';
import { why } from './reasons.js';
import { arrows } from './svg.js';

/** @typedef {import('./games.js').Cell} Cell */
/** @typedef {import('./games.js').SeedRow} SeedRow */
/** @typedef {import('./games.js').Sieve} Sieve */

/** Seeds on one page. */
const PAGE = 120;

/**
 * @param {object} outside
 * @param {string} outside.game
 * @param {(cell: Cell) => void} outside.open
 * @param {import('./memory.js').Memory} outside.memory
 */
export function createGrid({ game, open, memory }) {
  /** @type {SeedRow[]} */
  let rows = [];
  /** @type {Sieve} */
  let sieve = memory.sieve ?? 'all';
  let page = memory.page ?? 0;
  /** The game that one comes back from. */
  let from = memory.cell;
  /** @type {Map<string, Cell>} */
  const cells = new Map();
  const sieves = h('div', { class: 'compete-sieves', role: 'group', 'aria-label': t('compete.grid.show') });
  const grid = h('div', { class: 'compete-grid', role: 'grid', 'aria-label': t('compete.grid.label') });
  const legend = h('p', { class: 'hint' });
  const pager = h('div', { class: 'compete-pager' });
  const element = h('div', {}, sieves, legend, grid, pager);
  const settle = arrows(grid);

  /** @param {string} says @param {number} to @param {number} pages @param {string} key */
  function turnPage(says, to, pages, key) {
    const button = h(
      'button',
      { type: 'button', class: 'plain', 'data-key': key, disabled: to < 0 || to >= pages },
      says,
    );
    on(button, 'click', () => {
      page = to;
      render();
    });
    return button;
  }

  function render() {
    const shown = sifted(rows, sieve);
    const pages = Math.max(1, Math.ceil(shown.length / PAGE));
    page = Math.min(page, pages - 1);
    Object.assign(memory, { sieve, page });
    const here = shown.slice(page * PAGE, (page + 1) * PAGE);
    cells.clear();
    refill(sieves, ...SIEVES.map(sieveButton));
    refill(grid, ...here.map(rowOf));
    settle();
    pager.hidden = pages === 1;
    const where = h('span', {}, t('compete.grid.page', { page: page + 1, pages }));
    refill(
      pager,
      turnPage(t('compete.grid.before'), page - 1, pages, 'before'),
      where,
      turnPage(t('compete.grid.after'), page + 1, pages, 'after'),
    );
  }

  /** @param {Sieve} name */
  function sieveButton(name) {
    const all = rows.flatMap((row) => row.cells);
    const faults = all.filter(({ fault }) => fault !== null).length;
    const count = name === 'all' ? all.length : name === 'fault' ? faults : tallyOf(all)[name];
    const text = t(`compete.sieve.${name}`, { count });
    const button = h(
      'button',
      { type: 'button', class: 'quiet', 'data-key': name, 'aria-pressed': String(name === sieve) },
      text,
    );
    on(button, 'click', () => {
      sieve = name;
      page = 0;
      render();
    });
    return button;
  }

  /** @param {SeedRow} row */
  function rowOf({ seed, cells: games }) {
    const head = h('span', { role: 'rowheader', class: 'seed-name' }, seed);
    return h('div', { role: 'row', class: 'seed-row' }, head, ...games.map(cellOf));
  }

  /** @param {Cell} cell */
  function cellOf(cell) {
    const key = keyOf(cell);
    cells.set(key, cell);
    return h('span', { role: 'gridcell' }, cellButton(game, cell, key));
  }

  on(grid, 'click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button[data-key]') : null;
    const cell = cells.get(button?.getAttribute('data-key') ?? '');
    if (!cell) return;
    memory.cell = keyOf(cell);
    open(cell);
  });

  /** Whoever comes back from a game finds it under the focus. */
  function comeBack() {
    const place = from && grid.querySelector(`[data-key="${CSS.escape(from)}"]`);
    from = undefined;
    if (place instanceof HTMLElement) place.focus();
  }

  return {
    element,
    /** @param {SeedRow[]} next @param {string} says how the grid is read */
    show(next, says) {
      rows = next;
      legend.textContent = says;
      element.hidden = rows.length === 0;
      // Its games are not there yet.
      if (rows.length === 0) return;
      render();
      comeBack();
    },
  };
}

/** @param {Cell} cell */
const keyOf = ({ block, game }) => `${block}-${game}`;

/** @param {string} game @param {Cell} cell @param {string} key */
function cellButton(game, cell, key) {
  const { outcome, seat, seed, number, fault } = cell;
  const says = t('compete.cell.words', {
    outcome: [`compete.${outcome}`, {}],
    ...{ seat: seat + 1, seed, number },
    why: why(game, cell),
  });
  const props = { type: 'button', class: 'cell', title: says, 'aria-label': says, 'data-key': key };
  const looks = { 'data-outcome': outcome, 'data-fault': fault !== null };
  return h('button', { ...props, ...looks }, t(`compete.${outcome}.letter`));
}
