// What stands in one place on a wide screen stands in another on a narrow one.

import { on } from '../../base/ui/dom.js';

/**
 * Puts something into its place, and again when the window becomes narrow or wide.
 *
 * @param {(isNarrow: boolean) => void} put
 */
export function placeByWidth(put) {
  const narrow = matchMedia('(max-width: 999px)');
  const place = () => put(narrow.matches);
  on(narrow, /** @type {any} */ ('change'), place);
  place();
}

/**
 * The same for what stands in the side panel, which is not there on a narrow screen, and which can be closed beside the
 * editor.
 *
 * @param {(isThere: boolean) => void} put
 */
export function placeBySide(put) {
  const root = document.documentElement;
  let isNarrow = false;
  const place = () => put(!isNarrow && !(root.dataset.view === 'code' && root.dataset.side === 'closed'));
  placeByWidth((narrow) => {
    isNarrow = narrow;
    place();
  });
  new MutationObserver(place).observe(root, { attributeFilter: ['data-view', 'data-side'] });
}
