import { keyOf, stepOf } from '../../board/hand/keys.js';
import { drawPlane } from './shape.js';

/**
 * Placing three planes: they stand in a hangar, where the other's board will be, and are dragged over, or walked over with
 * keys. Where one may stand comes from the game; here it is only compared.
 *
 * @typedef {import('../../board/board.js').Paint} Paint
 * @typedef {import('../../board/board.js').PointEvent} PointEvent
 * @typedef {import('../../board/hand/hand.js').Control} Control
 * @typedef {import('../../match/types.js').Message} Message
 *
 * @typedef {[number, number, number]} Plane row and column of its upper left corner, from 1, and its direction
 * @typedef {[number, number]} Cell row and column, from 1
 *
 * @typedef {object} Held a plane on its way
 * @property {number} k
 * @property {number} direction
 * @property {number} row of its upper left corner on the own board, from 0, with fractions
 * @property {number} column
 * @property {[number, number]} grip where in the plane it is held
 * @property {boolean} byKeys
 * @property {boolean} moved
 *
 * @typedef {object} Rules as `choices` in py/sandlot/games/planes/rules.py gives them
 * @property {{move: Plane, cells: Cell[]}[]} placements
 */

export const COUNT = 3;
/** Where the planes stand before they are placed. @type {Plane[]} */
const PARKED = [
  [1, 1, 0],
  [6, 1, 0],
  [3, 6, 1],
];
/** A quarter to the right: from up (0) to the right (3), down (2), to the left (1). */
const TURNED = [3, 0, 1, 2];
/** So far a plane may slip when it is turned where it stands. */
const SLIP = 2;

/**
 * @param {object} of
 * @param {number} of.player
 * @param {number} of.size
 * @param {Rules} of.rules
 * @param {() => void} of.changed
 * @param {(planes: Plane[]) => void} of.done
 */
export function createPlacing({ player, size, rules, changed, done }) {
  const cellsOf = new Map(rules.placements.map(({ move, cells }) => [move.join(), cells]));
  const boxes = [0, 1, 2, 3].map((direction) => boxOf(rules, direction));
  /** @type {(Plane | null)[]} */
  const planes = Array(COUNT).fill(null);
  /** @type {Held | null} */
  let held = null;
  /** The one that was touched last. */
  let chosen = 0;
  /** @type {Message | null} */
  let problem = null;
  /** Where the other board is, from the own one, in cells. @type {[number, number]} */
  let hangar = [0, 0];

  /** @param {number} k @param {Plane} plane @returns {Message | null} why it may not stand there */
  function objection(k, plane) {
    const cells = cellsOf.get(plane.join());
    if (!cells) return ['planes.hand.out', {}];
    const taken = new Set(planes.flatMap((other, at) => (other && at !== k ? cellsAt(other) : [])));
    return cells.some((cell) => taken.has(cell.join())) ? ['planes.hand.overlap', {}] : null;
  }

  /** @param {Plane} plane */
  const cellsAt = (plane) => (cellsOf.get(plane.join()) ?? []).map((cell) => cell.join());

  /** @param {Held} what @returns {Plane} where it would stand if it were let go */
  const landing = ({ row, column, direction }) => [Math.round(row) + 1, Math.round(column) + 1, direction];

  const isReady = () => held === null && planes.every(Boolean);

  /** @param {Held} what */
  function land(what) {
    const plane = landing(what);
    problem = objection(what.k, plane);
    if (problem) return false;
    planes[what.k] = plane;
    held = null;
    return true;
  }

  // With the pointer

  /** @param {PointEvent} event @returns {[number, number]} row and column on the own board, with fractions */
  function onOwn({ field, row, column, x, y }) {
    // What is outside of both boards is told from the corner of the first one.
    const isOwn = Math.max(0, field) === player;
    return [row + y + (isOwn ? 0 : hangar[0]), column + x + (isOwn ? 0 : hangar[1])];
  }

  /** @param {number} k @returns {[number, number, number]} where it is drawn, on the own board, from 0 */
  function standing(k) {
    const plane = planes[k];
    if (plane) return [plane[0] - 1, plane[1] - 1, plane[2]];
    const [row, column, direction] = PARKED[k] ?? [1, 1, 0];
    return [row - 1 + hangar[0], column - 1 + hangar[1], direction];
  }

  /** @param {[number, number]} at @returns {number} the plane there; -1: none */
  function planeAt([row, column]) {
    let found = -1;
    for (const k of planes.keys()) {
      const [top, left, direction] = standing(k);
      const [down, right] = [Math.floor(row - top), Math.floor(column - left)];
      const { rows, columns, cells } = boxes[direction] ?? NO_BOX;
      if (down < 0 || right < 0 || down >= rows || right >= columns) continue;
      // Exactly on a plane goes before beside one.
      if (cells.has(`${down} ${right}`)) return k;
      found = k;
    }
    return found;
  }

  /** @param {number} k @param {[number, number]} at */
  function grab(k, [row, column]) {
    const [top, left, direction] = standing(k);
    held = {
      k,
      direction,
      row: top,
      column: left,
      grip: [row - top, column - left],
      byKeys: false,
      moved: false,
    };
    chosen = k;
    problem = null;
  }

  /** @param {Held} what @param {PointEvent} event */
  function letGo(what, event) {
    held = null;
    if (!what.moved) return;
    // Back over the hangar it is put away.
    if (event.field >= 0 && event.field !== player) planes[what.k] = null;
    else land(what);
    held = null;
  }

  // Turning

  /** It turns about where it is held. @param {Held} what */
  function turnHeld(what) {
    const { rows } = boxes[what.direction] ?? NO_BOX;
    const [down, right] = what.byKeys ? middleOf(what.direction) : what.grip;
    const [row, column] = [what.row + down, what.column + right];
    what.direction = TURNED[what.direction] ?? 0;
    what.grip = what.byKeys ? middleOf(what.direction) : [right, rows - down];
    what.row = row - what.grip[0];
    what.column = column - what.grip[1];
    if (what.byKeys) keepInside(what);
    problem = null;
  }

  /** @param {number} direction @returns {[number, number]} */
  function middleOf(direction) {
    const { rows, columns } = boxes[direction] ?? NO_BOX;
    return [rows / 2, columns / 2];
  }

  /** One that stands is turned to the nearest place where it fits. @param {number} k */
  function turnStanding(k) {
    const plane = planes[k];
    if (!plane) return;
    const [down, right] = middleOf(plane[2]);
    const direction = TURNED[plane[2]] ?? 0;
    const [newDown, newRight] = middleOf(direction);
    const [row, column] = [plane[0] + down - newDown, plane[1] + right - newRight];
    const places = SLIPS.map(
      ([i, j]) => /** @type {Plane} */ ([Math.floor(row) + i, Math.floor(column) + j, direction]),
    );
    const place = places.find((each) => !objection(k, each));
    problem = place ? null : ['planes.hand.noTurn', {}];
    if (place) planes[k] = place;
  }

  function turn() {
    if (held) turnHeld(held);
    else turnStanding(chosen);
    changed();
  }

  // With keys

  /** @param {number} k */
  function pick(k) {
    const plane = planes[k];
    const direction = plane?.[2] ?? 0;
    const { rows, columns } = boxes[direction] ?? NO_BOX;
    const [row, column] = plane
      ? [plane[0] - 1, plane[1] - 1]
      : [Math.floor((size - rows) / 2), Math.floor((size - columns) / 2)];
    held = { k, direction, row, column, grip: middleOf(direction), byKeys: true, moved: true };
    chosen = k;
    problem = null;
  }

  /** @param {Held} what */
  function keepInside(what) {
    const { rows, columns } = boxes[what.direction] ?? NO_BOX;
    what.row = Math.max(0, Math.min(size - rows, Math.round(what.row)));
    what.column = Math.max(0, Math.min(size - columns, Math.round(what.column)));
  }

  /** @param {[number, number]} step */
  function walk([down, right]) {
    if (!held?.byKeys) {
      const next = planes.indexOf(null);
      pick(next < 0 ? chosen : next);
      return;
    }
    held.row += down;
    held.column += right;
    keepInside(held);
    problem = objection(held.k, landing(held));
  }

  function enter() {
    if (held) land(held);
    else if (isReady()) confirm();
    else pick(planes.indexOf(null));
  }

  function confirm() {
    const all = planes.flatMap((plane) => (plane ? [plane] : []));
    if (isReady() && all.length === COUNT) done(all);
  }

  function putAway() {
    planes[held?.k ?? chosen] = null;
    held = null;
  }

  function clear() {
    planes.fill(null);
    held = null;
    problem = null;
    changed();
  }

  function shuffle() {
    held = null;
    problem = null;
    do planes.fill(null);
    while (!planes.every((_, k) => placeAnywhere(k)));
    changed();
  }

  /** @param {number} k @returns {boolean} whether there was room */
  function placeAnywhere(k) {
    const free = rules.placements.filter(({ move }) => !objection(k, move));
    planes[k] = free[Math.floor(Math.random() * free.length)]?.move ?? null;
    return planes[k] !== null;
  }

  /** @type {Record<string, () => void>} */
  const keys = {
    r: turn,
    x: shuffle,
    Enter: enter,
    ' ': enter,
    Backspace: putAway,
    Delete: putAway,
    Escape() {
      held = null;
      problem = null;
    },
    ...Object.fromEntries(planes.map((_, k) => [String(k + 1), () => pick(k)])),
  };

  return {
    /** @param {PointEvent} event @returns {boolean} */
    point(event) {
      const { type, button } = event;
      const at = onOwn(event);
      if (type === 'down' && button === 2) {
        const k = held ? held.k : planeAt(at);
        if (k < 0) return false;
        chosen = k;
        turn();
        return true;
      }
      if (type === 'down') {
        const k = planeAt(at);
        if (k < 0 || button !== 0) return false;
        grab(k, at);
      } else if (type === 'move' && held && !held.byKeys) {
        held.row = at[0] - held.grip[0];
        held.column = at[1] - held.grip[1];
        held.moved = true;
        problem = event.field === player ? objection(held.k, landing(held)) : null;
      } else if (type === 'up' && held && !held.byKeys && button !== 2) {
        letGo(held, event);
      } else if (type === 'leave' && held && !held.byKeys) {
        held = null;
      } else return false;
      changed();
      return true;
    },

    /** Whether there is something to take here. @param {PointEvent} event */
    isOver: (event) => planeAt(onOwn(event)) >= 0,

    /** @param {KeyboardEvent} event */
    key(event) {
      const key = keyOf(event);
      const step = stepOf(key);
      if (step) walk(step);
      else if (keys[key]) keys[key]();
      else return false;
      changed();
      return true;
    },

    /** @param {Paint} paint */
    paint(paint) {
      const own = paint.origins[player] ?? { x: 0, y: 0 };
      const other = paint.origins[1 - player] ?? own;
      hangar = [(other.y - own.y) / paint.unit, (other.x - own.x) / paint.unit];
      paint.context.save();
      paint.context.translate(own.x, own.y);
      for (const k of planes.keys()) {
        if (held?.k === k) continue;
        const [row, column, direction] = standing(k);
        drawPlane(paint, player, [row + 1, column + 1, direction]);
      }
      if (held) drawHeld(held, paint);
      paint.context.restore();
    },

    /** @returns {Control[]} */
    controls: () => [
      { id: 'turn', icon: 'rotate', label: ['planes.hand.turn', {}], press: turn },
      { id: 'shuffle', icon: 'dices', label: ['planes.hand.shuffle', {}], press: shuffle },
      { id: 'clear', icon: 'reset', label: ['planes.hand.clear', {}], press: clear },
      { id: 'confirm', label: ['planes.hand.confirm', {}], disabled: !isReady(), press: confirm },
    ],

    /** @returns {Message} */
    say() {
      if (problem) return problem;
      if (isReady()) return ['planes.hand.ready', {}];
      return ['planes.hand.place', { count: planes.filter((plane) => !plane).length }];
    },
  };

  /** @param {Held} what @param {Paint} paint */
  function drawHeld(what, paint) {
    const { moved, k, row, column, direction } = what;
    const plane = landing(what);
    const isOverOwn = moved && row > -3 && column > -3 && row < size && column < size;
    if (isOverOwn) {
      const cells = boxes[direction]?.cells ?? new Set();
      drawLanding(paint, plane, cells, objection(k, plane) === null);
    }
    paint.context.save();
    paint.context.globalAlpha = 0.85;
    drawPlane(paint, player, [row + 1, column + 1, direction]);
    paint.context.restore();
  }
}

const NO_BOX = { rows: 4, columns: 5, cells: /** @type {Set<string>} */ (new Set()) };

/** From none to `SLIP` each way, the nearest first. */
const SLIPS = Array.from({ length: (2 * SLIP + 1) ** 2 }, (_, k) => [
  (k % (2 * SLIP + 1)) - SLIP,
  Math.floor(k / (2 * SLIP + 1)) - SLIP,
]).sort(([a = 0, b = 0], [c = 0, d = 0]) => a * a + b * b - c * c - d * d);

/** How large a plane in this direction is, and which cells of that rectangle it takes. @param {Rules} rules @param {number} direction */
function boxOf({ placements }, direction) {
  const found = placements.find(({ move }) => move[2] === direction);
  if (!found) return NO_BOX;
  const places = found.cells.map(([x, y]) => [x - found.move[0], y - found.move[1]]);
  return {
    rows: Math.max(...places.map(([down = 0]) => down)) + 1,
    columns: Math.max(...places.map(([, right = 0]) => right)) + 1,
    cells: new Set(places.map(([down, right]) => `${down} ${right}`)),
  };
}

/**
 * Where the plane would stand: framed cells, crossed out where it may not.
 *
 * @param {Paint} paint
 * @param {Plane} plane
 * @param {Set<string>} cells
 * @param {boolean} isLegal
 */
function drawLanding({ context, unit, colour }, [x, y], cells, isLegal) {
  context.save();
  context.translate((y - 1) * unit, (x - 1) * unit);
  context.strokeStyle = colour(isLegal ? 'good' : 'bad');
  context.lineWidth = 1.5;
  context.beginPath();
  for (const cell of cells) {
    const [down = 0, right = 0] = cell.split(' ').map(Number);
    context.roundRect(right * unit + 2, down * unit + 2, unit - 4, unit - 4, 2);
    if (isLegal) continue;
    context.moveTo(right * unit + 6, down * unit + 6);
    context.lineTo((right + 1) * unit - 6, (down + 1) * unit - 6);
    context.moveTo((right + 1) * unit - 6, down * unit + 6);
    context.lineTo(right * unit + 6, (down + 1) * unit - 6);
  }
  context.stroke();
  context.restore();
}
