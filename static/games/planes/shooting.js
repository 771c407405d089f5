import { AROUND, actOn } from '../../board/hand/keys.js';
import { drawHeat } from './heat.js';

/**
 * The shooting phase: the player aims at a cell of the opponent's board with the pointer or with keys. A heat map of
 * the possible planes can be switched on.
 *
 * @typedef {import('../../board/board.js').Paint} Paint
 * @typedef {import('../../board/board.js').PointEvent} PointEvent
 * @typedef {import('../../board/hand/types.js').Ask} Ask
 * @typedef {import('../../board/hand/types.js').Tools} Tools
 * @typedef {import('../../match/types.js').Message} Message
 * @typedef {import('./hand.js').Phase} Phase
 * @typedef {import('./fleet.js').Cell} Cell
 * @typedef {{cells: Cell[], possible: number, heat: number[][]}} Targets as the game's `choices` gives them
 */

/**
 * @param {Pick<Tools, 'changed' | 'board'>} tools
 * @param {(cell: Cell) => void} shootAt
 * @returns {Phase & {ask: (ask: Ask) => void}}
 */
export function createShooting({ changed, board }, shootAt) {
  /** @type {Ask | null} */
  let asked = null;
  /** The cell that keys or the mouse aim at. @type {Cell | null} */
  let aim = null;
  let showsHeat = false;

  const target = () => 1 - (asked?.player ?? 0);

  /** @param {[number, number]} step it starts in the middle */
  function walk([down, right]) {
    const size = asked?.view.size ?? 0;
    const inside = (/** @type {number} */ at) => Math.max(1, Math.min(size, at));
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

  const keys = { Enter: shoot, ' ': shoot, h: toggleHeat };

  return {
    ask(ask) {
      asked = ask;
    },

    point({ type, field, row, column, button }) {
      const isTarget = field === target();
      /** @type {Cell} */
      const cell = [row + 1, column + 1];
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
      const { heat, possible } = /** @type {Targets} */ (asked.hand);
      if (showsHeat) drawHeat(paint, { heat, possible, shots: asked.view.shots });
      if (aim) drawAim(paint, aim);
      paint.context.restore();
    },

    controls: () => [
      { id: 'heat', label: ['planes.hand.showHeat', {}], pressed: showsHeat, press: toggleHeat },
    ],

    say() {
      const last = asked?.view.shots.at(-1);
      if (showsHeat) return ['planes.hand.heat', { possible: asked?.hand.possible ?? 0 }];
      if (last) return [`planes.hand.after.${last.found}`, { x: last.x, y: last.y }];
      return ['planes.hand.shoot', { who: { player: target() } }];
    },
  };
}

/** Cross hairs in the cell. @param {Paint} paint @param {Cell} cell */
function drawAim({ context, unit, colour }, [x, y]) {
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
