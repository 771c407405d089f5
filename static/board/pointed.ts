// Tracks the cell under the pointer, and passes events on the cells to listeners.

import type { Pointed, PointListener } from './board.ts';
import type { Kind } from './pointer.ts';

/** Milliseconds for which a tapped cell stays marked. */
const TAPPED = 1500;

/** @param cellUnder field -1: outside of all; null: nothing is shown */
export function createPointed(
  cellUnder: (event: PointerEvent) => (Pointed & { x: number; y: number }) | null,
  changed: () => void,
) {
  let pointed: Pointed | null = null;
  let leaving: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<PointListener>();

  function set(next: Pointed | null) {
    const isSame =
      next !== null &&
      pointed?.field === next.field &&
      pointed.column === next.column &&
      pointed.row === next.row;
    if (isSame || next === pointed) return;
    pointed = next;
    changed();
  }

  function mark(type: string, pointerType: string, cell: Pointed | null) {
    if (pointerType !== 'touch') {
      if (type !== 'down' && type !== 'up') set(type === 'leave' ? null : cell);
    } else if (type === 'up') {
      // A finger leaves at once: what it has tapped stays marked for as long as one reads a coordinate.
      set(cell);
      clearTimeout(leaving);
      leaving = setTimeout(set, TAPPED, null);
    }
  }

  return {
    /** The cell that is framed and whose coordinates are shown. */
    cell: () => pointed,

    /** @returns whether a listener has taken a `down` */
    point(type: Kind, event: PointerEvent, button: number): boolean {
      const cell = cellUnder(event);
      if (!cell) return false;
      mark(type, event.pointerType, cell.field >= 0 ? cell : null);
      let taken = false;
      for (const listener of listeners) {
        if (listener({ type, ...cell, button, pointerType: event.pointerType, pointer: event.pointerId }))
          taken = true;
      }
      return taken && type === 'down';
    },

    /** Adds a listener for events on the cells. */
    onPoint(listener: PointListener) {
      listeners.add(listener);
    },
  };
}
