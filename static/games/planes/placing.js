import { actOn } from '../../board/hand/keys.js';
import { Fleet } from './fleet.js';
import { paintPlacement } from './paint-placement.js';
import { Placement } from './placement.js';

/**
 * The placing phase: three planes stand in a hangar, where the opponent's board will be, and are dragged or moved by
 * keys to the own board.
 *
 * @typedef {import('../../board/board.js').PointEvent} PointEvent
 * @typedef {import('../../board/hand/types.js').Ask} Ask
 * @typedef {import('../../board/hand/types.js').Control} Control
 * @typedef {import('../../board/hand/types.js').Tools} Tools
 * @typedef {import('./fleet.js').Plane} Plane
 * @typedef {import('./hand.js').Phase} Phase
 */

/**
 * @param {Ask} ask
 * @param {Pick<Tools, 'changed' | 'board'>} tools
 * @param {(planes: Plane[]) => void} done
 * @returns {Phase}
 */
export function createPlacing({ player, view, hand }, { changed, board }, done) {
  const fleet = new Fleet(hand, view.size);
  const placement = new Placement(fleet);

  function confirm() {
    const planes = fleet.planes.flatMap((plane) => (plane ? [plane] : []));
    if (placement.isReady) done(planes);
  }

  function enter() {
    if (placement.held) placement.land(placement.held);
    else if (placement.isReady) confirm();
    else placement.pickNext();
  }

  const keys = keysOf(placement, enter);

  return {
    point(event) {
      const isTaken = takePoint(event, player, placement);
      if (isTaken) changed();
      const cursor = cursorAt(event, player, placement, isTaken);
      if (cursor !== null) board.setCursor(cursor);
      return isTaken;
    },

    key(event) {
      const isTaken = actOn(event, (step) => placement.walk(step), keys);
      if (isTaken) changed();
      return isTaken;
    },

    paint: (paint) => paintPlacement(paint, placement, player),
    controls: () => controlsOf(placement, changed, confirm),
    say: () => placement.says(),
  };
}

/**
 * Row and column on the own board, from 0 and with fractions.
 *
 * @param {PointEvent} event
 * @param {number} player
 * @param {Placement} placement
 * @returns {[number, number]}
 */
function onOwn({ field, row, column, x, y }, player, { hangar }) {
  // What is outside of both boards is told from the corner of the first one.
  const isOwn = Math.max(0, field) === player;
  return [row + y + (isOwn ? 0 : hangar[0]), column + x + (isOwn ? 0 : hangar[1])];
}

/** @param {PointEvent} event @param {number} player @param {Placement} placement @returns {boolean} whether it means something */
function takePoint(event, player, placement) {
  const { type, button, field } = event;
  const at = onOwn(event, player, placement);
  const { held } = placement;
  if (type === 'down') return takePress(button, at, placement);
  if (!held || held.byKeys) return false;
  if (type === 'move') placement.drag(held, at, field === player);
  else if (type === 'up' && button !== 2) placement.letGo(held, field >= 0 && field !== player);
  else if (type === 'leave') placement.held = null;
  else return false;
  return true;
}

/** The first button takes a plane, the second one turns it. @param {number} button @param {[number, number]} at @param {Placement} placement */
function takePress(button, at, placement) {
  const { held } = placement;
  const k = button === 2 && held ? held.k : placement.planeAt(at);
  if (k < 0 || (button !== 0 && button !== 2)) return false;
  if (button === 0) placement.grab(k, at);
  else {
    placement.chosen = k;
    placement.turn();
  }
  return true;
}

/** @param {PointEvent} event @param {number} player @param {Placement} placement @param {boolean} isTaken @returns {string | null} null: as it is */
function cursorAt(event, player, placement, isTaken) {
  if (event.type === 'hover') return placement.planeAt(onOwn(event, player, placement)) >= 0 ? 'grab' : '';
  if (event.type === 'down' && isTaken) return 'grabbing';
  return event.type === 'up' ? '' : null;
}

/** @param {Placement} placement @param {() => void} enter @returns {Record<string, () => void>} */
function keysOf(placement, enter) {
  const putAway = () => placement.putAway();
  return {
    r: () => placement.turn(),
    x: () => placement.shuffle(),
    Enter: enter,
    ' ': enter,
    Backspace: putAway,
    Delete: putAway,
    Escape: () => placement.cancel(),
    ...Object.fromEntries(placement.fleet.planes.map((_, k) => [String(k + 1), () => placement.pick(k)])),
  };
}

/** @param {Placement} placement @param {() => void} changed @param {() => void} confirm @returns {Control[]} */
function controlsOf(placement, changed, confirm) {
  const press = (/** @type {() => void} */ work) => () => {
    work();
    changed();
  };
  return [
    {
      id: 'turn',
      icon: 'rotate',
      short: ['planes.hand.turnShort', {}],
      label: ['planes.hand.turn', {}],
      press: press(() => placement.turn()),
    },
    {
      id: 'shuffle',
      icon: 'dices',
      short: ['planes.hand.shuffleShort', {}],
      label: ['planes.hand.shuffle', {}],
      press: press(() => placement.shuffle()),
    },
    {
      id: 'clear',
      icon: 'reset',
      short: ['planes.hand.clearShort', {}],
      label: ['planes.hand.clear', {}],
      press: press(() => placement.clear()),
    },
    { id: 'confirm', label: ['planes.hand.confirm', {}], disabled: !placement.isReady, press: confirm },
  ];
}
