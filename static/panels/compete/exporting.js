// The menu of what a contest can be saved as.

import { h, icon, on } from '../../base/ui/dom.js';
import { placeUnder } from '../../base/ui/popover.js';
import { t } from '../../base/words/index.js';
import { arrows } from './svg.js';

/** @typedef {'link' | 'json' | 'csv' | 'games' | 'png' | 'bundle' | 'sources'} Export */

/** @type {Export[]} */
const EXPORTS = ['link', 'json', 'csv', 'games', 'png', 'bundle', 'sources'];
const ID = 'compete-exports';

/**
 * A list to choose from would save the first thing as soon as an arrow key is pressed: a menu waits for Enter.
 *
 * @param {(kind: Export) => void} save
 * @returns {{button: HTMLElement, menu: HTMLElement}}
 */
export function createExports(save) {
  const says = t('compete.export');
  const button = h('button', { type: 'button', class: 'plain' }, h('span', {}, says), icon('chevron-down'));
  const choices = EXPORTS.map((kind) => {
    const props = { type: 'button', class: 'quiet', 'data-key': `export-${kind}` };
    const choice = h('button', props, t(`compete.export.${kind}`));
    on(choice, 'click', () => {
      menu.hidePopover();
      save(kind);
    });
    return choice;
  });
  const menu = h(
    'div',
    { class: 'compete-menu panel', popover: 'auto', id: ID, role: 'group', 'aria-label': says },
    ...choices,
  );
  button.setAttribute('popovertarget', ID);
  on(menu, /** @type {any} */ ('beforetoggle'), () => placeUnder(menu, button));
  arrows(menu)();
  return { button, menu };
}
