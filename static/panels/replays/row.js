// A row of the list of replays.

import { shortName } from '../../base/text/legible.js';
import { h, icon, iconButton, on, swatch } from '../../base/ui/dom.js';
import { list, moment, say, t } from '../../base/words/index.js';
import { fileOf, namesOf } from '../../games/names.js';

/** @typedef {import('../../base/kept/replay-entries.js').Entry} Entry */
/**
 * @typedef {object} Deeds what can be done with a replay
 * @property {(entry: Entry, title: string) => void} open
 * @property {(item: HTMLElement, entry: Entry, title: string) => void} rename
 * @property {(id: IDBValidKey, title: string, file: string) => void} save
 * @property {(id: IDBValidKey, title: string) => void} remove
 * @property {(entry: Entry) => void} star puts it among the best, or takes it out
 * @property {(id: IDBValidKey, isSelected: boolean) => void} select
 */

/** Players that a row names. */
const NAMED = 8;

/** @param {Entry | IDBValidKey} one an entry, or the number of one that cannot be shown @param {Deeds} deeds @param {Set<IDBValidKey>} selected */
export function rowOf(one, deeds, selected) {
  if (!isEntry(one)) return brokenRow(one, deeds);
  try {
    return row(one, deeds, selected.has(one.id));
  } catch {
    return brokenRow(one.id, deeds);
  }
}

/** @param {Entry | IDBValidKey} one @returns {one is Entry} */
function isEntry(one) {
  return typeof one === 'object' && 'mark' in one;
}

/** @param {IDBValidKey} id @param {Deeds} deeds */
function brokenRow(id, { save, remove }) {
  const name = t('library.brokenName', { number: String(id).slice(0, 20) });
  const actions = [
    iconButton('download', t('library.save', { name }), () => save(id, name, 'replay.json')),
    iconButton('trash', t('library.remove', { name }), () => remove(id, name)),
  ];
  return h(
    'li',
    { class: 'library-row', 'data-key': String(id) },
    h('p', { class: 'library-broken' }, icon('alert'), h('span', {}, t('library.broken'))),
    h('span', { class: 'library-actions' }, ...actions),
  );
}

/** @param {Entry} entry @param {Deeds} deeds @param {boolean} isSelected */
function row(entry, { open, rename, save, remove, star, select }, isSelected) {
  const { title, button } = opener(entry);
  on(button, 'click', () => open(entry, title));
  const item = h('li', { class: 'library-row', 'data-key': String(entry.id) });
  const file = fileOf(entry, '.json');
  const actions = [
    iconButton('pencil', t('library.rename', { name: title }), () => rename(item, entry, title)),
    iconButton('download', t('library.save', { name: title }), () => save(entry.id, title, file)),
    iconButton('trash', t('library.remove', { name: title }), () => remove(entry.id, title)),
  ];
  const box = h('input', { type: 'checkbox', checked: isSelected });
  box.setAttribute('aria-label', t('library.select', { name: title }));
  on(box, 'change', () => select(entry.id, box.checked));
  const best = iconButton('star', t('library.star', { name: title }), () => star(entry));
  best.classList.add('library-star');
  best.setAttribute('aria-pressed', String(entry.star));
  const picture = entry.picture
    ? h('img', {
        class: 'library-picture',
        src: entry.picture,
        alt: '',
        width: 64,
        height: 64,
        loading: 'lazy',
      })
    : h('span', { class: 'library-picture' });
  item.append(
    h('label', { class: 'library-select' }, box),
    picture,
    h('span', { class: 'library-game' }, t(`game.${entry.game}`)),
    button,
    h('span', { class: 'library-turns' }, t('library.turns', { count: entry.turns })),
    h('time', { dateTime: new Date(entry.time).toISOString() }, moment(entry.time)),
    h('span', { class: 'library-actions' }, best, ...actions),
  );
  return item;
}

/** The button that opens a replay says who played and how it ended. @param {Entry} entry */
function opener(entry) {
  const names = namesOf(entry);
  const first = names.slice(0, NAMED);
  const others = names.length - first.length + entry.others;
  const inAll = others > 0 ? [...first, t('players.others', { count: others })] : first;
  const title = entry.name === null ? list(inAll) : shortName(entry.name);
  const won = new Set(entry.result?.places.flatMap((place, k) => (place === 1 ? [k] : [])));
  const people = inAll.map((name, k) =>
    h('span', { class: won.has(k) ? 'who won' : 'who' }, k < NAMED && swatch(k), h('span', {}, name)),
  );
  const result = entry.result ? say(entry.result.reason, names) : t('library.stopped');
  const button = h(
    'button',
    { type: 'button', class: 'library-open' },
    h('span', { class: 'unseen' }, t('library.open')),
    entry.name !== null && h('span', { class: 'library-name' }, title),
    h('span', { class: 'library-players' }, ...people),
    h('span', { class: 'library-result' }, result),
  );
  return { title, button };
}
