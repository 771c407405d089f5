import { AROUND, keyOf, stepOf } from '../../board/hand/keys.js';
import { drawHeat } from './heat.js';
import { createPlacing } from './placing.js';

/**
 * Planes by hand: first the planes, then a shot each turn.
 *
 * @typedef {import('../../board/board.js').Paint} Paint
 * @typedef {import('../../board/hand/hand.js').Ask} Ask
 * @typedef {import('../../board/hand/hand.js').Tools} Tools
 * @typedef {import('../../board/hand/hand.js').Hand} Hand
 * @typedef {import('../../match/types.js').Message} Message
 * @typedef {{cells: [number, number][], possible: number, heat: number[][]}} Targets as the game's `hand` gives them
 */

/** For the sheet of keys. */
export const PLANES_KEYS = [
  { shown: ['W', 'A', 'S', 'D'], says: 'planes.keys.walk' },
  { shown: ['R'], says: 'planes.keys.turn' },
  { shown: ['Enter'], says: 'planes.keys.enter' },
  { shown: ['1', '2', '3'], says: 'planes.keys.pick' },
  { shown: ['Backspace'], says: 'planes.keys.away' },
  { shown: ['X'], says: 'planes.keys.shuffle' },
  { shown: ['H'], says: 'planes.keys.heat' },
];

/** @param {Tools} tools @returns {Hand} */
export function createPlanesHand(tools) {
  /** @type {ReturnType<typeof createPlacing> | null} */
  let placing = null;
  /** @type {Ask | null} */
  let asked = null;
  /** The cell that keys or the mouse aim at, row and column from 1. @type {[number, number] | null} */
  let aim = null;
  let isAsked = false;
  let isSending = false;
  let showsHeat = false;

  /** @param {unknown} move */
  async function send(move) {
    if (!isAsked || isSending) return;
    isSending = true;
    await tools.submit(move);
    isSending = false;
  }

  const target = () => 1 - (asked?.player ?? 0);

  /** @param {[number, number]} step */
  function walk([down, right]) {
    const size = asked?.view.size ?? 0;
    /** @param {number} at */
    const inside = (at) => Math.max(1, Math.min(size, at));
    const middle = Math.ceil(size / 2);
    aim = aim ? [inside(aim[0] + down), inside(aim[1] + right)] : [middle, middle];
    tools.changed();
  }

  function shoot() {
    if (aim) send(aim);
    else walk([0, 0]);
  }

  function toggleHeat() {
    showsHeat = !showsHeat;
    tools.changed();
  }

  /** @param {import('../../board/board.js').PointEvent} event */
  function pointAt({ type, field, row, column, button }) {
    const isTarget = field === target();
    /** @type {[number, number]} */
    const cell = [row + 1, column + 1];
    if (type === 'hover') {
      tools.board.setCursor(isTarget ? 'crosshair' : '');
      if (isTarget && aim?.join() !== cell.join()) {
        aim = cell;
        tools.changed();
      }
    } else if (type === 'up' && isTarget && button === 0) {
      aim = cell;
      send(cell);
    }
    return false;
  }

  /** @param {Paint} paint */
  function paintTarget(paint) {
    const origin = paint.origins[target()];
    if (!asked || !origin) return;
    paint.context.save();
    paint.context.translate(origin.x, origin.y);
    const { heat, possible } = /** @type {Targets} */ (asked.hand);
    if (showsHeat) drawHeat(paint, { heat, possible, shots: asked.view.shots });
    if (aim) drawAim(paint, aim);
    paint.context.restore();
  }

  /** @returns {Message} */
  function sayTarget() {
    const last = asked?.view.shots.at(-1);
    if (showsHeat) return ['planes.hand.heat', { possible: asked?.hand.possible ?? 0 }];
    if (last) return [`planes.hand.after.${last.found}`, { x: last.x, y: last.y }];
    return ['planes.hand.shoot', { who: { player: target() } }];
  }

  return {
    ahead: true,

    ask(ask) {
      asked = ask;
      isAsked = true;
      if (ask.view.phase !== 'place') placing = null;
      else
        placing = createPlacing({
          player: ask.player,
          size: ask.view.size,
          rules: ask.hand,
          changed: tools.changed,
          done: send,
        });
    },

    rest() {
      isAsked = false;
      tools.board.setCursor('');
    },

    point(event) {
      if (!placing) return pointAt(event);
      const isTaken = placing.point(event);
      if (event.type === 'hover') tools.board.setCursor(placing.isOver(event) ? 'grab' : '');
      if (event.type === 'down' && isTaken) tools.board.setCursor('grabbing');
      if (event.type === 'up') tools.board.setCursor('');
      return isTaken;
    },

    key(event) {
      if (placing) return placing.key(event);
      const key = keyOf(event);
      const step = stepOf(key);
      if (step) walk(step);
      else if (key === 'Enter' || key === ' ') shoot();
      else if (key === 'h') toggleHeat();
      else return false;
      return true;
    },

    paint(paint) {
      if (placing) placing.paint(paint);
      else paintTarget(paint);
    },

    controls() {
      if (placing) return placing.controls();
      return [{ id: 'heat', label: ['planes.hand.showHeat', {}], pressed: showsHeat, press: toggleHeat }];
    },

    say() {
      if (!isAsked) return null;
      return placing ? placing.say() : sayTarget();
    },
  };
}

/** Cross hairs in the cell. @param {Paint} paint @param {[number, number]} cell */
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
