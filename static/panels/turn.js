import { h, icon, swatch } from '../dom.js';
import { say, t } from '../i18n.js';

/** @typedef {ReturnType<import('../games/index.js').GameFace['report']>} Report */

/**
 * What was ordered in this turn, and what came of it.
 *
 * @param {HTMLElement} host
 */
export function createTurn(host) {
  return {
    /**
     * @param {number} position
     * @param {Report} report
     * @param {string[]} names
     * @param {string[]} sides
     */
    show(position, report, names, sides) {
      const title = h('h2', {}, t(position ? 'orders.turn' : 'orders.start', { turn: position }));
      host.replaceChildren(
        title,
        table(position ? report.rows : blank(report.rows), names, sides),
        events(report, names),
      );
    },
  };
}

/** Before the first turn nobody has ordered anything. @param {Report['rows']} rows @returns {Report['rows']} */
function blank(rows) {
  return rows.map((row) => ({
    ...row,
    cells: row.cells.map(() => ({ icon: 'minus', text: ['orders.none', {}] })),
  }));
}

/** @param {Report['rows']} rows @param {string[]} names @param {string[]} sides */
function table(rows, names, sides) {
  const head = sides.map((side, k) => {
    return h('th', { scope: 'col' }, h('span', { class: 'order' }, swatch(k), t(side)));
  });
  const body = rows.map((row) => {
    const cells = row.cells.map((cell) => {
      const text = say(cell.text, names);
      return h('td', { title: text }, h('span', { class: 'order' }, icon(cell.icon), text));
    });
    return h('tr', {}, h('th', { scope: 'row' }, say(row.label, names)), ...cells);
  });
  return h('table', {}, h('thead', {}, h('tr', {}, h('td'), ...head)), h('tbody', {}, ...body));
}

/** @param {Report} report @param {string[]} names */
function events(report, names) {
  return h('ul', { class: 'events' }, ...report.events.map((event) => h('li', {}, say(event, names))));
}
