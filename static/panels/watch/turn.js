// The turn panel: the orders of a turn and their results.

import { h, icon, letScroll, swatch } from '../../base/ui/dom.ts';
import { refill } from '../../base/ui/focus.ts';
import { say, t } from '../../base/words/index.ts';

/** @typedef {import('../../games/index.ts').Report} Report */

/**
 * Creates the panel.
 *
 * @param {HTMLElement} host
 */
export function createTurn(host) {
  // How high they are depends on what stands beside them. An observer is told after the layout, so reading costs none.
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) letScroll(/** @type {HTMLElement} */ (target), isTooLong(target));
  });
  return {
    /**
     * @param {number} position
     * @param {Report} report
     * @param {string[]} names
     * @param {string[]} sides
     */
    show(position, report, names, sides) {
      const number = report.title ? say(report.title, names) : t('orders.turn', { turn: position });
      const title = h('h2', {}, position ? number : t('orders.start'));
      const rows = position || report.head ? report.rows : blank(report.rows);
      const head = report.head ? named(report.head, names) : players(sides.slice(0, names.length));
      host.toggleAttribute('data-by-player', report.head !== undefined);
      const list = events(report, names);
      refill(host, title, table(rows, head, names), list);
      observer.disconnect();
      for (const element of [host, list]) observer.observe(element);
    },
    clear() {
      observer.disconnect();
      refill(host);
    },
  };
}

/** Before the first turn there are no orders. @param {Report['rows']} rows @returns {Report['rows']} */
function blank(rows) {
  return rows.map((row) => ({
    ...row,
    cells: row.cells.map(() => ({ icon: 'minus', text: ['orders.none', {}] })),
  }));
}

/** @param {string[]} sides a column for every player */
function players(sides) {
  return sides.map((side, k) => {
    return h('th', { scope: 'col' }, h('span', { class: 'order' }, swatch(k), t(side)));
  });
}

/** @param {import('../../match/types.ts').Message[]} head @param {string[]} names */
function named(head, names) {
  return head.map((title) => h('th', { scope: 'col' }, say(title, names)));
}

/** @param {Report['rows']} rows @param {HTMLElement[]} head @param {string[]} names */
function table(rows, head, names) {
  const body = rows.map((row) => {
    const cells = row.cells.map((cell) => {
      const text = say(cell.text, names);
      const order = h(
        'span',
        { class: 'order' },
        cell.icon && icon(cell.icon),
        h('span', { class: 'name' }, text),
      );
      return h('td', { title: text }, order);
    });
    const label = say(row.label, names);
    const mark = row.player !== undefined && swatch(row.player);
    const title = h('span', { class: 'order' }, mark, h('span', { class: 'name' }, label));
    return h('tr', {}, h('th', { scope: 'row', title: label }, title), ...cells);
  });
  return h('table', {}, h('thead', {}, h('tr', {}, h('td'), ...head)), h('tbody', {}, ...body));
}

/** @param {Report} report @param {string[]} names */
function events(report, names) {
  const texts = report.events.map((event) => say(event, names));
  return h('ul', { class: 'events' }, ...texts.map((text) => h('li', {}, text)));
}

/** @param {Element} element */
function isTooLong(element) {
  const isClipped = getComputedStyle(element).overflowY !== 'visible';
  return isClipped && element.scrollHeight > element.clientHeight + 1;
}
