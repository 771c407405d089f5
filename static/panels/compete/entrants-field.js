// The list of entrants of a new tournament, in the order of their seeding.

import { h, icon, iconButton, on, setText } from '../../base/ui/dom.js';
import { refill } from '../../base/ui/focus.js';
import { t } from '../../base/words/index.js';
import { callOf } from './asks.ts';
import { EDITOR } from './roster.js';

/** @typedef {import('../../contest/types.js').Entrant} Entrant */

/**
 * @param {import('./roster.js').Roster} roster
 * @param {() => void} changed
 */
export function createEntrants(roster, changed) {
  /** @type {Entrant[]} */
  let entrants = [];
  /** Several may have one name. @type {WeakMap<Entrant, number>} */
  const keys = new WeakMap();
  let latest = 0;
  const list = h('ol', { class: 'compete-entrants' });
  const count = h('p', { class: 'hint', 'aria-live': 'polite' });
  const choice = roster.select(t('compete.form.choose'), EDITOR);
  const add = h(
    'button',
    { type: 'button', class: 'plain' },
    icon('plus'),
    h('span', {}, t('compete.form.add')),
  );
  const house = h('button', { type: 'button', class: 'plain' }, t('compete.form.addHouse'));
  const adding = h(
    'div',
    { class: 'compete-sides' },
    choice,
    add,
    house,
    roster.opener((word) => put(word)),
  );
  const element = h(
    'fieldset',
    {},
    h('legend', {}, t('compete.form.entrants')),
    h('p', { class: 'hint' }, t('compete.form.order')),
    list,
    count,
    adding,
  );

  /** @param {...string} words */
  function put(...words) {
    entrants = [...entrants, ...words.flatMap((word) => roster.entrantOf(word) ?? [])];
    render();
  }

  function render() {
    refill(list, ...entrants.map(row));
    setText(count, t('compete.form.count', { count: entrants.length }));
    changed();
  }

  /** @param {Entrant} entrant @param {number} k */
  function row(entrant, k) {
    const name = callOf(entrant);
    const key = keys.get(entrant) ?? ++latest;
    keys.set(entrant, key);
    /** @param {string} sign @param {string} says @param {() => void} press @param {boolean} [off] */
    const tool = (sign, says, press, off = false) =>
      iconButton(sign, says, press, { disabled: off, 'data-key': `${sign}-${key}` });
    return h(
      'li',
      {},
      h('span', { class: 'name' }, name),
      tool('arrow-up', t('compete.form.up', { name }), () => move(k, k - 1), k === 0),
      tool('arrow-down', t('compete.form.down', { name }), () => move(k, k + 1), k === entrants.length - 1),
      tool('x', t('compete.form.drop', { name }), () => {
        entrants = entrants.filter((each) => each !== entrant);
        render();
      }),
    );
  }

  /** @param {number} from @param {number} to */
  function move(from, to) {
    const next = [...entrants];
    next.splice(to, 0, ...next.splice(from, 1));
    entrants = next;
    render();
  }

  on(add, 'click', () => put(choice.value));
  on(house, 'click', () => {
    const there = new Set(entrants.map(({ name }) => name));
    put(...roster.house.filter((name) => !there.has(name)).map((name) => `house:${name}`));
  });
  put(EDITOR, ...roster.firstField.map((name) => `house:${name}`));
  return { element, value: () => entrants };
}
