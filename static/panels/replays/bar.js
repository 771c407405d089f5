// Above the list of replays: search, filters and order; and while some are selected, what can be done with them.

import { h, icon, iconButton, on, setText } from '../../base/ui/dom.js';
import { refill, setShown } from '../../base/ui/focus.js';
import { t } from '../../base/words/index.js';
import { ALL, ENDS, ORDERS } from './choice.js';

/** @typedef {import('./choice.js').Wanted} Wanted */

/** How long the typing has to rest before the list is searched, in milliseconds. */
const REST = 120;

/** @param {(wanted: Wanted) => void} changed */
export function createFilters(changed) {
  const field = h('input', {
    type: 'search',
    placeholder: t('library.search'),
    'aria-label': t('library.search'),
    spellcheck: false,
    autocomplete: 'off',
  });
  const bot = h('select', { 'aria-label': t('library.bot') });
  const end = choice('library.end', ['', ...ENDS], (end) => t(`library.end.${end || 'any'}`));
  const order = choice('library.order', [...ORDERS], (order) => t(`library.order.${order}`));
  const star = iconButton('star', t('library.starred'));
  star.setAttribute('aria-pressed', 'false');
  let starred = false;
  let timer = 0;

  const tell = () =>
    changed(
      /** @type {Wanted} */ ({
        text: field.value,
        bot: bot.value,
        end: end.value,
        starred,
        order: order.value,
      }),
    );

  on(field, 'input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(tell, REST);
  });
  for (const select of [bot, end, order]) on(select, 'change', tell);
  on(star, 'click', () => {
    starred = !starred;
    star.setAttribute('aria-pressed', String(starred));
    tell();
  });

  return {
    element: h('div', { class: 'library-filters', role: 'search' }, field, bot, end, order, star),
    /** @param {string[]} names that can be chosen @param {string} chosen */
    bots(names, chosen) {
      const all = chosen && !names.includes(chosen) ? [chosen, ...names] : names;
      refill(
        bot,
        h('option', { value: '' }, t('library.anyBot')),
        ...all.map((name) => h('option', { value: name }, name)),
      );
      bot.value = chosen;
    },
    /** Shows all again. */
    clear() {
      field.value = '';
      bot.value = '';
      end.value = '';
      starred = false;
      star.setAttribute('aria-pressed', 'false');
      order.value = ALL.order;
      tell();
    },
  };
}

/** @param {string} says @param {string[]} values @param {(value: string) => string} inWords */
function choice(says, values, inWords) {
  const options = values.map((value) => h('option', { value }, inWords(value)));
  return h('select', { 'aria-label': t(says) }, ...options);
}

/**
 * @param {{star: () => void, remove: () => void, all: () => void, none: () => void}} deeds with those that are selected
 */
export function createSelection(deeds) {
  const count = h('span', { role: 'status' });
  const button = (
    /** @type {string} */ name,
    /** @type {string} */ says,
    /** @type {() => void} */ press,
  ) => {
    const made = h('button', { type: 'button', class: 'plain' }, icon(name), h('span', {}, t(says)));
    on(made, 'click', press);
    return made;
  };
  const element = h(
    'div',
    { class: 'library-selection', hidden: true },
    count,
    button('check', 'library.selectAll', deeds.all),
    button('star', 'library.starThese', deeds.star),
    button('trash', 'library.removeThese', deeds.remove),
    button('x', 'library.selectNone', deeds.none),
  );
  return {
    element,
    /** @param {number} selected */
    show(selected) {
      setShown(element, selected > 0);
      setText(count, t('library.selected', { count: selected }));
    },
  };
}
