// The list of all bots in the library.

import { h, icon, on } from '../../base/ui/dom.js';
import { t } from '../../base/words/index.js';
import { deletedRow, rowOf } from './row.js';

/** @typedef {import('../code/my-bots.js').Listed} Listed */

/** The number of rows at first; a button shows more. */
const PAGE = 100;

/**
 * @param {HTMLElement} host an empty element
 * @param {import('./deeds.js').Outside & {deeds: import('./deeds.js').Deeds}} outside
 */
export function createBotsPanel(host, outside) {
  const { bots, games, deeds } = outside;
  /** @type {string | null} */
  let game = null;
  let most = PAGE;
  /** The bot whose name or note is being typed, which no new list takes away. */
  let typing = false;
  const filters = h('nav', { class: 'bots-games', 'aria-label': t('bots.filter') });
  const search = h('input', { type: 'search', placeholder: t('bots.find'), 'aria-label': t('bots.find') });
  const create = h('button', { type: 'button', class: 'accent' }, icon('plus'), h('span', {}, t('bots.new')));
  const tools = h('div', { class: 'bots-tools' }, search, create);
  const rows = h('ul', { class: 'bots-list' });
  const none = h('p', { class: 'hint', role: 'status' });
  const more = h('button', { type: 'button', class: 'plain' }, t('library.more'));
  const summary = h('summary');
  const gone = h('ul', { class: 'bots-list' });
  const bin = h('details', { class: 'bots-bin' }, summary, gone);
  const title = h('h2', { tabIndex: -1 }, t('bots.title'));
  host.append(h('header', {}, title, filters), tools, rows, none, more, bin);

  const deedsOfRow = {
    ...deeds,
    /** @param {boolean} is */
    typing(is) {
      typing = is;
      if (!is) show();
    },
  };

  function show() {
    // New rows would remove a field that the user types in. The list is updated afterwards.
    if (typing || !host.isConnected) return;
    const wanted = search.value.trim().toLowerCase();
    const all = bots.list(null);
    const shown = all.filter(
      (bot) =>
        (game === null || bot.game === game) && `${bot.name} ${bot.note}`.toLowerCase().includes(wanted),
    );
    filters.replaceChildren(...[null, ...games].map((name) => filter(name, all)));
    rows.replaceChildren(...shown.slice(0, most).map((bot) => rowOf(bot, { ...outside, deeds: deedsOfRow })));
    rows.hidden = shown.length === 0;
    none.textContent = shown.length === 0 ? t('bots.none') : '';
    more.hidden = shown.length <= most;
    showBin();
  }

  function showBin() {
    const deleted = bots.deleted();
    bin.hidden = deleted.length === 0;
    summary.textContent = t('bots.deletedList', { count: deleted.length });
    gone.replaceChildren(...deleted.slice(0, PAGE).map((bot) => deletedRow(bot, bots.restore)));
  }

  /** @param {string | null} name null: all of them @param {Listed[]} all */
  function filter(name, all) {
    const count = name ? all.filter((bot) => bot.game === name).length : all.length;
    const button = h(
      'button',
      { type: 'button', class: 'quiet', 'aria-pressed': String(name === game) },
      name ? t(`game.${name}`) : t('library.all'),
      h('span', { class: 'count' }, t('library.number', { count })),
    );
    on(button, 'click', () => choose(name));
    return button;
  }

  /** @param {string | null} name */
  function choose(name) {
    const at = [null, ...games].indexOf(name);
    const hadFocus = filters.contains(document.activeElement);
    game = name;
    most = PAGE;
    show();
    if (hadFocus) filters.querySelectorAll('button')[at]?.focus();
  }

  on(search, 'input', show);
  on(create, 'click', () => deeds.create(game ?? outside.game()));
  on(more, 'click', () => {
    most += PAGE;
    show();
  });
  bots.onChange(show);

  return {
    /** @param {string | null} of the game whose bots are wanted; null: all */
    async show(of) {
      await bots.loaded;
      choose(of);
      // Their newest versions.
      await Promise.all(games.map((name) => bots.versions(bots.current(name))));
      show();
    },
    focus: () => title.focus(),
  };
}

/** @typedef {ReturnType<typeof createBotsPanel>} Panel */
