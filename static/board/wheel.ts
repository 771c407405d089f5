// Handles the mouse wheel and the touch pad on the board.

import type { Gestures } from './pointer.ts';

/** The zoom for each pixel of scrolling, and the most that one event may zoom. */
const WHEEL_RATE = 0.0022;
const WHEEL_STEP = 0.4;
/** The height of a line, for wheels that count lines, in pixels. */
const LINE = 16;
/** A pinch on a touch pad arrives as a wheel event with the control key. Its numbers are below this, so they count more. */
const PINCH = 40;
const PINCH_FACTOR = 4;

/** A wheel zooms the map, or pans it sideways. If the page itself can scroll, or one around it, the wheel scrolls the page. */
export function turnWheel(event: WheelEvent, to: Gestures) {
  const scrolls = window.parent !== window || document.documentElement.scrollHeight > innerHeight;
  if (!to.canZoom() || (scrolls && !event.ctrlKey && !event.metaKey)) return;
  const scale = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1;
  if (!event.ctrlKey && Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
    if (!to.isZoomed()) return;
    to.pan(-event.deltaX * scale, 0);
  } else {
    const isPinch = event.ctrlKey && Math.abs(event.deltaY) < PINCH;
    const amount = -event.deltaY * scale * WHEEL_RATE * (isPinch ? PINCH_FACTOR : 1);
    if (amount < 0 && !to.isZoomed() && !event.ctrlKey) return;
    to.zoom(Math.exp(Math.max(-WHEEL_STEP, Math.min(WHEEL_STEP, amount))), event.clientX, event.clientY);
  }
  event.preventDefault();
}
