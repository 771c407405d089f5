// What is to be known of the opponents that are chosen: how strong they are, and a line of character.

import { h } from '../../base/ui/dom.ts';
import { refill } from '../../base/ui/focus.ts';
import { knows, t } from '../../base/words/index.ts';

/** @typedef {import('./who.js').Rung} Rung */

/** The most opponents that are described. */
const MOST = 3;

/** @param {HTMLElement} element a paragraph or several */
export function createAbout(element) {
  return {
    /** @param {{name: string, ladder: Rung[]}} game @param {string[]} words of the seats */
    show({ name: game, ladder }, words) {
      const rungs = ladder.filter(({ name }) => words.includes(name)).slice(0, MOST);
      const lines = rungs.map(({ name, strength }) => {
        const character = `${game}.bot.${name}`;
        const about = knows(character) ? t(character) : '';
        return h(
          'p',
          { class: 'hint' },
          h('b', {}, name),
          ` · ${t(`strength.${strength}`)}`,
          about && ` · ${about}`,
        );
      });
      element.hidden = lines.length === 0;
      refill(element, ...lines);
    },
  };
}
