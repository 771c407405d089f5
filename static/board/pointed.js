/**
 * Tracks the cell under the pointer, and passes events on the cells to listeners.
 *
 * @typedef {import('./board.js').Pointed} Pointed
 * @typedef {import('./board.js').PointListener} PointListener
 */

/** Milliseconds for which a tapped cell stays marked. */
const TAPPED = 1500;

/**
 * @param {(event: PointerEvent) => (Pointed & {x: number, y: number}) | null} cellUnder field -1: outside of all; null: nothing is shown
 * @param {() => void} changed
 */
export function createPointed(cellUnder, changed) {
  /** @type {Pointed | null} */
  let pointed = null;
  let leaving = 0;
  /** @type {Set<PointListener>} */
  const listeners = new Set();

  /** @param {Pointed | null} next */
  function set(next) {
    const isSame =
      next !== null &&
      pointed?.field === next.field &&
      pointed.column === next.column &&
      pointed.row === next.row;
    if (isSame || next === pointed) return;
    pointed = next;
    changed();
  }

  /** @param {string} type @param {string} pointerType @param {Pointed | null} cell */
  function mark(type, pointerType, cell) {
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

    /**
     * @param {import('./pointer.js').Kind} type
     * @param {PointerEvent} event
     * @param {number} button
     * @returns {boolean} whether a listener has taken a `down`
     */
    point(type, event, button) {
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

    /** Adds a listener for events on the cells. @param {PointListener} listener */
    onPoint(listener) {
      listeners.add(listener);
    },
  };
}
