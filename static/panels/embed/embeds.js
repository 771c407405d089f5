// What a page can do with an embed, for the example page.

import { find, on } from '../../base/ui/dom.js';

/** @typedef {HTMLElement & {seek: (turn: number) => void}} Led an embed: see element.js */

const led = /** @type {Led} */ (find(document, 'sandlot-match[lang]', HTMLElement));
const told = find(document, '.steps output', HTMLElement);
for (const button of document.querySelectorAll('[data-turn]'))
  on(button, 'click', () => led.seek(Number(button.getAttribute('data-turn'))));
led.addEventListener('turn', (event) => {
  const { turn, last } = /** @type {CustomEvent<{turn: number, last: number}>} */ (event).detail;
  if (last > 0) told.textContent = `Turn ${turn} of ${last}`;
});
