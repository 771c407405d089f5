// The list of the library.

import { h, icon, on, setText } from '../../base/ui/dom.js';
import { saveFile } from '../../base/ui/files.js';
import { t } from '../../base/words/index.js';
import { createNaming } from './naming.js';
import { rowOf } from './row.js';

/** @typedef {import('../../base/kept/replays.js').Library} Library */
/** @typedef {import('../../base/kept/replay-entries.js').Entry} Entry */
/** @typedef {import('../../base/ui/notices.js').Notices} Notices */

/** The number of rows at first; a button shows more. */
const PAGE = 100;

/**
 * Creates the list of all matches in the library.
 *
 * @param {HTMLElement} host
 * @param {object} outside
 * @param {Library} outside.library
 * @param {Notices} outside.notices
 * @param {string[]} outside.games
 * @param {(entry: Entry, name: string) => void} outside.open
 * @param {() => void} outside.importFile
 * @param {(place: Partial<import('../../shell/router.js').Place>) => string} outside.href
 */
export function createLibraryPanel(host, { library, notices, games, open, importFile, href }) {
  /** @type {string | null} */
  let game = null;
  let most = PAGE;
  const filters = h('nav', { class: 'library-games', 'aria-label': t('library.filter') });
  const add = h(
    'button',
    { type: 'button', class: 'plain' },
    icon('folder-open'),
    h('span', {}, t('library.import')),
  );
  const rows = h('ul', { class: 'library-list' });
  const more = h('button', { type: 'button', class: 'plain' }, t('library.more'));
  const empty = h('div', { class: 'library-empty' });
  host.append(h('header', {}, h('h2', {}, t('views.replays')), filters, add), rows, more, empty);
  const naming = createNaming(library.rename, show);
  const deeds = { open, rename: naming.begin, save, remove };

  function show() {
    // New rows would remove a field that the user types in. The list is updated afterwards.
    if (naming.isOpen()) return;
    const listed = library.list();
    const all = listed.filter((entry) => games.includes(entry.game));
    // Rows that cannot be shown belong to no game.
    const others = listed.filter((entry) => !games.includes(entry.game)).map(({ id }) => id);
    const broken = game === null ? [...library.broken(), ...others] : [];
    const shown = [...broken, ...all.filter((entry) => game === null || entry.game === game)];
    filters.replaceChildren(...[null, ...games].map((name) => filter(name, all)));
    rows.replaceChildren(...shown.slice(0, most).map((one) => rowOf(one, deeds)));
    more.hidden = shown.length <= most;
    rows.hidden = shown.length === 0;
    empty.hidden = shown.length > 0;
    if (shown.length === 0) fillEmpty();
  }

  /** @param {string | null} name null: all of them @param {Entry[]} all */
  function filter(name, all) {
    const count = name ? all.filter((entry) => entry.game === name).length : all.length;
    const here = name === game;
    const text = name ? t(`game.${name}`) : t('library.all');
    return h(
      'a',
      { href: href({ tab: 'replays', game: name }), 'aria-current': here && 'true' },
      text,
      h('span', { class: 'count' }, t('library.number', { count })),
    );
  }

  function fillEmpty() {
    const first = game ?? games[0] ?? '';
    const play = h('a', { class: 'accent button', href: href({ game: first, tab: 'play' }) });
    play.append(t('title.play', { game: t(`game.${first}`) }));
    empty.replaceChildren(h('p', {}, t('library.empty')), play);
  }

  /** @param {IDBValidKey} id @param {string} title @param {string} file */
  async function save(id, title, file) {
    try {
      saveFile(file, await library.text(id), 'application/json');
    } catch {
      notices.show(t('library.gone', { name: title }), { bad: true });
    }
  }

  /** @param {IDBValidKey} id @param {string} title */
  async function remove(id, title) {
    const back = await library.remove(id);
    notices.show(t('library.removed', { name: title }), { action: { label: t('notice.undo'), run: back } });
  }

  library.subscribe(show);
  on(add, 'click', importFile);
  on(more, 'click', () => {
    most += PAGE;
    show();
  });
  show();

  return {
    /** @param {string | null} of the game whose matches are wanted; null: all */
    show(of) {
      naming.end();
      game = of;
      most = PAGE;
      setText(more, t('library.more'));
      show();
      library.refresh();
    },
  };
}
