import { on } from '../base/ui/dom.ts';
import { createGestures } from './gestures.ts';
import { turnWheel } from './wheel.ts';

// Decides what mouse, fingers and wheel mean on the board: a press or a drag for the hand, a pan, a pinch, or a scroll
// of the page. It knows no cells and no game.
//
// A press is reported at once, with `down`. A listener may take it by returning true: then it gets everything that this
// pointer does until it is lifted, and neither the page nor the map moves. A press that no listener takes and that does
// not move ends with `up`, a click; one that moves pans the map, or scrolls the page, and ends with `leave`.

export type Kind = 'down' | 'move' | 'up' | 'hover' | 'leave';

export interface Gestures {
  /** true: a `down` is taken. */
  point: (type: Kind, event: PointerEvent, button: number) => boolean;
  /** Whether two fingers and the wheel belong to the map. */
  canZoom: () => boolean;
  /** Whether a drag that no listener takes pans. */
  isZoomed: () => boolean;
  /** CSS pixels. */
  pan: (dx: number, dy: number) => void;
  /** About a point of the window. */
  zoom: (factor: number, x: number, y: number) => void;
  /** Two people play with a finger each: all touches go to them, and nothing zooms. */
  isShared: () => boolean;
}

export function bindPointer(canvas: HTMLCanvasElement, to: Gestures): () => void {
  const gestures = createGestures(canvas, to);
  const shared = createShared(canvas, to);

  /** Keeps the page from scrolling or zooming. */
  function touch(event: TouchEvent) {
    if ((shared.isUsed() || gestures.isOurs()) && event.cancelable) event.preventDefault();
  }

  /** Neither a right click that was taken nor a long press opens a menu. */
  function menu(event: Event) {
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
 */
function createShared(canvas: HTMLCanvasElement, to: Gestures) {
  const fingers = new Set<number>();

  function tell(type: Kind, event: PointerEvent) {
    to.point(type, event, 0);
    return true;
  }

  return {
    isUsed: () => fingers.size > 0,
    down(event: PointerEvent) {
      if (!to.isShared() || event.pointerType !== 'touch') return false;
      canvas.setPointerCapture(event.pointerId);
      fingers.add(event.pointerId);
      return tell('down', event);
    },
    move: (event: PointerEvent) => fingers.has(event.pointerId) && tell('move', event),
    up: (event: PointerEvent) => fingers.delete(event.pointerId) && tell('up', event),
    cancel: (event: PointerEvent) => fingers.delete(event.pointerId) && tell('leave', event),
  };
}
