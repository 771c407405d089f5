import type { Finger } from './fingers.ts';
import { createFingers } from './fingers.ts';
import type { Gestures } from './pointer.ts';

// Recognises the gestures of the mouse, or of one person's fingers, on the board. The rules are in pointer.ts.

/** The longest press of a second finger that is a tap, in milliseconds. */
const TAP = 350;

export function createGestures(canvas: HTMLCanvasElement, to: Gestures) {
  const fingers = createFingers();
  let mode: 'none' | 'press' | 'taken' | 'pan' | 'pinch' | 'lost' = 'none';
  let first = -1;
  /** Some systems open the context menu when the button is released. */
  let rightTaken = false;

  function startPinch(event: PointerEvent) {
    to.point('leave', event, 0);
    mode = to.canZoom() ? 'pinch' : 'lost';
  }

  function pinch(before: { x: number; y: number; distance: number }) {
    const now = fingers.spread();
    if (!fingers.hasMoved()) return;
    to.pan(now.x - before.x, now.y - before.y);
    if (before.distance > 0) to.zoom(now.distance / before.distance, now.x, now.y);
  }

  /** A press that no listener has taken moves: it pans the map, or scrolls the page. */
  function startPan({ event, x, y, fromX, fromY }: Finger) {
    to.point('leave', event, 0);
    mode = to.isZoomed() ? 'pan' : 'lost';
    if (mode === 'pan') to.pan(x - fromX, y - fromY);
  }

  /** A tap with a second finger counts as a right click. */
  function tapWithTwo(event: PointerEvent) {
    const place = fingers.oldest()?.event ?? event;
    to.point('down', place, 2);
    to.point('up', place, 2);
    if (mode === 'pinch') mode = 'lost';
  }

  function end(event: PointerEvent, alone: boolean) {
    if (mode === 'taken' || (mode === 'press' && alone)) to.point('up', event, event.button);
    if (mode === 'taken' && fingers.count() > 0) mode = 'lost';
  }

  /** One of two fingers was lifted: the other one pans. */
  function carryOn() {
    const finger = fingers.oldest();
    first = finger?.event.pointerId ?? -1;
    if (finger) Object.assign(finger, { fromX: finger.x, fromY: finger.y });
    mode = 'pan';
  }

  return {
    /** Whether the page may neither scroll nor zoom. */
    isOurs: () => ['taken', 'pinch', 'pan'].includes(mode) || (mode === 'press' && to.isZoomed()),
    /** Whether the hand has taken the press, or the right click before. */
    isTaken: () => mode === 'taken' || rightTaken,

    down(event: PointerEvent) {
      const hadMoved = fingers.hasMoved();
      fingers.down(event);
      if (fingers.count() > 1) {
        // During a drag another finger can only tap; before that, two fingers move the map.
        const isDrag = mode === 'taken' && (hadMoved || !to.canZoom());
        if (!isDrag && mode !== 'lost') startPinch(event);
        return;
      }
      first = event.pointerId;
      canvas.setPointerCapture(event.pointerId);
      mode = to.point('down', event, event.button) ? 'taken' : 'press';
      rightTaken = mode === 'taken' && event.button === 2;
    },

    move(event: PointerEvent) {
      const before = mode === 'pinch' ? fingers.spread() : null;
      const step = fingers.move(event);
      if (!step) {
        if (event.pointerType !== 'touch') to.point('hover', event, -1);
        return;
      }
      if (before) pinch(before);
      else if (event.pointerId !== first) return;
      else if (mode === 'taken') to.point('move', event, event.button);
      else if (mode === 'pan') to.pan(step.dx, step.dy);
      else if (mode === 'press' && step.far) startPan(step.finger);
    },

    up(event: PointerEvent) {
      const wasTwo = fingers.count() === 2;
      const finger = fingers.lift(event);
      if (!finger) return;
      const tapped = wasTwo && !fingers.hasMoved() && performance.now() - finger.since < TAP;
      if (tapped) tapWithTwo(finger.event);
      const isLast = fingers.count() === 0;
      if (event.pointerId === first || isLast) end(event, !wasTwo);
      if (isLast) mode = 'none';
      else if (mode === 'pinch') carryOn();
    },

    cancel(event: PointerEvent) {
      if (!fingers.lift(event)) return;
      if (mode === 'taken' || mode === 'press') to.point('leave', event, 0);
      mode = fingers.count() > 0 ? 'lost' : 'none';
    },

    leave(event: PointerEvent) {
      if (fingers.count() === 0) to.point('leave', event, -1);
    },
  };
}
