import type { PointEvent } from '../../board/board.ts';
import type { Cell } from './index.ts';
import type { Plan } from './plan.ts';
import { isBeside, isSame } from './plan.ts';

// Mouse and fingers in Generals: a click chooses a cell or moves the army from a neighbouring cell, a drag leads it on.
// No DOM.

/** The most cells that the army is led through between two pointer events. */
const FARTHEST = 8;

export function createDragging(
  plan: Plan,
  {
    march,
    choose,
    toggleHalf,
  }: { march: (to: Cell) => void; choose: (cell: Cell | null) => void; toggleHalf: () => void },
) {
  /** Where the pointer is down, and whether it has been dragged from there. */
  let press: { cell: Cell; dragged: boolean } | null = null;

  function click(cell: Cell) {
    const { chosen } = plan;
    if (chosen && isSame(chosen, cell)) toggleHalf();
    else if (chosen && isBeside(chosen, cell)) march(cell);
    else choose(plan.isOwn(cell) ? cell : null);
  }

  /** The first cell of a drag: if it is not the player's, the army goes there first. */
  function begin(start: Cell) {
    const { chosen } = plan;
    if (chosen && isBeside(chosen, start) && !plan.isOwn(start)) march(start);
    else if (!chosen || !isSame(chosen, start)) choose(start);
  }

  /** A quick pointer skips cells: the army goes through them. */
  function follow(cell: Cell) {
    for (let steps = 0; plan.chosen && !isSame(plan.chosen, cell) && steps < FARTHEST; steps += 1) {
      const before = plan.chosen;
      const [down, right] = [cell[0] - before[0], cell[1] - before[1]];
      const isSteep = Math.abs(down) > Math.abs(right);
      march(isSteep ? [before[0] + Math.sign(down), before[1]] : [before[0], before[1] + Math.sign(right)]);
      if (plan.chosen === before) return;
    }
  }

  /** @returns whether a press there is the hand's */
  return function point({ type, field, row, column, button }: PointEvent): boolean {
    const cell: Cell = [row, column];
    if (type === 'down') {
      press = field === 0 && button === 0 ? { cell, dragged: false } : null;
      return press !== null && plan.concerns(cell);
    }
    if (type === 'move' && press && field === 0 && !isSame(cell, press.cell)) {
      if (!press.dragged) begin(press.cell);
      press = { cell, dragged: true };
      follow(cell);
    }
    if (type === 'up' && press && !press.dragged && field === 0) click(cell);
    if (type === 'up' || type === 'leave') press = null;
    return false;
  };
}
