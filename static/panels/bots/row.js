// A row of the list of bots.

import { LONGEST_NAME, shortName } from '../../base/text/legible.js';
import { h, iconButton, on } from '../../base/ui/dom.js';
import { fixed, moment, t } from '../../base/words/index.js';

/** @typedef {import('../code/my-bots.js').Listed} Listed */
/** @typedef {import('../code/my-bots.js').MyBots} MyBots */
/** @typedef {import('./deeds.js').Deeds & {typing: (is: boolean) => void, pick: (id: number, is: boolean) => void, picked: ReadonlySet<number>}} Deeds */

/** @param {Listed} bot @param {{bots: MyBots, deeds: Deeds, compare: (id: number) => void}} outside */
export function rowOf(bot, { bots, deeds, compare }) {
  const name = shortName(bot.name);
  const item = h('li', { class: 'bots-row' });
  item.dataset.key = String(bot.id);
  const opener = openerOf(bot, name);
  on(opener, 'click', () => deeds.open(bot));
  const number = bots.newest(bot.id);
  const actions = [
    action('columns', t('bots.versionsName', { name }), () => compare(bot.id), number === null),
    action('pencil', t('bots.renameName', { name }), () => rename(item, bot, bots, deeds)),
    action('copy', t('bots.duplicateName', { name }), () => deeds.duplicate(bot)),
    action('share', t('bots.shareName', { name }), () => deeds.share(bot)),
    action('download', t('bots.saveName', { name }), () => deeds.save([bot.id])),
    action('trash', t('bots.deleteName', { name }), () => deeds.remove(bot), bot.created === 0),
  ];
  item.append(
    pickOf(bot, name, deeds),
    opener,
    noteOf(bot, name, bots, deeds),
    h('span', { class: 'bots-version' }, number === null ? '' : t('versions.number', { number })),
    h('span', { class: 'bots-size' }, sizeOf(bot)),
    changedOf(bot),
    h('span', { class: 'bots-actions' }, ...actions),
  );
  return item;
}

/** @param {Listed} bot @param {(id: number) => unknown} restore */
export function deletedRow(bot, restore) {
  const name = shortName(bot.name);
  const says = t('bots.restoreName', { name });
  const back = h('button', { type: 'button', class: 'plain', 'aria-label': says }, t('versions.restore'));
  on(back, 'click', () => restore(bot.id));
  return h(
    'li',
    { class: 'bots-row bots-deleted' },
    h('span', { class: 'bots-name' }, name),
    h('span', { class: 'bots-game' }, t(`game.${bot.game}`)),
    back,
  );
}

/** @param {Listed} bot @param {string} name @param {Deeds} deeds */
function pickOf(bot, name, deeds) {
  const pick = h('input', {
    ...{ type: 'checkbox', checked: deeds.picked.has(bot.id) },
    'aria-label': t('bots.select', { name }),
  });
  on(pick, 'change', () => deeds.pick(bot.id, pick.checked));
  return h('label', { class: 'bots-pick' }, pick);
}

/** The button that puts a bot into the editor. @param {Listed} bot @param {string} name */
function openerOf(bot, name) {
  return h(
    'button',
    { type: 'button', class: 'bots-open', 'aria-current': bot.isCurrent && 'true' },
    h('span', { class: 'unseen' }, t('bots.open')),
    h('span', { class: 'bots-name' }, name),
    h(
      'span',
      { class: 'bots-game' },
      [t(`game.${bot.game}`), ...(bot.isCurrent ? [t('bots.current')] : [])].join(' · '),
    ),
  );
}

/** @param {Listed} bot @param {string} name @param {MyBots} bots @param {Deeds} deeds */
function noteOf(bot, name, bots, deeds) {
  const field = h('input', {
    ...{ type: 'text', class: 'bots-note', value: bot.note, maxLength: 500, placeholder: t('bots.note') },
    'aria-label': t('bots.noteOf', { name }),
  });
  on(field, 'focus', () => deeds.typing(true));
  let kept = Promise.resolve();
  // By Enter, too, which leaves the focus in the field.
  on(field, 'change', () => {
    kept = bots.note(bot.id, field.value);
  });
  on(field, 'blur', async () => {
    await kept;
    deeds.typing(false);
  });
  return field;
}

/** @param {Listed} bot */
function sizeOf({ size, files }) {
  // A short bot is not of no size.
  const tenths = Math.ceil(size / 102.4) / 10;
  const kilobytes = t('bots.size', { kilobytes: fixed(tenths, size < 10_240 ? 1 : 0) });
  return files > 1 ? `${t('bots.files', { count: files })}, ${kilobytes}` : kilobytes;
}

/** @param {Listed} bot */
function changedOf({ created, changed }) {
  if (created === 0) return h('span', { class: 'bots-time' }, t('bots.starter'));
  const time = h('time', { class: 'bots-time', dateTime: new Date(changed).toISOString() }, moment(changed));
  time.title = t('bots.changed');
  return time;
}

/**
 * A field in place of the button with the name.
 *
 * @param {HTMLElement} item
 * @param {Listed} bot
 * @param {MyBots} bots
 * @param {Deeds} deeds
 */
function rename(item, bot, bots, deeds) {
  const field = h('input', {
    type: 'text',
    class: 'bots-rename',
    value: bot.name,
    maxLength: LONGEST_NAME - 4,
  });
  field.setAttribute('aria-label', t('bots.name'));
  let done = false;
  /** @param {boolean} keep */
  const finish = async (keep) => {
    if (done) return;
    done = true;
    if (keep && field.value.trim() !== bot.name) await bots.rename(bot.id, field.value);
    deeds.typing(false);
  };
  on(field, 'keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // The key does nothing more: neither to the dialog, nor to the button that gets the focus.
    event.preventDefault();
    finish(event.key === 'Enter');
  });
  on(field, 'blur', () => finish(true));
  deeds.typing(true);
  item.querySelector('.bots-open')?.replaceWith(field);
  field.select();
}

/** @param {string} name of the icon @param {string} says @param {() => void} press @param {boolean} [disabled] */
const action = (name, says, press, disabled = false) => iconButton(name, says, press, { disabled });
