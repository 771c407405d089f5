// Places a popover at its button.

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

/** Puts a popover that is already shown under its button, or above it if there is no room below. */
export function placeBeside(popover: HTMLElement, button: HTMLElement, width?: number) {
  placeUnder(popover, button, width);
  const { top, bottom } = button.getBoundingClientRect();
  const height = popover.scrollHeight + popover.offsetHeight - popover.clientHeight;
  if (bottom + height + 12 > innerHeight)
    popover.style.setProperty('--top', `${Math.max(8, top - height - 4)}px`);
}
