// Who can be entered: the bot in the editor, its versions, house bots, and files that are opened for it.

import { h, icon, on } from '../../base/ui/dom.js';
import { t } from '../../base/words/index.js';
import { houseBot, ownBot, shown, versionOf } from './asks.js';

/** @typedef {import('../../contest/types.js').Entrant} Entrant */
/** @typedef {import('../../match/types.js').Code} Code */
/** @typedef {Pick<import('./view.js').Outside, 'games' | 'bot'>} Outside */

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

  /** What can be chosen, as the children of a list box. */
  function options() {
    const code = bot.current(game);
    const number = versionOf(bot.versions(game), code);
    const versions = [...bot.versions(game)].reverse();
    return [
      h(
        'optgroup',
        { label: t('compete.roster.mine') },
        h('option', { value: EDITOR }, titleOf(code, number)),
        ...opened.map(fileOption),
      ),
      h(
        'optgroup',
        { label: t('compete.roster.house') },
        ...house.map((name) => h('option', { value: `house:${name}` }, name)),
      ),
      versions.length > 0 &&
        h(
          'optgroup',
          { label: t('compete.roster.versions') },
          ...versions.map((each) => h('option', { value: `v${each.number}` }, titleOf(each, each.number))),
        ),
    ].filter((each) => each !== false);
  }

  /** @param {Code} code @param {number} k */
  const fileOption = (code, k) => h('option', { value: `file:${k}` }, shown(code));

  /** @param {Code} code @param {number | null} number */
  const titleOf = (code, number) =>
    number === null
      ? t('compete.roster.edited', { name: shown(code) })
      : t('versions.title', { name: shown(code), number });

  /** @param {string} word @returns {Entrant | null} */
  function entrantOf(word) {
    if (word === EDITOR) {
      const code = bot.current(game);
      return ownBot(code, versionOf(bot.versions(game), code));
    }
    const version = bot.versions(game).find(({ number }) => word === `v${number}`);
    if (version)
      return ownBot(
        { ...version, name: `${t('versions.title', { name: shown(version), number: version.number })}.py` },
        version.number,
      );
    const file = word.startsWith('file:') ? opened[Number(word.slice(5))] : undefined;
    if (file) return ownBot(file);
    const name = word.replace(/^house:/, '');
    return house.includes(name) ? houseBot(name) : null;
  }

  return {
    entrantOf,
    house,
    usual: `house:${games[game]?.sparring ?? house[0] ?? ''}`,

    /** A list box that has new files as soon as they are opened. @param {string} label @param {string} value */
    select(label, value) {
      const box = h('select', { 'aria-label': label });
      const fill = () => {
        const before = box.value || value;
        box.replaceChildren(...options());
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
