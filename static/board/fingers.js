/**
 * Tracks the pressed fingers of one person, or the mouse.
 *
 * @typedef {{x: number, y: number, fromX: number, fromY: number, since: number, event: PointerEvent}} Finger
 */

/** The distance that counts as a movement, in CSS pixels; a finger trembles more than a mouse. */
const STILL = { touch: 9, pen: 6, mouse: 4 };

export function createFingers() {
  /** @type {Map<number, Finger>} */
  const all = new Map();
  /** Whether one of them has moved since the last one was pressed. */
  let moved = false;

  return {
    count: () => all.size,
    hasMoved: () => moved,
    /** The finger that has been pressed longest. @returns {Finger | undefined} */
    oldest: () => [...all.values()][0],

    /** @param {PointerEvent} event */
    down(event) {
      const { clientX: x, clientY: y } = event;
      all.set(event.pointerId, { x, y, fromX: x, fromY: y, since: performance.now(), event });
      moved = false;
    },

    /**
     * @param {PointerEvent} event
     * @returns {{finger: Finger, dx: number, dy: number, far: boolean} | null} its movement, and whether it is far from
     *   where it was pressed; null: it is not pressed
     */
    move(event) {
      const finger = all.get(event.pointerId);
      if (!finger) return null;
      const dx = event.clientX - finger.x;
      const dy = event.clientY - finger.y;
      Object.assign(finger, { x: event.clientX, y: event.clientY, event });
      const far = Math.hypot(finger.x - finger.fromX, finger.y - finger.fromY) > still(event);
      if (far) moved = true;
      return { finger, dx, dy, far };
    },

    /** @param {PointerEvent} event @returns {Finger | undefined} not said: it was not pressed */
    lift({ pointerId }) {
      const finger = all.get(pointerId);
      all.delete(pointerId);
      return finger;
    },

    /** The middle of two fingers, and how far they are apart. */
    spread() {
      const [a, b] = [...all.values()];
      const [ax = 0, ay = 0, bx = ax, by = ay] = [a?.x, a?.y, b?.x, b?.y];
      return { x: (ax + bx) / 2, y: (ay + by) / 2, distance: Math.hypot(ax - bx, ay - by) };
    },
  };
}

/** @param {PointerEvent} event */
function still({ pointerType }) {
  return STILL[/** @type {keyof typeof STILL} */ (pointerType)] ?? STILL.mouse;
}
