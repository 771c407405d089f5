// The list of the library.

import { fold } from '../../base/text/legible.js';
import { h, icon, on } from '../../base/ui/dom.js';
import { saveFile } from '../../base/ui/files.js';
import { refill, setShown } from '../../base/ui/focus.js';
import { say, t } from '../../base/words/index.js';
import { namesOf } from '../../games/names.js';
import { createFilters, createSelection } from './bar.js';
import { ALL, botsIn, choose } from './choice.js';
import { createNaming } from './naming.js';
import { rowOf } from './row.js';

/** @typedef {import('../../base/kept/replays.js').Library} Library */
/** @typedef {import('../../base/kept/replay-entries.js').Entry} Entry */
/** @typedef {import('../../base/ui/notices.js').Notices} Notices */

/** The number of rows at first; a button shows more. */
const PAGE = 100;

/** What is searched of an entry; a new one is a new object. @type {WeakMap<Entry, string>} */
const texts = new WeakMap();

/**
 * @typedef {object} Outside
 * @property {Library} library
 * @property {Notices} notices
 * @property {string[]} games
 * @property {(entry: Entry, name: string) => void} open
 * @property {() => void} importFile
 * @property {(place: Partial<import('../../shell/router.js').Place>) => string} href
 */

/**
 * Creates the list of all matches in the library.
 *
 * @param {HTMLElement} host
 * @param {Outside} outside
 */
export function createLibraryPanel(host, { library, notices, games, open, importFile, href }) {
  /** @type {string | null} */
  let game = null;
  let most = PAGE;
  let wanted = ALL;
  /** The chosen ones, in their order. @type {Entry[]} */
  let found = [];
  /** @type {Set<IDBValidKey>} */
  const selected = new Set();
  const filters = createFilters((news) => {
    wanted = news;
    most = PAGE;
    show();
  });
  const selection = createSelection({
    star: () => star([...selected], !entries().every((entry) => !selected.has(entry.id) || entry.star)),
    remove: () => remove([...selected], t('library.removedMany', { count: selected.size })),
    all: () => select(found.map(({ id }) => id)),
    none: () => select([]),
  });
  const ofGames = h('nav', { class: 'library-games', 'aria-label': t('library.filter') });
  const add = button('plain', t('library.import'), importFile);
  add.prepend(icon('folder-open'));
  const rows = h('ul', { class: 'library-list' });
  const more = button('plain', t('library.more'), () => {
    most += PAGE;
    show(most - PAGE);
  });
  const empty = h('div', { class: 'library-empty' });
  const head = h('header', {}, h('h2', {}, t('views.replays')), ofGames, add);
  host.append(head, filters.element, selection.element, rows, more, empty);
  const naming = createNaming(library.rename, () => show());
  const deeds = {
    ...{ open, rename: naming.begin },
    save: (/** @type {IDBValidKey} */ id, /** @type {string} */ title, /** @type {string} */ file) =>
      saveKept(library, notices, id, title, file),
    remove: (/** @type {IDBValidKey} */ id, /** @type {string} */ title) =>
      remove([id], t('library.removed', { name: title })),
    star: (/** @type {Entry} */ entry) => star([entry.id], !entry.star),
    select(/** @type {IDBValidKey} */ id, /** @type {boolean} */ isSelected) {
      if (isSelected) selected.add(id);
      else selected.delete(id);
      selection.show(selected.size);
    },
  };

  const entries = () => library.list().filter((entry) => games.includes(entry.game));

  /** @param {number} [firstNew] the place of the first row that was not there before */
  function show(firstNew) {
    // New rows would remove a field that the user types in. The list is updated afterwards.
    if (naming.isOpen()) return;
    const all = entries();
    const ofGame = all.filter((entry) => game === null || entry.game === game);
    found = choose(ofGame, wanted, textOf);
    // Those of games that this page does not know cannot be shown.
    const others = library.list().filter((entry) => !games.includes(entry.game));
    const isWhole = game === null && !wanted.text && !wanted.bot && !wanted.end && !wanted.starred;
    const broken = isWhole ? others.map(({ id }) => id) : [];
    const shown = [...broken, ...found];
    refill(ofGames, ...[null, ...games].map((name) => linkTo(name, all, name === game, href)));
    filters.bots(botsIn(ofGame), wanted.bot);
    filters.element.hidden = all.length === 0;
    refill(rows, ...shown.slice(0, most).map((one) => rowOf(one, deeds, selected)));
    rows.hidden = shown.length === 0;
    setShown(more, shown.length > most, firstNew === undefined ? null : rows.children[firstNew]);
    setShown(empty, shown.length === 0);
    if (shown.length === 0) fillEmpty(ofGame.length > 0);
  }

  /** @param {IDBValidKey[]} ids */
  function select(ids) {
    selected.clear();
    for (const id of ids) selected.add(id);
    selection.show(selected.size);
    show();
  }

  /** @param {boolean} isFiltered there are some, and none that is wanted */
  function fillEmpty(isFiltered) {
    const first = game ?? games[0] ?? '';
    const play = h('a', { class: 'accent button', href: href({ game: first, tab: 'play' }) });
    play.append(t('title.play', { game: t(`game.${first}`) }));
    const way = isFiltered ? button('plain', t('library.showAll'), filters.clear) : play;
    refill(empty, h('p', {}, t(isFiltered ? 'library.noneFound' : 'library.empty')), way);
  }

  /** @param {IDBValidKey[]} ids @param {string} said */
  async function remove(ids, said) {
    const back = await library.remove(ids);
    for (const id of ids) selected.delete(id);
    selection.show(selected.size);
    notices.show(said, { action: { label: t('notice.undo'), run: back } });
  }

  /** @param {IDBValidKey[]} ids @param {boolean} isStarred */
  const star = (ids, isStarred) => void library.star(ids, isStarred).catch(() => {});

  library.subscribe(() => show());
  show();

  return {
    /** @param {string | null} of the game whose matches are wanted; null: all */
    show(of) {
      naming.end();
      game = of;
      most = PAGE;
      select([]);
      library.refresh();
    },
  };
}

/**
 * A link to the replays of one game.
 *
 * @param {string | null} name null: all of them
 * @param {Entry[]} all
 * @param {boolean} isHere
 * @param {Outside['href']} href
 */
function linkTo(name, all, isHere, href) {
  const count = name ? all.filter((entry) => entry.game === name).length : all.length;
  return h(
    'a',
    { href: href({ tab: 'replays', game: name }), 'aria-current': isHere && 'true' },
    name ? t(`game.${name}`) : t('library.all'),
    h('span', { class: 'count' }, t('library.number', { count })),
  );
}

/** @param {Library} library @param {Notices} notices @param {IDBValidKey} id @param {string} title @param {string} file */
async function saveKept(library, notices, id, title, file) {
  try {
    saveFile(file, await library.text(id), 'application/json');
  } catch {
    notices.show(t('library.gone', { name: title }), { bad: true });
  }
}

/** @param {string} look @param {string} says @param {() => void} press */
function button(look, says, press) {
  const made = h('button', { type: 'button', class: look }, h('span', {}, says));
  on(made, 'click', press);
  return made;
}

/** @param {Entry} entry */
function textOf(entry) {
  const known = texts.get(entry);
  if (known !== undefined) return known;
  const made = fold(wordsOf(entry));
  texts.set(entry, made);
  return made;
}

/** What a row says. @param {Entry} entry */
function wordsOf(entry) {
  const { game, name, result, seed } = entry;
  try {
    const names = namesOf(entry);
    const end = result ? say(result.reason, names) : t('library.stopped');
    return [name ?? '', ...names, t(`game.${game}`), end, seed].join(' ');
  } catch {
    return name ?? '';
  }
}
