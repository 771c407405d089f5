import { h } from '../../base/ui/dom.ts';
import { bareName } from '../../base/values/bundle-shape.ts';
import { t } from '../../base/words/index.ts';

/**
 * The players for a seat: the human, the code in the editor, a house bot, or a version. Each has a word, the same as in
 * addresses.
 *
 * @typedef {import('../../match/types.ts').Seat} Seat
 * @typedef {import('../../match/types.ts').Code} Code
 * @typedef {import('../../base/kept/versions.ts').Version} Version
 * @typedef {{name: string, strength: string}} Rung the part of a ladder's rung that is used here
 */

export const CODE = 'code';
export const ME = 'me';

/**
 * @param {{house: string[], ladder: Rung[]}} offer of the game
 * @param {readonly string[]} beaten house bots
 * @param {string} own
 * @param {readonly Version[]} versions
 */
export function choices({ house, ladder }, beaten, own, versions) {
  const older = [...versions]
    .reverse()
    .map((version) => h('option', { value: `v${version.number}` }, title(version)));
  return [
    h('option', { value: ME }, t('setup.human')),
    h('option', { value: CODE }, own),
    ...rivals(house, ladder, beaten),
    older.length > 0 && h('optgroup', { label: t('setup.versions') }, ...older),
  ].filter((part) => part !== false);
}

/**
 * House bots in groups, which say how strong they are and whether they were beaten: a closed list shows only the name.
 *
 * @param {string[]} house
 * @param {Rung[]} ladder
 * @param {readonly string[]} beaten
 */
function rivals(house, ladder, beaten) {
  /** @type {Map<string, HTMLOptionElement[]>} */
  const groups = new Map();
  for (const name of house) {
    const rung = ladder.find((each) => each.name === name);
    const says = beaten.includes(name) ? 'setup.beaten' : 'setup.rivals';
    const label = rung ? t(says, { strength: t(`strength.${rung.strength}`) }) : t('setup.house');
    const group = groups.get(label) ?? [];
    group.push(h('option', { value: name }, name));
    groups.set(label, group);
  }
  return [...groups].map(([label, options]) => h('optgroup', { label }, ...options));
}

/** @param {Version} version */
function title({ name, number }) {
  return t('versions.title', { name: bareName({ name }), number });
}

/** @param {string} word @param {Code} code @param {readonly Version[]} versions @returns {Seat} */
export function seatOf(word, code, versions) {
  const version = versions.find(({ number }) => word === `v${number}`);
  if (version) return { ...codeOf(version), kind: 'code', name: `${title(version)}.py` };
  if (word === ME) return { kind: 'human', name: t('setup.human') };
  if (word === CODE) return { ...codeOf(code), kind: 'code' };
  return { kind: 'house', name: word };
}

/** @param {Code} code @returns {Code} what is played of it */
function codeOf({ name, source, main, files }) {
  return { name, source, ...(files ? { main, files } : {}) };
}
