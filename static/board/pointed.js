/**
 * Tracks the cell under the pointer, and passes events on the cells to listeners.
 *
 * @typedef {import('./board.js').Pointed} Pointed
 * @typedef {import('./board.js').PointListener} PointListener
 */

/**
 * @param {(event: PointerEvent) => (Pointed & {x: number, y: number}) | null} cellUnder field -1: outside of all; null: nothing is shown
 * @param {() => void} changed
 */
export function createPointed(cellUnder, changed) {
  /** @type {Pointed | null} */
  let pointed = null;
  /** @type {Set<PointListener>} */
  const listeners = new Set();

  /** @param {string} type @param {string} pointerType @param {Pointed | null} cell */
  function mark(type, pointerType, cell) {
    const isTouch = pointerType === 'touch';
    // A finger leaves at once, so the tapped cell stays marked until the next tap.
    if (isTouch ? type !== 'up' : type === 'down' || type === 'up') return;
    const next = type === 'leave' ? null : cell;
    const same =
      next && pointed?.field === next.field && pointed.column === next.column && pointed.row === next.row;
    if (same ? !isTouch : next === pointed) return;
    pointed = same ? null : next;
    changed();
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

    /** Adds a listener for events on the cells. @param {PointListener} listener @returns {() => void} */
    onPoint(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
