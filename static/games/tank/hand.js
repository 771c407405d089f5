import { arrowHead, disc, playerToken } from '../../board/brush.js';
import { ARROWS, LETTERS, PAD, WAYS } from '../../board/hand/keys.js';

/**
 * Tank by hand: a tank is chosen, then told to move or to shoot by what is drawn around it, by keys or by buttons. The
 * orders are sent when every living tank has one; until then they can be taken back.
 *
 * @typedef {import('../../board/board.js').Paint} Paint
 * @typedef {import('../../board/board.js').Scene} Scene
 * @typedef {import('../../board/board.js').PointEvent} PointEvent
 * @typedef {import('../../board/hand/hand.js').Ask} Ask
 * @typedef {import('../../board/hand/hand.js').Control} Control
 * @typedef {import('../../board/hand/hand.js').Hand} Hand
 * @typedef {import('../../board/hand/hand.js').Tools} Tools
 * @typedef {import('../../match/types.js').Message} Message
 * @typedef {import('./index.js').Tank} Tank
 *
 * @typedef {{order: number, x: number, y: number, edge: boolean}} Target where an order is given on the board: a cell, or
 *   only the far half of it
 * @typedef {(paint: Paint, at: {x: number, y: number}, side: number, number: number, facing: number) => void} DrawGhost
 */

const STAY = -1;
const SHOOT = 4;
/** Nobody shoots further than the board. */
const FAR = 9;

/** @type {import('../../shell/help.js').Key[]} */
export const TANK_KEYS = [
  { shown: ['W', 'A', 'S', 'D'], says: 'tank.keys.move' },
  { shown: ['←', '↑', '→', '↓'], says: 'tank.keys.move' },
  { shown: ['Shift', '→'], says: 'tank.keys.shoot' },
  { shown: ['Space'], says: 'tank.keys.toggle' },
  { shown: ['.'], says: 'tank.keys.stay' },
  { shown: ['0', '1', 'Tab'], says: 'tank.keys.choose' },
  { shown: ['Backspace'], says: 'tank.keys.undo' },
];

/**
 * @param {Tools} tools
 * @param {DrawGhost} drawGhost a tank where it is going to be
 * @returns {Hand}
 */
export function createTankHand({ submit, changed, board }, drawGhost) {
  /** @type {Ask | null} */
  let ask = null;
  let chosen = 0;
  /** @type {(number | null)[]} */
  let orders = [];
  /** The tanks that were given an order, in that order. @type {number[]} */
  let given = [];
  /** The next arrow shoots. */
  let shooting = false;
  /** @type {Message | null} */
  let objection = null;
  /** @type {Target | {tank: number} | null} */
  let pressed = null;
  /** @type {Target | null} */
  let hovered = null;

  /** @returns {Tank[]} */
  const own = () => ask?.view.tanks[ask.player] ?? [];
  /** @param {number} tank @returns {number[]} */
  const legal = (tank) => ask?.hand.tanks[tank] ?? [];
  const isSent = () => !ask || orders.every((order) => order !== null);

  /** @param {number} tank */
  function choose(tank) {
    if (isSent() || !own()[tank]?.alive) return;
    chosen = tank;
    objection = null;
    hovered = null;
    changed();
  }

  /** @param {number} order */
  function give(order) {
    if (isSent()) return;
    objection = legal(chosen).includes(order) ? null : objectionTo(order);
    if (!objection) {
      given = [...given.filter((tank) => tank !== chosen), chosen];
      orders[chosen] = order;
      shooting = false;
      hovered = null;
      const open = orders.indexOf(null);
      if (open >= 0) chosen = open;
      else send();
    }
    changed();
  }

  /** @param {number} order @returns {Message} */
  function objectionTo(order) {
    return [order >= SHOOT ? 'tank.hand.noShot' : 'tank.hand.blocked', { tank: chosen }];
  }

  async function send() {
    const mine = ask;
    const why = await submit(orders);
    // Not taken: the last order is open again, the other is kept.
    if (why && ask === mine) undo();
  }

  function undo() {
    const tank = given.pop();
    if (tank === undefined) return;
    orders[tank] = null;
    choose(tank);
  }

  function toggle() {
    shooting = !shooting;
    objection = null;
    hovered = null;
    changed();
  }

  /** @returns {Target[]} what can be pointed at for the chosen tank; what is not legal is not there */
  function targets() {
    const tank = own()[chosen];
    if (!tank || isSent()) return [];
    const orders = legal(chosen);
    return [0, 1, 2, 3].flatMap((direction) => {
      const moves = orders.includes(direction) && !shooting;
      const near = cellAt(tank, direction, 1);
      /** @type {Target[]} */
      const found = moves ? [{ ...near, order: direction, edge: false }] : [];
      const shot = orders.includes(SHOOT + direction) ? shotAt(tank, direction, moves) : null;
      return shot ? [...found, shot] : found;
    });
  }

  /** Two cells ahead, or nearer where there is no way or no board. @param {Tank} tank @param {number} direction @param {boolean} moves @returns {Target | null} */
  function shotAt(tank, direction, moves) {
    const [near, far] = [cellAt(tank, direction, 1), cellAt(tank, direction, 2)];
    const order = SHOOT + direction;
    const isFree = (/** @type {{x: number, y: number}} */ cell) =>
      inside(cell) && (shooting || !tankAt(cell));
    if (!moves) return isFree(near) ? { ...near, order, edge: false } : null;
    return isFree(far) ? { ...far, order, edge: false } : { ...near, order, edge: true };
  }

  /** @param {{x: number, y: number}} cell */
  function inside({ x, y }) {
    return x >= 0 && y >= 0 && x < ask?.view.width && y < ask?.view.height;
  }

  /** Whether a living tank of this side stands there, to be chosen. @param {{x: number, y: number}} cell */
  function tankAt({ x, y }) {
    return own().some((tank) => tank.alive && tank.x === x && tank.y === y);
  }

  /** @param {PointEvent} event @returns {Target | {tank: number} | null} */
  function pointed({ column, row, x, y }) {
    const tank = own()[chosen];
    const hits = targets().filter((target) => target.x === column && target.y === row);
    const [first, second] = hits;
    if (first && second && tank) {
      // The far half of the cell shoots, the near one moves.
      const along = Math.abs(column + x - tank.x - 0.5) + Math.abs(row + y - tank.y - 0.5);
      return along > 1 ? second : first;
    }
    if (first) return first;
    const here = own().flatMap((each, k) => (each.alive && each.x === column && each.y === row ? [k] : []));
    // Of two on one cell, the other one.
    const other = here.find((k) => k !== chosen) ?? here[0];
    if (other !== undefined) return { tank: other };
    return ray(column, row);
  }

  /** Anything in the line of a shot can be pointed at to shoot that way. @param {number} column @param {number} row @returns {Target | null} */
  function ray(column, row) {
    const tank = own()[chosen];
    if (!tank || !inside({ x: column, y: row })) return null;
    const shots = targets().filter(({ order }) => order >= SHOOT);
    return (
      shots.find(({ order }) =>
        Array.from({ length: FAR }, (_, k) => cellAt(tank, order - SHOOT, k + 2)).some(
          (cell) => cell.x === column && cell.y === row,
        ),
      ) ?? null
    );
  }

  /** @param {PointEvent} event */
  function point(event) {
    if (isSent()) return false;
    if (event.type === 'hover' || event.type === 'leave') {
      const found = event.type === 'hover' ? pointed(event) : null;
      const target = found && 'order' in found ? found : null;
      board.setCursor(found ? 'pointer' : '');
      if (target?.order !== hovered?.order) board.ask();
      hovered = target;
      pressed = null;
    }
    if (event.type === 'down') {
      pressed = event.button === 0 ? pointed(event) : null;
      return pressed !== null;
    }
    if (event.type === 'up') {
      const released = pressed && pointed(event);
      if (released && 'tank' in released && pressed && 'tank' in pressed) choose(released.tank);
      else if (released && 'order' in released && pressed && 'order' in pressed) {
        if (released.order === pressed.order) give(released.order);
      }
      pressed = null;
    }
    return false;
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const direction = ARROWS[event.code] ?? LETTERS[event.code];
    const tank = ['Digit0', 'Digit1'].indexOf(event.code);
    if (event.key === 'Tab') return tab(event);
    const work =
      direction !== undefined
        ? () => give(direction + (shooting || event.shiftKey ? SHOOT : 0))
        : tank >= 0
          ? () => choose(tank)
          : KEYS[event.code];
    if (!work) return false;
    // A key that is held down is one order, and one that comes too early is none.
    if (!event.repeat && !isSent()) work();
    return true;
  }

  /** From one tank to the other, and then on through the page. @param {KeyboardEvent} event */
  function tab(event) {
    const to = chosen + (event.shiftKey ? -1 : 1);
    if (!(event.target instanceof HTMLCanvasElement) || isSent() || !own()[to]?.alive) return false;
    choose(to);
    return true;
  }

  /** @type {Record<string, () => void>} */
  const KEYS = {
    Period: () => give(STAY),
    KeyX: () => give(STAY),
    Space: toggle,
    KeyF: toggle,
    Backspace: undo,
    KeyZ: undo,
  };

  /** @param {Paint} paint @param {Scene} scene */
  function paint(paint, { view, progress }) {
    if (!ask || progress < 1 || view.turn !== ask.view.turn) return;
    const side = ask.player;
    for (const [number, order] of orders.entries()) {
      const tank = own()[number];
      if (tank?.alive && order !== null) paintOrder(paint, { tank, side, number, order });
    }
    const tank = own()[chosen];
    if (!tank || isSent()) return;
    paintFrame(paint, tank);
    for (const target of targets()) {
      const strong = target.order === hovered?.order;
      if (target.order >= SHOOT) paintShot(paint, tank, target, strong);
      else paintMove(paint, target, strong);
    }
  }

  /** An order that has been given: where the tank is going to be, and how it shoots. @param {Paint} paint @param {{tank: Tank, side: number, number: number, order: number}} what */
  function paintOrder(paint, { tank, side, number, order }) {
    if (order === STAY) return paintStay(paint, tank, side);
    const direction = order % SHOOT;
    if (order < SHOOT) {
      drawGhost(paint, cellAt(tank, direction, 1), side, number, direction);
      return paintArrow(paint, tank, side, direction);
    }
    drawGhost(paint, tank, side, number, direction);
    return paintRay(paint, tank, side, direction);
  }

  /** @returns {Control[]} */
  function controls() {
    const tanks = own();
    const orders = legal(chosen);
    const idle = isSent();
    /** @type {Control[]} */
    const choices = tanks.map((tank, number) => ({
      id: `tank-${number}`,
      group: 'tanks',
      label: ['tank.hand.tank', { tank: number }],
      pressed: !idle && number === chosen,
      disabled: idle || !tank.alive,
      press: () => choose(number),
    }));
    /** @type {Control[]} */
    const pad = PAD.map((button, direction) => {
      const order = direction + (shooting ? SHOOT : 0);
      return {
        ...button,
        id: `pad-${direction}`,
        group: 'pad',
        label: /** @type {Message} */ ([`tank.order.${shooting ? 'shoot' : 'move'}.${direction}`, {}]),
        disabled: idle || !orders.includes(order),
        press: () => give(order),
      };
    });
    const stay = { icon: 'pause', label: /** @type {Message} */ (['tank.order.stay', {}]), disabled: idle };
    return [
      ...choices,
      ...pad,
      { ...stay, id: 'pad-stay', group: 'pad', area: 'mid', press: () => give(STAY) },
      {
        id: 'shoot',
        group: 'do',
        icon: 'crosshair',
        label: ['tank.hand.toggle', {}],
        pressed: shooting,
        disabled: idle || !orders.some((order) => order >= SHOOT),
        press: toggle,
      },
      { ...stay, id: 'stay', group: 'desk', press: () => give(STAY) },
      {
        id: 'undo',
        group: 'do',
        icon: 'undo',
        label: ['tank.hand.undo', {}],
        disabled: idle || given.length === 0,
        press: undo,
      },
    ];
  }

  /** @returns {Message | null} */
  function say() {
    if (isSent()) return null;
    if (objection) return objection;
    const [first] = given;
    const reloading = !legal(chosen).some((order) => order >= SHOOT);
    if (shooting) return ['tank.hand.shoot', { tank: chosen }];
    if (first !== undefined && first !== chosen) {
      const order = orderName(orders[first] ?? STAY);
      return [reloading ? 'tank.hand.nextReloading' : 'tank.hand.next', { first, order, tank: chosen }];
    }
    return [reloading ? 'tank.hand.reloading' : 'tank.hand.order', { tank: chosen }];
  }

  return {
    ahead: true,
    ask(next) {
      ask = next;
      orders = own().map((tank) => (tank.alive ? null : STAY));
      given = [];
      chosen = Math.max(0, orders.indexOf(null));
      shooting = false;
      objection = null;
      pressed = null;
      hovered = null;
    },
    rest() {
      board.setCursor('');
      hovered = null;
    },
    point,
    key,
    paint,
    controls,
    say,
  };
}

/** @param {number} order @returns {Message} */
function orderName(order) {
  if (order < 0) return ['tank.order.stay', {}];
  return [`tank.order.${order < SHOOT ? 'move' : 'shoot'}.${order % SHOOT}`, {}];
}

/** @param {{x: number, y: number}} from @param {number} direction @param {number} distance */
function cellAt({ x, y }, direction, distance) {
  const [dx, dy] = WAYS[direction] ?? [0, 0];
  return { x: x + dx * distance, y: y + dy * distance };
}

/** The chosen tank. @param {Paint} paint @param {Tank} tank */
function paintFrame({ context, unit, colour }, { x, y }) {
  context.strokeStyle = colour('accent');
  context.lineWidth = Math.max(2, unit * 0.05);
  context.beginPath();
  context.roundRect(x * unit + 1, y * unit + 1, unit - 2, unit - 2, 4);
  context.stroke();
}

/** @param {Paint} paint @param {Target} target @param {boolean} strong */
function paintMove({ context, unit, colour }, { x, y, order, edge }, strong) {
  context.save();
  context.translate((x + 0.5) * unit, (y + 0.5) * unit);
  context.rotate((order * Math.PI) / 2);
  context.scale(unit, unit);
  context.globalAlpha = strong ? 1 : 0.85;
  context.fillStyle = colour('accent');
  context.strokeStyle = colour('cell');
  context.lineWidth = 0.06;
  context.lineJoin = 'round';
  arrowHead(context, edge ? 0.2 : strong ? 0.34 : 0.29);
  context.stroke();
  context.fill();
  context.restore();
}

/** A shot is a ring with a cross, so that what stands there stays to be seen. @param {Paint} paint @param {Tank} tank @param {Target} target @param {boolean} strong */
function paintShot({ context, unit, colour }, tank, { x, y, order, edge }, strong) {
  const [dx, dy] = WAYS[order - SHOOT] ?? [0, 0];
  const [cx, cy] = [x + 0.5 + (edge ? dx * 0.28 : 0), y + 0.5 + (edge ? dy * 0.28 : 0)];
  const radius = edge ? 0.15 : strong ? 0.27 : 0.22;
  context.save();
  context.scale(unit, unit);
  context.lineCap = 'round';
  for (const [style, width] of /** @type {[string, number][]} */ ([
    ['cell', 0.13],
    ['accent', 0.055],
  ])) {
    context.strokeStyle = colour(style);
    context.lineWidth = width;
    disc(context, cx, cy, radius);
    context.stroke();
    context.beginPath();
    for (const [tx, ty] of WAYS) {
      context.moveTo(cx + tx * radius * 0.55, cy + ty * radius * 0.55);
      context.lineTo(cx + tx * radius * 1.4, cy + ty * radius * 1.4);
    }
    context.stroke();
  }
  if (strong) {
    context.setLineDash([0.06, 0.12]);
    context.beginPath();
    context.moveTo(tank.x + 0.5 + dx * 0.5, tank.y + 0.5 + dy * 0.5);
    context.lineTo(cx - dx * radius * 1.6, cy - dy * radius * 1.6);
    context.stroke();
  }
  context.restore();
}

/** @param {Paint} paint @param {Tank} tank @param {number} side @param {number} direction */
function paintArrow({ context, unit, colour }, tank, side, direction) {
  const to = cellAt(tank, direction, 0.62);
  context.save();
  context.translate((to.x + 0.5) * unit, (to.y + 0.5) * unit);
  context.rotate((direction * Math.PI) / 2);
  context.scale(unit, unit);
  context.fillStyle = colour(playerToken(side));
  context.strokeStyle = colour('cell');
  context.lineWidth = 0.05;
  context.lineJoin = 'round';
  arrowHead(context, 0.17);
  context.stroke();
  context.fill();
  context.restore();
}

/** How far it flies is seen when it flies. @param {Paint} paint @param {Tank} tank @param {number} side @param {number} direction */
function paintRay({ context, unit, colour }, tank, side, direction) {
  const from = cellAt(tank, direction, 0.52);
  const to = cellAt(tank, direction, 1.7);
  context.save();
  context.scale(unit, unit);
  context.lineCap = 'round';
  for (const [style, width] of /** @type {[string, number][]} */ ([
    ['cell', 0.16],
    [playerToken(side), 0.08],
  ])) {
    context.strokeStyle = colour(style);
    context.lineWidth = width;
    context.setLineDash([0.1, 0.2]);
    context.beginPath();
    context.moveTo(from.x + 0.5, from.y + 0.5);
    context.lineTo(to.x + 0.5, to.y + 0.5);
    context.stroke();
  }
  context.restore();
}

/** Two bars in a disc, as on the button. @param {Paint} paint @param {Tank} tank @param {number} side */
function paintStay({ context, unit, colour }, { x, y }, side) {
  context.save();
  context.translate((x + 0.8) * unit, (y + 0.2) * unit);
  context.scale(unit, unit);
  context.fillStyle = colour('cell');
  context.strokeStyle = colour(playerToken(side));
  context.lineWidth = 0.05;
  disc(context, 0, 0, 0.18);
  context.fill();
  context.stroke();
  context.lineCap = 'round';
  context.beginPath();
  for (const bar of [-0.055, 0.055]) {
    context.moveTo(bar, -0.07);
    context.lineTo(bar, 0.07);
  }
  context.stroke();
  context.restore();
}
