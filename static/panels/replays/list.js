import { LONGEST_NAME, shortName } from '../../base/text/legible.js';
import { h, icon, on, setText, swatch } from '../../base/ui/dom.js';
import { saveFile } from '../../base/ui/files.js';
import { list, moment, say, t } from '../../base/words/index.js';
import { gameFace } from '../../games/index.js';
import { namesOf } from '../../games/names.js';
import { fileName } from './files.js';

/** @typedef {import('../../base/kept/replays.js').Library} Library */
/** @typedef {import('../../base/kept/replay-entries.js').Entry} Entry */
/** @typedef {import('../../base/ui/notices.js').Notices} Notices */

/** More rows at once nobody reads; the rest comes by a button. */
const PAGE = 100;
/** Players that a row names. */
const NAMED = 8;

/**
 * The list of all matches that were kept.
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
  /** Ends the typing of a name; null: nobody types one. @type {(() => void) | null} */
  let endTyping = null;
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

  function show() {
    // New rows would take the field away from whoever types in it; the list is shown anew when he is done.
    if (endTyping) return;
    const listed = library.list();
    const all = listed.filter((entry) => games.includes(entry.game));
    // What cannot be shown belongs to no game.
    const others = listed.filter((entry) => !games.includes(entry.game)).map(({ id }) => id);
    const broken = game === null ? [...library.broken(), ...others] : [];
    const shown = [...broken, ...all.filter((entry) => game === null || entry.game === game)];
    filters.replaceChildren(...[null, ...games].map((name) => filter(name, all)));
    rows.replaceChildren(...shown.slice(0, most).map(rowOf));
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

  /** @param {Entry | IDBValidKey} one an entry, or the number of one that cannot be shown */
  function rowOf(one) {
    if (!isEntry(one)) return brokenRow(one);
    try {
      return row(one);
    } catch {
      return brokenRow(one.id);
    }
  }

  /** @param {IDBValidKey} id */
  function brokenRow(id) {
    const name = t('library.brokenName', { number: String(id).slice(0, 20) });
    const actions = [
      action('download', t('library.save', { name }), () => save(id, name, 'replay.json')),
      action('trash', t('library.remove', { name }), () => remove(id, name)),
    ];
    return h(
      'li',
      { class: 'library-row' },
      h('p', { class: 'library-broken' }, icon('alert'), h('span', {}, t('library.broken'))),
      h('span', { class: 'library-actions' }, ...actions),
    );
  }

  /** @param {Entry} entry */
  function row(entry) {
    const names = namesOf(entry, gameFace(entry.game).sides);
    const first = names.slice(0, NAMED);
    const others = names.length - first.length + entry.others;
    const inAll = others > 0 ? [...first, t('players.others', { count: others })] : first;
    const title = entry.name === null ? list(inAll) : shortName(entry.name);
    const won = new Set(entry.result?.places.flatMap((place, k) => (place === 1 ? [k] : [])));
    const people = inAll.map((name, k) =>
      h('span', { class: won.has(k) ? 'who won' : 'who' }, k < NAMED && swatch(k), h('span', {}, name)),
    );
    const result = entry.result ? say(entry.result.reason, names) : t('library.stopped');
    const openIt = h(
      'button',
      { type: 'button', class: 'library-open' },
      h('span', { class: 'unseen' }, t('library.open')),
      entry.name !== null && h('span', { class: 'library-name' }, title),
      h('span', { class: 'library-players' }, ...people),
      h('span', { class: 'library-result' }, result),
    );
    on(openIt, 'click', () => open(entry, title));
    const item = h('li', { class: 'library-row' });
    const actions = [
      action('pencil', t('library.rename', { name: title }), () => editName(item, entry, title)),
      action('download', t('library.save', { name: title }), () => save(entry.id, title, fileName(entry))),
      action('trash', t('library.remove', { name: title }), () => remove(entry.id, title)),
    ];
    item.append(
      h('span', { class: 'library-game' }, t(`game.${entry.game}`)),
      openIt,
      h('span', { class: 'library-turns' }, t('library.turns', { count: entry.turns })),
      h('time', { dateTime: new Date(entry.time).toISOString() }, moment(entry.time)),
      h('span', { class: 'library-actions' }, ...actions),
    );
    return item;
  }

  /** @param {HTMLElement} item @param {Entry} entry @param {string} title */
  function editName(item, entry, title) {
    const field = h('input', { type: 'text', value: title, maxLength: LONGEST_NAME, class: 'library-field' });
    field.setAttribute('aria-label', t('library.name'));
    let done = false;
    /** @param {boolean} keep */
    const finish = async (keep) => {
      if (done) return;
      done = true;
      endTyping = null;
      const changed = keep && field.value.trim() !== title;
      if (changed) await library.rename(entry.id, field.value).catch(() => {});
      show();
    };
    endTyping?.();
    endTyping = () => finish(true);
    on(field, 'keydown', (event) => {
      if (event.key === 'Enter') finish(true);
      if (event.key === 'Escape') finish(false);
    });
    on(field, 'blur', () => finish(true));
    item.querySelector('.library-open')?.replaceWith(field);
    field.select();
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

  show();
  return {
    /** @param {string | null} of the game whose matches are wanted; null: all */
    show(of) {
      endTyping?.();
      game = of;
      most = PAGE;
      setText(more, t('library.more'));
      show();
      library.refresh();
    },
    undo: [
      library.subscribe(show),
      on(add, 'click', importFile),
      on(more, 'click', () => {
        most += PAGE;
        show();
      }),
    ],
  };
}

/** @param {Entry | IDBValidKey} one @returns {one is Entry} */
function isEntry(one) {
  return typeof one === 'object' && 'mark' in one;
}

/** @param {string} name of the icon @param {string} says @param {() => void} press */
function action(name, says, press) {
  const button = h(
    'button',
    { type: 'button', class: 'quiet only-icon', title: says, 'aria-label': says },
    icon(name),
  );
  on(button, 'click', press);
  return button;
}
