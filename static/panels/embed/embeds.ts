// What a page can do with an embed, for the example page.

import { find, on } from '../../base/ui/dom.ts';

/** An embed: see element.ts. */
type Led = HTMLElement & { seek: (turn: number) => void };

const led = find(document, 'sandlot-match[lang]', HTMLElement) as Led;
const told = find(document, '.steps output', HTMLElement);
for (const button of document.querySelectorAll('[data-turn]'))
  on(button, 'click', () => led.seek(Number(button.getAttribute('data-turn'))));
led.addEventListener('turn', (event) => {
  const { turn, last } = (event as CustomEvent<{ turn: number; last: number }>).detail;
  if (last > 0) told.textContent = `Turn ${turn} of ${last}`;
});
