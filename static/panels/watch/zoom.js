import { h, iconButton, on } from '../../base/ui/dom.ts';
import { enable } from '../../base/ui/focus.ts';
import { t } from '../../base/words/index.ts';

/**
 * The buttons that zoom the board, beside those that move through the match: they cover no cell. They are hidden where
 * there is nothing to zoom.
 *
 * @param {HTMLElement} host
 * @param {import('../../board/board.ts').Board} board
 */
export function bindZoom(host, board) {
  const larger = iconButton('plus', t('board.zoomIn'));
  const smaller = iconButton('minus', t('board.zoomOut'));
  const whole = iconButton('maximize', t('board.zoomWhole'));
  const group = h(
    'div',
    { class: 'zoom', role: 'group', hidden: true, 'aria-label': t('board.zoom') },
    larger,
    smaller,
    whole,
  );
  host.append(group);
  board.onZoom(({ can, zoomed, most }) => {
    group.hidden = !can;
    group.toggleAttribute('data-zoomed', zoomed);
    enable([
      [larger, !most],
      [smaller, zoomed],
      [whole, zoomed],
    ]);
  });
  on(larger, 'click', () => board.zoom(1));
  on(smaller, 'click', () => board.zoom(-1));
  on(whole, 'click', () => board.zoom(0));
}
