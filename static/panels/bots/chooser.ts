// The chooser beside the file name: the bots of the game, and what can be done with the one in the editor.

import { shortName } from '../../base/text/legible.js';
import { h, icon, on } from '../../base/ui/dom.js';
import { refill } from '../../base/ui/focus.js';
import { placeUnder } from '../../base/ui/popover.js';
import { moment, t } from '../../base/words/index.js';
import type { Listed, MyBots } from '../code/my-bots.ts';
import type { Deeds } from './deeds.ts';

/** From this many bots on there is a field to find one. */
const MANY = 8;
/** The most bots in the list; others are found by their names. */
const SHOWN = 50;

interface Outside {
  bots: MyBots;
  /** the one that is chosen */
  game: () => string;
  deeds: Deeds;
  showAll: () => void;
  /** the part that follows a file */
  follow: HTMLElement;
}

export function createChooser(
  button: HTMLElement,
  popover: HTMLElement,
  { bots, game, deeds, showAll, follow }: Outside,
) {
  /** The bot whose note is shown; 0: none. */
  let noteOf = 0;
  const title = h('h2');
  const field = h('input', { type: 'search', placeholder: t('bots.find'), 'aria-label': t('bots.find') });
  const rows = h('ul');
  const none = h('p', { class: 'hint', role: 'status' });
  const note = h('textarea', { rows: 2, id: 'bot-note', maxLength: 500, placeholder: t('bots.noteHint') });
  const noted = h('label', { class: 'field-over', htmlFor: note.id }, t('bots.note'));
  const act = (name: string, says: string, run: () => unknown) => {
    const made = h('button', { type: 'button', class: 'plain' }, icon(name), h('span', {}, t(says)));
    on(made, 'click', () => {
      popover.hidePopover();
      run();
    });
    return made;
  };
  const current = () => bots.list(game()).find(({ isCurrent }) => isCurrent);
  const toCurrent = (deed: (bot: Listed) => unknown) => () => {
    const bot = current();
    if (bot) deed(bot);
  };
  const remove = act('trash', 'bots.delete', toCurrent(deeds.remove));
  const buttons = h(
    'div',
    { class: 'my-bots-deeds' },
    act('plus', 'bots.new', () => deeds.create(game())),
    act('copy', 'bots.duplicate', toCurrent(deeds.duplicate)),
    act('share', 'links.shareThis', toCurrent(deeds.share)),
    remove,
    act('folder-open', 'bots.all', showAll),
  );
  popover.append(title, field, rows, none, noted, note, buttons, follow);

  function fill() {
    const all = bots.list(game());
    const wanted = field.value.trim().toLowerCase();
    const found = all.filter(({ name, note: of }) => `${name} ${of}`.toLowerCase().includes(wanted));
    title.textContent = t('bots.ofGame', { game: t(`game.${game()}`) });
    field.hidden = all.length < MANY;
    refill(rows, ...found.slice(0, SHOWN).map((bot) => h('li', {}, rowOf(bot))));
    none.textContent = found.length === 0 ? t('bots.none') : '';
  }

  function rowOf(bot: Listed) {
    const number = bots.newest(bot.id);
    const facts = [
      ...(bot.created === 0 ? [t('bots.starter')] : [moment(bot.changed)]),
      ...(number === null ? [] : [t('versions.number', { number })]),
    ];
    const made = h(
      'button',
      { type: 'button', class: 'quiet', 'aria-current': bot.isCurrent && 'true' },
      h('span', { class: 'name' }, shortName(bot.name)),
      h('span', { class: 'facts' }, facts.join(' · ')),
    );
    on(made, 'click', () => {
      popover.hidePopover();
      if (!bot.isCurrent) deeds.open(bot);
    });
    return made;
  }

  /** What is said of the bot in the editor. */
  function fillCurrent() {
    const bot = current();
    remove.disabled = !bot || bot.created === 0;
    if (bot?.id === noteOf) return;
    noteOf = bot?.id ?? 0;
    note.value = bot?.note ?? '';
  }

  function show() {
    field.value = '';
    noteOf = 0;
    fillCurrent();
    fill();
    placeUnder(popover, button);
  }

  popover.addEventListener('beforetoggle', ({ newState }) => newState === 'open' && show());
  on(field, 'input', fill);
  on(note, 'change', () => noteOf && bots.note(noteOf, note.value));

  return {
    /** The library has changed. */
    refresh() {
      if (!popover.matches(':popover-open')) return;
      fillCurrent();
      fill();
    },
  };
}
