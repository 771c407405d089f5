// Covers the board while several people pass the device on in a game that hides something.

import { h, on, setText, swatch } from '../../base/ui/dom.ts';
import { refill } from '../../base/ui/focus.ts';
import { sentences, t } from '../../base/words/index.ts';

/**
 * @param frame of the board
 * @param take the next one has the device
 */
export function createHandover(frame: HTMLElement, take: () => void) {
  const mark = h('span', { class: 'handover-mark' });
  const told = h('p', { class: 'hint' });
  const text = h('p', { class: 'handover-text' });
  const button = h('button', { type: 'button', class: 'accent' });
  const says = h('div', { role: 'status' }, mark, text, told);
  const element = h('div', { class: 'handover', 'data-testid': 'handover', hidden: true }, says, button);
  frame.append(element);
  on(button, 'click', take);
  let shown: number | null = null;

  return {
    /**
     * @param player who is next; null: nobody waits for the device
     * @param news what everybody may know of the last move
     */
    show(player: number | null, names: string[], news: string[]) {
      element.hidden = player === null;
      if (player === null || player === shown) {
        shown = player;
        return;
      }
      shown = player;
      const who = { player };
      refill(mark, swatch(player));
      setText(text, t('hand.pass', { who }, names));
      setText(told, sentences(news));
      setText(button, t('hand.take', { who }, names));
      button.focus({ preventScroll: true });
    },
  };
}
