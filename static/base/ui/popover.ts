// Places a popover under its button.

/**
 * Puts a popover under its button, within the window.
 * @param width of the popover, in CSS pixels
 */
export function placeUnder(popover: HTMLElement, button: HTMLElement, width: number = 304) {
  const box = button.getBoundingClientRect();
  popover.classList.add('under-button');
  popover.style.setProperty('--width', `${width}px`);
  popover.style.setProperty('--top', `${box.bottom + 4}px`);
  popover.style.setProperty('--left', `${Math.max(8, Math.min(box.left, innerWidth - width - 8))}px`);
}
