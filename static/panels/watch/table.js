// The board as a table.

import { h, on, setText } from '../../base/ui/dom.ts';
import { refill } from '../../base/ui/focus.ts';
import { list, say, t } from '../../base/words/index.ts';
import { gameFace } from '../../games/index.ts';
import { namesOf } from '../../games/names.ts';

/** @typedef {import('../../match/playback.ts').Playback} Playback */
/** @typedef {import('../../board/table.ts').Grid} Grid */

/** Milliseconds between two updates while a match plays. */
const PACE = 250;

/**
 * Shows the board as a table of cells, in its place, for screen readers and for reading. It has the same perspective as
 * the board.
 *
 * @param {HTMLElement} frame
 * @param {HTMLElement} button
 * @param {Playback} playback
 */
export function createTable(frame, button, playback) {
  const region = h('div', { class: 'board-table', tabIndex: 0, role: 'region', hidden: true });
  region.setAttribute('aria-label', t('board.table'));
  frame.append(region);
  /** @type {HTMLTableElement[]} */
  let tables = [];
  let shape = '';
  let timer = 0;
  let isShown = false;

  function fill() {
    timer = 0;
    const { match, position } = playback.state;
    const view = match && isShown ? playback.view(position) : null;
    if (!match || !view) {
      // What was shown may be hidden now.
      shape = '';
      refill(region);
      return;
    }
    const face = gameFace(match.header.game);
    const names = namesOf(match.header);
    const grids = face.table(view);
    const next = grids.map(({ cells, first }) => [cells.length, cells[0]?.length, first]).join('/');
    if (next !== shape) {
      shape = next;
      tables = grids.map(emptyTable);
      refill(region, ...tables);
    }
    for (const [k, grid] of grids.entries()) fillTable(tables[k], grid, names);
  }

  function render() {
    if (!isShown || timer) return;
    if (playback.state.playing) timer = window.setTimeout(fill, PACE);
    else fill();
  }

  function label() {
    setText(button, t(isShown ? 'board.asPicture' : 'board.asTable'));
  }

  function toggle() {
    isShown = !isShown;
    region.hidden = !isShown;
    frame.toggleAttribute('data-table', isShown);
    label();
    fill();
    if (isShown) region.focus();
    else frame.querySelector('canvas')?.focus();
  }

  playback.subscribe(render);
  on(button, 'click', toggle);
  label();
  return { toggle };
}

/** @param {Grid} grid */
function emptyTable({ cells, first }) {
  const columns = (cells[0] ?? []).map((_, k) =>
    h('th', { scope: 'col', 'aria-label': t('board.column', { number: k + first }) }, String(k + first)),
  );
  const rows = cells.map((row, k) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row', 'aria-label': t('board.row', { number: k + first }) }, String(k + first)),
      ...row.map(() => h('td')),
    ),
  );
  return h(
    'table',
    {},
    h('caption'),
    h('thead', {}, h('tr', {}, h('td'), ...columns)),
    h('tbody', {}, ...rows),
  );
}

/** @param {HTMLTableElement | undefined} table @param {Grid} grid @param {string[]} names */
function fillTable(table, { caption, cells }, names) {
  if (!table?.caption) return;
  setText(table.caption, say(caption, names));
  const body = table.tBodies[0];
  for (const [row, line] of cells.entries()) {
    const places = body?.rows[row]?.cells;
    for (const [column, what] of line.entries()) {
      const place = places?.[column + 1];
      if (place)
        setText(
          place,
          list(
            what.map((message) => say(message, names)),
            'unit',
          ),
        );
    }
  }
}
