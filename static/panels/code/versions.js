// The list of versions of the user's code: what each is called, how its last match ended, and what has changed in it.

import { LONGEST_LABEL } from '../../base/kept/versions.js';
import { beginning } from '../../base/text/legible.js';
import { h, icon, on, setText } from '../../base/ui/dom.js';
import { refill } from '../../base/ui/focus.js';
import { placeUnder } from '../../base/ui/popover.js';
import { isSame } from '../../base/values/bundle-shape.js';
import { moment, sentences, t } from '../../base/words/index.js';
import { changesIn } from './changes.js';

/** @typedef {import('../../base/kept/versions.js').Versions} Versions */
/** @typedef {import('../../base/kept/versions.js').Version} Version */
/** @typedef {import('../../match/types.js').Code} Code */
/** @typedef {{restore: (version: Version) => void, compare: (version: Version) => void, rename: (number: number, label: string) => void}} Deeds */

const WIDTH = 500;

/**
 * Creates the button with the version number beside the file name, and its list of versions.
 *
 * @param {HTMLElement} button
 * @param {HTMLElement} popover
 * @param {{versions: () => Versions, bot: () => number, code: () => Code, restore: (version: Version) => void, compare: (version: Version) => void}} outside versions: those of the game
 *   that is played; bot: the id of the one in the editor
 */
export function createVersionList(button, popover, { versions, bot, code, restore, compare }) {
  function show() {
    const newest = versions().newest(bot());
    button.hidden = !newest;
    if (!newest) return;
    const edited = !isSame(newest, code());
    setText(button, t(edited ? 'versions.edited' : 'versions.number', { number: newest.number }));
  }

  function fill() {
    const own = versions()
      .list()
      .filter((version) => version.bot === bot());
    /** @type {Deeds} */
    const deeds = {
      restore: pick(restore),
      compare: pick(compare),
      rename: (number, label) => void versions().note(number, { label }),
    };
    const rows = own.map((version, k) => row(version, own[k - 1], deeds)).reverse();
    refill(popover, h('h2', {}, t('versions.label')), h('ul', {}, ...rows));
    placeUnder(popover, button, WIDTH);
  }

  /** @param {(version: Version) => void} work @returns {(version: Version) => void} */
  const pick = (work) => (version) => {
    popover.hidePopover();
    work(version);
  };

  on(popover, /** @type {any} */ ('beforetoggle'), fill);
  return { show };
}

/** @param {Version} version @param {Version | undefined} before the one before it @param {Deeds} deeds */
function row(version, before, { restore, compare, rename }) {
  const { number } = version;
  const back = h('button', { type: 'button', class: 'plain' }, t('versions.restore'));
  on(back, 'click', () => restore(version));
  const says = t('diff.compare', { number });
  const beside = h('button', { type: 'button', class: 'plain', title: says }, t('versions.changes'));
  beside.setAttribute('aria-label', says);
  on(beside, 'click', () => compare(version));
  return h(
    'li',
    {},
    h('span', { class: 'version-number' }, t('versions.number', { number })),
    h('div', { class: 'version-facts' }, nameOf(version, rename), factsOf(version, before)),
    beside,
    back,
  );
}

/** A field with the name that its author gives a version. @param {Version} version @param {Deeds['rename']} rename */
function nameOf({ number, name, label = '' }, rename) {
  const field = h('input', {
    type: 'text',
    value: label,
    maxLength: LONGEST_LABEL,
    placeholder: name,
    title: t('versions.rename', { number }),
    spellcheck: false,
    autocomplete: 'off',
  });
  field.setAttribute('aria-label', t('versions.rename', { number }));
  on(field, 'change', () => rename(number, beginning(field.value.trim(), LONGEST_LABEL)));
  return field;
}

/** @param {Version} version @param {Version | undefined} before */
function factsOf(version, before) {
  const { outcome, time } = version;
  const { added, removed } = before ? changesIn(before, version) : { added: 0, removed: 0 };
  const lines =
    added + removed > 0 &&
    h(
      'span',
      { title: sentences([t('diff.added', { count: added }), t('diff.removed', { count: removed })]) },
      `+${added} −${removed}`,
    );
  const ended =
    outcome &&
    h(
      'span',
      { class: `version-${outcome.end}` },
      outcome.end === 'won' && icon('check'),
      t(`versions.${outcome.end}`, { name: outcome.against, turns: outcome.turns }),
    );
  return h('p', { class: 'hint' }, h('time', {}, moment(time)), lines, ended);
}
