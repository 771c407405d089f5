import { h, icon, on } from '../../base/ui/dom.js';
import { translate } from '../../base/words/index.js';

/**
 * The buttons that zoom, at a corner of the board. They are hidden where there is nothing to zoom.
 *
 * @param {HTMLElement} frame
 * @param {import('../../board/board.js').Board} board
 */
export function bindZoom(frame, board) {
  const larger = button('board.zoomIn', 'plus');
  const smaller = button('board.zoomOut', 'minus');
  const whole = button('board.zoomWhole', 'maximize');
  const group = h(
    'div',
    { class: 'zoom', role: 'group', hidden: true, 'data-t-label': 'board.zoom' },
    larger,
    smaller,
    whole,
  );
  frame.append(group);
  translate(frame);
  board.onZoom(({ can, zoomed, most }) => {
    // A button that becomes disabled loses the focus; the one beside it takes it.
    const focused = group.contains(document.activeElement);
    group.hidden = !can;
    group.toggleAttribute('data-zoomed', zoomed);
    larger.disabled = most;
    smaller.disabled = !zoomed;
    whole.disabled = !zoomed;
    if (focused && can) (most ? smaller : zoomed ? null : larger)?.focus();
  });
  on(larger, 'click', () => board.zoom(1));
  on(smaller, 'click', () => board.zoom(-1));
  on(whole, 'click', () => board.zoom(0));
}

/** @param {string} says @param {string} name */
function button(says, name) {
  return h(
    'button',
    { type: 'button', class: 'plain only-icon', 'data-t-label': says, 'data-t-title': says },
    icon(name),
  );
}
