// The rows of the seats in the setup.

import { find, h, iconButton, on, setText, swatch } from '../../base/ui/dom.ts';
import { refill } from '../../base/ui/focus.ts';
import { t } from '../../base/words/index.ts';

/** @typedef {{element: HTMLElement, select: HTMLSelectElement}} Row */

/**
 * Creates a select box for each seat, and the buttons for more and fewer seats.
 *
 * @param {HTMLElement} host
 * @param {object} outside
 * @param {() => void} outside.chosen a player was chosen for a seat
 * @param {(seats: number) => void} outside.resize another number of seats was chosen
 */
export function createSeatRows(host, { chosen, resize }) {
  /** @type {Row[]} */
  let rows = [];
  const fewer = iconButton('minus', t('setup.fewer'), () => resize(rows.length - 1));
  const more = iconButton('plus', t('setup.more'), () => resize(rows.length + 1));
  const number = h('output', {});
  const label = h('span', { class: 'seat-count-label' }, t('setup.count'));
  const count = h('div', { class: 'seat-count' }, label, fewer, number, more);
  find(host, '.seed', HTMLElement).before(count);

  return {
    /** @param {number} seats @param {{fewest: number, most: number}} limits @param {string[]} sides message ids */
    show(seats, { fewest, most }, sides) {
      for (const { element } of rows) element.remove();
      rows = Array.from({ length: seats }, (_, k) => seatRow(k, sides[k] ?? '', chosen));
      const versus = h('span', { class: 'versus', 'aria-hidden': 'true' }, t('setup.versus'));
      const elements = rows.map(({ element }) => element);
      host.querySelector('.versus')?.remove();
      host.prepend(...(seats === 2 ? [elements[0] ?? '', versus, elements[1] ?? ''] : elements));
      host.toggleAttribute('data-many', seats > 2);
      count.hidden = fewest === most;
      setText(number, String(seats));
      fewer.disabled = seats <= fewest;
      more.disabled = seats >= most;
    },

    /**
     * What can be chosen, and what is.
     *
     * @param {() => Node[]} options of one list
     * @param {string[]} words the value of each list
     * @param {string} otherwise where that value cannot be chosen
     */
    fill(options, words, otherwise) {
      for (const [k, { select }] of rows.entries()) {
        refill(select, ...options());
        select.value = words[k] ?? otherwise;
        if (!select.value) select.value = otherwise;
      }
    },

    /** Who is chosen for each seat. */
    values: () => rows.map(({ select }) => select.value),
  };
}

/** @param {number} k @param {string} side @param {() => void} choose @returns {Row} */
function seatRow(k, side, choose) {
  const id = `seat-${k}`;
  const select = h('select', { id });
  on(select, 'change', choose);
  const label = h('label', { class: 'unseen', htmlFor: id }, seatName(k + 1, side));
  const name = h('span', { class: 'side-name', 'aria-hidden': 'true' }, t(side));
  return { element: h('div', { class: 'seat' }, swatch(k), label, name, select), select };
}

/** A seat as it is shown: its number, and its side where it has one. @param {number} number @param {string} side */
function seatName(number, side) {
  const seat = t('setup.seat', { number });
  return side ? t('setup.seatOnSide', { seat, side: t(side) }) : seat;
}
