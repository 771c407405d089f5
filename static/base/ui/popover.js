// Places a popover under its button.

/**
 * Puts a popover under its button, within the window.
 *
 * @param {HTMLElement} popover
 * @param {HTMLElement} button
 * @param {number} [width] of the popover, in CSS pixels
 */
export function placeUnder(popover, button, width = 304) {
  const box = button.getBoundingClientRect();
  popover.classList.add('under-button');
  popover.style.setProperty('--width', `${width}px`);
  popover.style.setProperty('--top', `${box.bottom + 4}px`);
  popover.style.setProperty('--left', `${Math.max(8, Math.min(box.left, innerWidth - width - 8))}px`);
}
