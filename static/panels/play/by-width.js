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
