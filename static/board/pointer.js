import { on } from '../base/ui/dom.js';

/**
 * What mouse, fingers and wheel mean on the board: a press or a drag of whoever plays, a pan, a pinch, or a scroll of
 * the page. It knows no cells and no game.
 *
 * A press is told at once, with `down`. Whoever hears it may take it (by returning true): then all that this pointer
 * does until it is lifted is theirs, and neither the page nor the map moves. A press that nobody takes and that does
 * not move ends with `up`, a click; one that moves pans the map, or scrolls the page, and ends with `leave`.
 *
 * @typedef {'down' | 'move' | 'up' | 'hover' | 'leave'} Kind
 *
 * @typedef {object} Gestures
 * @property {(type: Kind, event: PointerEvent, button: number) => boolean} point true: a `down` is taken
 * @property {() => boolean} canZoom whether two fingers and the wheel belong to the map
 * @property {() => boolean} isZoomed whether a drag that nobody takes pans
 * @property {(dx: number, dy: number) => void} pan CSS pixels
 * @property {(factor: number, x: number, y: number) => void} zoom about a point of the window
 * @property {() => boolean} isShared two people play with a finger each: whatever touches is theirs, and nothing zooms
 */

/** A finger trembles more than a mouse, in CSS pixels. */
const STILL = { touch: 9, pen: 6, mouse: 4 };
/** A second finger that is lifted sooner than this was a tap, in milliseconds. */
const TAP = 350;
/** By how much a step of a wheel zooms, for a pixel that it would scroll; and the most one event may do. */
const WHEEL_RATE = 0.0022;
const WHEEL_STEP = 0.4;
/** What a line of scrolling is where the wheel counts lines, in pixels. */
const LINE = 16;

/**
 * @param {HTMLCanvasElement} canvas
 * @param {Gestures} to
 * @returns {() => void}
 */
export function bindPointer(canvas, to) {
  /** @typedef {{x: number, y: number, fromX: number, fromY: number, since: number, event: PointerEvent}} Finger */
  /** @type {Map<number, Finger>} */
  const fingers = new Map();
  /** @type {'none' | 'press' | 'taken' | 'pan' | 'pinch' | 'lost'} */
  let mode = 'none';
  let first = -1;
  let moved = false;
  /** Some systems open the menu when the button is lifted. */
  let rightTaken = false;
  /** Fingers of those who share the board. @type {Set<number>} */
  const theirs = new Set();

  /** @param {PointerEvent} event */
  function down(event) {
    if (to.isShared() && event.pointerType === 'touch') {
      canvas.setPointerCapture(event.pointerId);
      theirs.add(event.pointerId);
      to.point('down', event, 0);
      return;
    }
    const { clientX: x, clientY: y } = event;
    fingers.set(event.pointerId, { x, y, fromX: x, fromY: y, since: performance.now(), event });
    const wasMoved = moved;
    moved = false;
    if (fingers.size > 1) {
      // While somebody drags, another finger can only tap; before that, two fingers are for the map.
      const isDrag = mode === 'taken' && (wasMoved || !to.canZoom());
      if (!isDrag && mode !== 'lost') startPinch(event);
      return;
    }
    first = event.pointerId;
    canvas.setPointerCapture(event.pointerId);
    mode = to.point('down', event, event.button) ? 'taken' : 'press';
    rightTaken = mode === 'taken' && event.button === 2;
  }

  /** @param {PointerEvent} event */
  function startPinch(event) {
    to.point('leave', event, 0);
    mode = to.canZoom() ? 'pinch' : 'lost';
  }

  /** @param {PointerEvent} event */
  function move(event) {
    if (theirs.has(event.pointerId)) {
      to.point('move', event, 0);
      return;
    }
    const finger = fingers.get(event.pointerId);
    if (!finger) {
      if (event.pointerType !== 'touch') to.point('hover', event, -1);
      return;
    }
    const before = mode === 'pinch' ? spread() : null;
    const dx = event.clientX - finger.x;
    const dy = event.clientY - finger.y;
    Object.assign(finger, { x: event.clientX, y: event.clientY, event });
    const far = Math.hypot(finger.x - finger.fromX, finger.y - finger.fromY) > still(event);
    if (far) moved = true;
    if (before) pinch(before);
    else if (event.pointerId !== first) return;
    else if (mode === 'taken') to.point('move', event, event.button);
    else if (mode === 'pan') to.pan(dx, dy);
    else if (mode === 'press' && far) {
      to.point('leave', event, 0);
      mode = to.isZoomed() ? 'pan' : 'lost';
      if (mode === 'pan') to.pan(finger.x - finger.fromX, finger.y - finger.fromY);
    }
  }

  /** @param {{x: number, y: number, distance: number}} before */
  function pinch(before) {
    const now = spread();
    if (!moved) return;
    to.pan(now.x - before.x, now.y - before.y);
    if (before.distance > 0) to.zoom(now.distance / before.distance, now.x, now.y);
  }

  /** The middle of two fingers, and how far they are apart. */
  function spread() {
    const [a, b] = [...fingers.values()];
    const [ax = 0, ay = 0, bx = ax, by = ay] = [a?.x, a?.y, b?.x, b?.y];
    return { x: (ax + bx) / 2, y: (ay + by) / 2, distance: Math.hypot(ax - bx, ay - by) };
  }

  /** @param {PointerEvent} event */
  function up(event) {
    if (theirs.delete(event.pointerId)) to.point('up', event, 0);
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    const wasTwo = fingers.size === 2;
    fingers.delete(event.pointerId);
    const tapped = wasTwo && !moved && performance.now() - finger.since < TAP;
    if (wasTwo && tapped) tapWithTwo(finger.event);
    if (event.pointerId === first || !fingers.size) end(event, !wasTwo);
    if (!fingers.size) mode = 'none';
    else if (mode === 'pinch') carryOn();
  }

  /** A tap with a second finger is what a right click is. @param {PointerEvent} event */
  function tapWithTwo(event) {
    const place = [...fingers.values()][0]?.event ?? event;
    to.point('down', place, 2);
    to.point('up', place, 2);
    if (mode === 'pinch') mode = 'lost';
  }

  /** @param {PointerEvent} event @param {boolean} alone */
  function end(event, alone) {
    if (mode === 'taken' || (mode === 'press' && alone)) to.point('up', event, event.button);
    if (mode === 'taken' && fingers.size) mode = 'lost';
  }

  /** Of two fingers one is left: it pans. */
  function carryOn() {
    const [id = -1, finger] = [...fingers][0] ?? [];
    first = id;
    if (finger) Object.assign(finger, { fromX: finger.x, fromY: finger.y });
    mode = 'pan';
  }

  /** @param {PointerEvent} event */
  function cancel(event) {
    if (theirs.delete(event.pointerId)) to.point('leave', event, 0);
    if (!fingers.delete(event.pointerId)) return;
    if (mode === 'taken' || mode === 'press') to.point('leave', event, 0);
    mode = fingers.size ? 'lost' : 'none';
  }

  /** The page would begin to scroll, or to zoom. @param {TouchEvent} event */
  function touch(event) {
    const ours =
      theirs.size > 0 ||
      mode === 'taken' ||
      mode === 'pinch' ||
      mode === 'pan' ||
      (mode === 'press' && to.isZoomed());
    if (ours && event.cancelable) event.preventDefault();
  }

  /** @param {WheelEvent} event */
  function wheel(event) {
    const scrolls = document.documentElement.scrollHeight > innerHeight;
    if (!to.canZoom() || (scrolls && !event.ctrlKey && !event.metaKey)) return;
    const scale = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1;
    if (!event.ctrlKey && Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      if (!to.isZoomed()) return;
      to.pan(-event.deltaX * scale, 0);
    } else {
      // A pinch on a touch pad comes as a wheel with the control key, in much smaller numbers.
      const rate = event.ctrlKey && Math.abs(event.deltaY) < 40 ? 4 * WHEEL_RATE : WHEEL_RATE;
      const amount = -event.deltaY * scale * rate;
      if (amount < 0 && !to.isZoomed() && !event.ctrlKey) return;
      to.zoom(Math.exp(Math.max(-WHEEL_STEP, Math.min(WHEEL_STEP, amount))), event.clientX, event.clientY);
    }
    event.preventDefault();
  }

  /** A right click that was taken opens no menu, nor does a long press. @param {Event} event */
  function menu(event) {
    if (mode === 'taken' || rightTaken) event.preventDefault();
  }

  const strict = { passive: false };
  const undo = [
    on(canvas, 'pointerdown', down),
    on(canvas, 'pointermove', move),
    on(canvas, 'pointerup', up),
    on(canvas, 'pointercancel', cancel),
    on(canvas, 'pointerleave', (event) => !fingers.size && to.point('leave', event, -1)),
    on(canvas, 'touchstart', touch, strict),
    on(canvas, 'touchmove', touch, strict),
    on(canvas, 'wheel', wheel, strict),
    on(canvas, 'contextmenu', menu),
  ];
  return () => {
    for (const work of undo) work();
  };
}

/** @param {PointerEvent} event */
function still({ pointerType }) {
  return STILL[/** @type {keyof typeof STILL} */ (pointerType)] ?? STILL.mouse;
}
