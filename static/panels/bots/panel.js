// The list of all bots in the library.

import { find, h, icon, on } from '../../base/ui/dom.js';
import { refill, setShown } from '../../base/ui/focus.js';
import { sentences, t } from '../../base/words/index.js';
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
  const { filters, search, create, take, save, rows, none, more, summary, gone, bin, title } =
    buildParts(host);
  const saving = createSaving(save, listed, deeds.save);

  const deedsOfRow = {
    ...deeds,
    picked: saving.picked,
    pick: saving.pick,
    /** @param {boolean} is */
    typing(is) {
      typing = is;
      if (!is) show();
    },
  };

  /** All bots. The starter bots of games that are not looked at are left out. */
  const all = () => bots.list(null).filter((bot) => bot.created > 0 || bot.game === (game ?? outside.game()));

  function listed() {
    const wanted = search.value.trim().toLowerCase();
    return all()
      .filter((bot) => game === null || bot.game === game)
      .filter(({ name, note }) => `${name} ${note}`.toLowerCase().includes(wanted));
  }

  /** @param {number} [firstNew] the place of the first row that was not there before */
  function show(firstNew) {
    // New rows would remove a field that the user types in. The list is updated afterwards.
    if (typing || !host.isConnected) return;
    const shown = listed();
    refill(filters, ...[null, ...games].map((name) => filter(name, all())));
    const made = shown.slice(0, most).map((bot) => rowOf(bot, { ...outside, deeds: deedsOfRow }));
    refill(rows, ...made);
    rows.hidden = shown.length === 0;
    const others = bots.unknown();
    none.textContent = sentences([
      ...(shown.length === 0 ? [t('bots.none')] : []),
      ...(others > 0 ? [t('bots.unknown', { count: others })] : []),
    ]);
    setShown(more, shown.length > most, firstNew === undefined ? null : rows.children[firstNew]);
    saving.refresh(all());
    showBin();
  }

  function showBin() {
    const deleted = bots.deleted();
    setShown(bin, deleted.length > 0, rows);
    summary.textContent = t('bots.deletedList', { count: deleted.length });
    refill(gone, ...deleted.slice(0, PAGE).map((bot) => deletedRow(bot, bots.restore)));
  }

  /** @param {string | null} name null: all of them @param {Listed[]} there */
  function filter(name, there) {
    const count = name ? there.filter((bot) => bot.game === name).length : there.length;
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
    game = name;
    most = PAGE;
    show();
  }

  on(search, 'input', () => show());
  on(create, 'click', () => deeds.create(game ?? outside.game()));
  on(take, 'click', outside.askForBots);
  on(more, 'click', () => {
    most += PAGE;
    show(most - PAGE);
  });
  bots.onChange(() => show());

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

/** @param {HTMLElement} host */
function buildParts(host) {
  const filters = h('nav', { class: 'bots-games', 'aria-label': t('bots.filter') });
  const search = h('input', { type: 'search', placeholder: t('bots.find'), 'aria-label': t('bots.find') });
  const create = h('button', { type: 'button', class: 'accent' }, icon('plus'), h('span', {}, t('bots.new')));
  const take = h(
    'button',
    { type: 'button', class: 'plain' },
    icon('file-up'),
    h('span', {}, t('bots.import')),
  );
  const save = h('button', { type: 'button', class: 'plain' }, icon('download'), h('span'));
  const tools = h('div', { class: 'bots-tools' }, search, take, save, create);
  const rows = h('ul', { class: 'bots-list' });
  const none = h('p', { class: 'hint', role: 'status' });
  const more = h('button', { type: 'button', class: 'plain' }, t('library.more'));
  const summary = h('summary');
  const gone = h('ul', { class: 'bots-list' });
  const bin = h('details', { class: 'bots-bin' }, summary, gone);
  const title = h('h2', { tabIndex: -1 }, t('bots.title'));
  host.append(h('header', {}, title, filters), tools, rows, none, more, bin);
  return { filters, search, create, take, save, rows, none, more, summary, gone, bin, title };
}

/**
 * The button that saves the bots that were picked, or all that are listed.
 *
 * @param {HTMLButtonElement} button
 * @param {() => Listed[]} listed
 * @param {(ids: number[]) => unknown} save
 */
function createSaving(button, listed, save) {
  const says = find(button, 'span', HTMLElement);
  /** @type {Set<number>} */
  const picked = new Set();

  const wanted = () => listed().filter(({ id }) => picked.size === 0 || picked.has(id));

  function say() {
    const count = wanted().length;
    says.textContent = t(picked.size > 0 ? 'bots.savePicked' : 'bots.saveAll', { count });
    button.disabled = count === 0;
  }

  on(button, 'click', () => save(wanted().map(({ id }) => id)));

  return {
    picked,
    /** @param {number} id @param {boolean} is */
    pick(id, is) {
      if (is) picked.add(id);
      else picked.delete(id);
      say();
    },
    /** @param {Listed[]} all what is left of the library */
    refresh(all) {
      const left = new Set(all.map(({ id }) => id));
      for (const id of picked) if (!left.has(id)) picked.delete(id);
      say();
    },
  };
}
