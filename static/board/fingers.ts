// Tracks the pressed fingers of one person, or the mouse.

export type Finger = {
  x: number;
  y: number;
  fromX: number;
  fromY: number;
  since: number;
  event: PointerEvent;
};

/** The distance that counts as a movement, in CSS pixels; a finger trembles more than a mouse. */
const STILL = { touch: 9, pen: 6, mouse: 4 };

export function createFingers() {
  const all = new Map<number, Finger>();
  /** Whether one of them has moved since the last one was pressed. */
  let moved = false;

  return {
    count: () => all.size,
    hasMoved: () => moved,
    /** The finger that has been pressed longest. */
    oldest: (): Finger | undefined => [...all.values()][0],

    down(event: PointerEvent) {
      const { clientX: x, clientY: y } = event;
      all.set(event.pointerId, { x, y, fromX: x, fromY: y, since: performance.now(), event });
      moved = false;
    },

    /** @returns its movement, and whether it is far from where it was pressed; null: it is not pressed */
    move(event: PointerEvent): { finger: Finger; dx: number; dy: number; far: boolean } | null {
      const finger = all.get(event.pointerId);
      if (!finger) return null;
      const dx = event.clientX - finger.x;
      const dy = event.clientY - finger.y;
      Object.assign(finger, { x: event.clientX, y: event.clientY, event });
      const far = Math.hypot(finger.x - finger.fromX, finger.y - finger.fromY) > still(event);
      if (far) moved = true;
      return { finger, dx, dy, far };
    },

    /** @returns not said: it was not pressed */
    lift({ pointerId }: PointerEvent): Finger | undefined {
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

function still({ pointerType }: PointerEvent) {
  return STILL[pointerType as keyof typeof STILL] ?? STILL.mouse;
}
