// Who can be entered: the bot in the editor, its versions, house bots, and files that are opened for it.

import { h, icon, on } from '../../base/ui/dom.js';
import { refill } from '../../base/ui/focus.js';
import { t } from '../../base/words/index.js';
import { firstField, houseBot, numberInEditor, ownBot, shown, versionOf } from './asks.ts';

/** @typedef {import('../../contest/types.js').Entrant} Entrant */
/** @typedef {import('../../match/types.js').Code} Code */
/** @typedef {Pick<import('./view.ts').Outside, 'games' | 'bot'>} Outside */

/** The word of the bot in the editor. */
export const EDITOR = 'code';

/**
 * @param {string} game
 * @param {Outside} outside
 */
export function createRoster(game, { games, bot }) {
  const house = games[game]?.house ?? [];
  /** @type {Code[]} */
  const opened = [];
  /** @type {Set<() => void>} */
  const listeners = new Set();

  /** @param {string} label @param {HTMLOptionElement[]} options */
  const group = (label, options) => options.length > 0 && h('optgroup', { label: t(label) }, ...options);

  /** What can be chosen, as the children of a list box. */
  function options() {
    const others = bot.list(game).filter(({ isCurrent }) => !isCurrent);
    const edited = bot.current(game);
    const number = numberInEditor(bot.versions(game), edited, bot.id(game));
    const mine = [
      h('option', { value: EDITOR }, titleOf(edited, number)),
      ...others.map(({ id, name }) => h('option', { value: `bot:${id}` }, shown({ name }))),
      ...opened.map((code, k) => h('option', { value: `file:${k}` }, shown(code))),
    ];
    const versions = [...bot.versions(game)].reverse();
    return [
      group('compete.roster.mine', mine),
      group(
        'compete.roster.house',
        house.map((name) => h('option', { value: `house:${name}` }, name)),
      ),
      group(
        'compete.roster.versions',
        versions.map((each) => h('option', { value: `v${each.number}` }, titleOf(each, each.number))),
      ),
    ].filter((each) => each !== false);
  }

  /** @param {Code} code @param {number} id */
  const numberOf = (code, id) => versionOf(bot.versions(game), code, id);

  /** @param {Code} code @param {number | null} number */
  const titleOf = (code, number) =>
    number === null
      ? t('compete.roster.edited', { name: shown(code) })
      : t('versions.title', { name: shown(code), number });

  /** @param {string} word @returns {Entrant | null} null: it is not there any more */
  function entrantOf(word) {
    const [kind, name = ''] = word.split(/:(.*)/s);
    if (kind === 'house') return house.includes(name) ? houseBot(name) : null;
    if (kind === 'file')
      return opened[Number(name)] ? ownBot(/** @type {Code} */ (opened[Number(name)])) : null;
    if (kind === EDITOR || kind === 'bot') {
      const id = kind === EDITOR ? bot.id(game) : Number(name);
      const code = kind === EDITOR ? bot.current(game) : bot.code(id);
      return code && ownBot(code, numberOf(code, id), id);
    }
    const version = bot.versions(game).find(({ number }) => word === `v${number}`);
    if (!version) return null;
    const title = t('versions.title', { name: shown(version), number: version.number });
    return ownBot({ ...version, name: `${title}.py` }, version.number, version.bot);
  }

  return {
    entrantOf,
    house,
    firstField: firstField(house, games[game]?.sparring ?? ''),
    usual: `house:${games[game]?.sparring ?? house[0] ?? ''}`,

    /** A list box that has new files as soon as they are opened. @param {string} label @param {string} value */
    select(label, value) {
      const box = h('select', { 'aria-label': label });
      const fill = () => {
        const before = box.value || value;
        refill(box, ...options());
        box.value = before;
        if (!box.value) box.value = EDITOR;
      };
      fill();
      listeners.add(fill);
      return box;
    },

    /** A button that opens a file, and says which word it got. @param {(word: string) => void} taken */
    opener(taken) {
      const button = h(
        'button',
        { type: 'button', class: 'plain' },
        icon('file-up'),
        h('span', {}, t('compete.roster.open')),
      );
      on(button, 'click', () =>
        bot.open((code) => {
          opened.push(code);
          for (const fill of listeners) fill();
          taken(`file:${opened.length - 1}`);
        }),
      );
      return button;
    },
  };
}

/** @typedef {ReturnType<typeof createRoster>} Roster */
