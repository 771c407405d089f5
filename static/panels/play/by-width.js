// What stands in one place on a wide screen stands in another on a narrow one.

import { on } from '../../base/ui/dom.ts';

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
 * @param {object} outside
 * @param {import('../../match/visit.ts').Visit} outside.visit
 * @param {import('../../shell/layout.ts').Layout['side']} outside.side
 */
export function placeBySide(put, { visit, side }) {
  let isNarrow = false;
  const place = () => put(!isNarrow && (visit.stage !== 'code' || side.isOpen()));
  placeByWidth((narrow) => {
    isNarrow = narrow;
    place();
  });
  visit.onStage(place);
  side.onChange(place);
}
