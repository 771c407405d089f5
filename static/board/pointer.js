import { on } from '../base/ui/dom.js';
import { createGestures } from './gestures.js';
import { turnWheel } from './wheel.js';

/**
 * Decides what mouse, fingers and wheel mean on the board: a press or a drag for the hand, a pan, a pinch, or a scroll
 * of the page. It knows no cells and no game.
 *
 * A press is reported at once, with `down`. A listener may take it by returning true: then it gets everything that this
 * pointer does until it is lifted, and neither the page nor the map moves. A press that no listener takes and that does
 * not move ends with `up`, a click; one that moves pans the map, or scrolls the page, and ends with `leave`.
 *
 * @typedef {'down' | 'move' | 'up' | 'hover' | 'leave'} Kind
 *
 * @typedef {object} Gestures
 * @property {(type: Kind, event: PointerEvent, button: number) => boolean} point true: a `down` is taken
 * @property {() => boolean} canZoom whether two fingers and the wheel belong to the map
 * @property {() => boolean} isZoomed whether a drag that no listener takes pans
 * @property {(dx: number, dy: number) => void} pan CSS pixels
 * @property {(factor: number, x: number, y: number) => void} zoom about a point of the window
 * @property {() => boolean} isShared two people play with a finger each: all touches go to them, and nothing zooms
 */

/**
 * @param {HTMLCanvasElement} canvas
 * @param {Gestures} to
 * @returns {() => void}
 */
export function bindPointer(canvas, to) {
  const gestures = createGestures(canvas, to);
  const shared = createShared(canvas, to);

  /** Keeps the page from scrolling or zooming. @param {TouchEvent} event */
  function touch(event) {
    if ((shared.isUsed() || gestures.isOurs()) && event.cancelable) event.preventDefault();
  }

  /** Neither a right click that was taken nor a long press opens a menu. @param {Event} event */
  function menu(event) {
    if (gestures.isTaken()) event.preventDefault();
  }

  const strict = { passive: false };
  const undo = [
    on(canvas, 'pointerdown', (event) => shared.down(event) || gestures.down(event)),
    on(canvas, 'pointermove', (event) => shared.move(event) || gestures.move(event)),
    on(canvas, 'pointerup', (event) => shared.up(event) || gestures.up(event)),
    on(canvas, 'pointercancel', (event) => shared.cancel(event) || gestures.cancel(event)),
    on(canvas, 'pointerleave', gestures.leave),
    on(canvas, 'touchstart', touch, strict),
    on(canvas, 'touchmove', touch, strict),
    on(canvas, 'wheel', (event) => turnWheel(event, to), strict),
    on(canvas, 'contextmenu', menu),
  ];
  return () => {
    for (const work of undo) work();
  };
}

/**
 * The fingers of two people who share the board: all touches go to the listeners. Every function returns whether the
 * event came from such a finger.
 *
 * @param {HTMLCanvasElement} canvas
 * @param {Gestures} to
 */
function createShared(canvas, to) {
  /** @type {Set<number>} */
  const fingers = new Set();

  /** @param {Kind} type @param {PointerEvent} event */
  function tell(type, event) {
    to.point(type, event, 0);
    return true;
  }

  return {
    isUsed: () => fingers.size > 0,
    /** @param {PointerEvent} event */
    down(event) {
      if (!to.isShared() || event.pointerType !== 'touch') return false;
      canvas.setPointerCapture(event.pointerId);
      fingers.add(event.pointerId);
      return tell('down', event);
    },
    /** @param {PointerEvent} event */
    move: (event) => fingers.has(event.pointerId) && tell('move', event),
    /** @param {PointerEvent} event */
    up: (event) => fingers.delete(event.pointerId) && tell('up', event),
    /** @param {PointerEvent} event */
    cancel: (event) => fingers.delete(event.pointerId) && tell('leave', event),
  };
}
