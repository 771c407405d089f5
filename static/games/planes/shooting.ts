import type { Paint } from '../../board/board.ts';
import { AROUND, actOn } from '../../board/hand/keys.ts';
import type { Ask, Tools } from '../../board/hand/types.ts';
import type { Cell } from './fleet.ts';
import type { Phase } from './hand.ts';
import { drawHeat } from './heat.ts';

// The shooting phase: the player aims at a cell of the opponent's board with the pointer or with keys. A heat map of
// the possible planes can be switched on.

/** As the game's `choices` gives them. */
type Targets = { cells: Cell[]; possible: number; heat: number[][] };

export function createShooting(
  { changed, board, isPuzzle }: Pick<Tools, 'changed' | 'board' | 'isPuzzle'>,
  shootAt: (cell: Cell) => void,
): Phase & { ask: (ask: Ask) => void } {
  let asked: Ask | null = null;
  /** The cell that keys or the mouse aim at. */
  let aim: Cell | null = null;
  let showsHeat = false;

  const target = () => 1 - (asked?.player ?? 0);

  /** @param step it starts in the middle */
  function walk([down, right]: [number, number]) {
    const size = asked?.view.size ?? 0;
    const inside = (at: number) => Math.max(1, Math.min(size, at));
    const middle = Math.ceil(size / 2);
    aim = aim ? [inside(aim[0] + down), inside(aim[1] + right)] : [middle, middle];
    changed();
  }

  function shoot() {
    if (aim) shootAt(aim);
    else walk([0, 0]);
  }

  function toggleHeat() {
    showsHeat = !showsHeat;
    changed();
  }

  const keys = { Enter: shoot, ' ': shoot, ...(isPuzzle ? {} : { h: toggleHeat }) };

  return {
    ask(ask) {
      asked = ask;
    },

    point({ type, field, row, column, button }) {
      const isTarget = field === target();
      const cell: Cell = [row + 1, column + 1];
      if (type === 'hover') {
        board.setCursor(isTarget ? 'crosshair' : '');
        if (isTarget && aim?.join() !== cell.join()) {
          aim = cell;
          changed();
        }
      } else if (type === 'up' && isTarget && button === 0) {
        aim = cell;
        shootAt(cell);
      }
      return false;
    },

    key: (event) => actOn(event, walk, keys),

    paint(paint) {
      const origin = paint.origins[target()];
      if (!asked || !origin) return;
      paint.context.save();
      paint.context.translate(origin.x, origin.y);
      const { heat, possible } = asked.hand as Targets;
      if (showsHeat) drawHeat(paint, { heat, possible, shots: asked.view.shots });
      if (aim) drawAim(paint, aim);
      paint.context.restore();
    },

    // It would tell the answer.
    controls: () =>
      isPuzzle
        ? []
        : [{ id: 'heat', label: ['planes.hand.showHeat', {}], pressed: showsHeat, press: toggleHeat }],

    say() {
      const last = asked?.view.shots.at(-1);
      if (showsHeat) return ['planes.hand.heat', { possible: asked?.hand.possible ?? 0 }];
      if (last) return [`planes.hand.after.${last.found}`, { x: last.x, y: last.y }];
      return ['planes.hand.shoot', { who: { player: target() } }];
    },
  };
}

/** Cross hairs in the cell. */
function drawAim({ context, unit, colour }: Paint, [x, y]: Cell) {
  context.save();
  context.translate((y - 0.5) * unit, (x - 0.5) * unit);
  context.scale(unit, unit);
  context.strokeStyle = colour('accent');
  context.lineWidth = Math.max(0.05, 2 / unit);
  context.beginPath();
  context.arc(0, 0, 0.3, 0, 2 * Math.PI);
  for (const [dx, dy] of AROUND) {
    context.moveTo(dx * 0.18, dy * 0.18);
    context.lineTo(dx * 0.44, dy * 0.44);
  }
  context.stroke();
  context.restore();
}
