// The list of versions of the user's code.

import { h, icon, on, setText } from '../../base/ui/dom.js';
import { placeUnder } from '../../base/ui/popover.js';
import { isSame } from '../../base/values/bundle-shape.js';
import { moment, t } from '../../base/words/index.js';

/** @typedef {import('../../base/kept/versions.js').Versions} Versions */
/** @typedef {import('../../base/kept/versions.js').Version} Version */
/** @typedef {import('../../match/types.js').Code} Code */

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
    const rows = own.reverse().map((version) => row(version, pick(restore), pick(compare)));
    popover.replaceChildren(h('h2', {}, t('versions.label')), h('ul', {}, ...rows));
    placeUnder(popover, button);
  }

  /** @param {(version: Version) => void} work @returns {(version: Version) => void} */
  const pick = (work) => (version) => {
    popover.hidePopover();
    work(version);
  };

  on(popover, /** @type {any} */ ('beforetoggle'), fill);
  return { show };
}

/** @param {Version} version @param {(version: Version) => void} restore @param {(version: Version) => void} compare */
function row(version, restore, compare) {
  const { number } = version;
  const back = h('button', { type: 'button', class: 'plain' }, t('versions.restore'));
  on(back, 'click', () => restore(version));
  const says = t('diff.compare', { number });
  const beside = h(
    'button',
    { type: 'button', class: 'quiet only-icon', title: says, 'aria-label': says },
    icon('columns'),
  );
  on(beside, 'click', () => compare(version));
  return h(
    'li',
    {},
    h('span', { class: 'version-number' }, t('versions.number', { number })),
    h('span', { class: 'name' }, version.name, h('time', {}, moment(version.time))),
    beside,
    back,
  );
}
