// How everybody stands, in a strip along the upper rim of the board: ranked, and who is out last and grey.

import { h, swatch } from '../../base/ui/dom.ts';
import { refill } from '../../base/ui/focus.ts';
import { MOST_SHOWN } from '../../base/values/seats.ts';
import { fixed } from '../../base/words/index.ts';
import { ranked } from './ranked.js';

/** @typedef {import('../../games/index.ts').Score} Score */

/** @param {HTMLElement} frame of the board */
export function createScores(frame) {
  // The panel beside the board says the same to screen readers.
  const element = h('div', { class: 'scores', 'aria-hidden': 'true', hidden: true });
  frame.append(element);
  let shown = '';

  return {
    /** @param {Score[]} scores none: this game has no such thing @param {string[]} names */
    show(scores, names) {
      const rows = ranked(scores).slice(0, MOST_SHOWN);
      const key = JSON.stringify([rows, names]);
      element.hidden = rows.length === 0;
      if (key === shown) return;
      shown = key;
      refill(element, ...rows.map((score) => chip(score, names[score.player] ?? '')));
    },
  };
}

/** @param {Score} score @param {string} name */
function chip({ player, numbers: [first = 0, ...more], out }, name) {
  const rest = more.map((number) => h('span', { class: 'scores-rest' }, fixed(number, 0)));
  const element = h('span', { class: 'scores-one' }, swatch(player));
  element.append(h('span', { class: 'scores-name' }, name), h('b', {}, fixed(first, 0)), ...rest);
  element.toggleAttribute('data-out', out);
  return element;
}
