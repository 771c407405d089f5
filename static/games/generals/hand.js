import { playerToken } from '../../board/brush.js';
import { keyOf, stepOf } from '../../board/hand/keys.js';
import { drawArrow } from './arrow.js';

/**
 * Generals by hand: choose a cell of yours, then say where it goes, also for turns to come. What is planned is played one
 * move a turn; what has become impossible by then is dropped, and costs no turn.
 *
 * @typedef {import('../../board/board.js').Paint} Paint
 * @typedef {import('../../board/hand/hand.js').Tools} Tools
 * @typedef {import('../../board/hand/hand.js').Hand} Hand
 * @typedef {import('../../board/hand/hand.js').Control} Control
 * @typedef {import('../../match/types.js').Message} Message
 * @typedef {import('./index.js').Cell} Cell
 * @typedef {import('./index.js').March} March
 * @typedef {import('./index.js').View} View
 */

/** For the sheet of keys. */
export const GENERALS_KEYS = [
  { shown: ['W', 'A', 'S', 'D'], says: 'generals.keys.go' },
  { shown: ['Shift', 'W', 'A', 'S', 'D'], says: 'generals.keys.look' },
  { shown: ['Z'], says: 'generals.keys.half' },
  { shown: ['E'], says: 'generals.keys.last' },
  { shown: ['Q'], says: 'generals.keys.clear' },
  { shown: ['F'], says: 'generals.keys.largest' },
  { shown: ['G'], says: 'generals.keys.home' },
  { shown: ['Space'], says: 'generals.keys.pass' },
  { shown: ['X'], says: 'generals.keys.pace' },
];

/** Milliseconds a round; 0: a turn is over when its player has moved. */
const PACES = [0, 1000, 500];
/** Chosen once, for all matches until the page is closed. */
let pace = 0;

const PAD = /** @type {const} */ ([
  ['up', 'ArrowUp'],
  ['left', 'ArrowLeft'],
  ['right', 'ArrowRight'],
  ['down', 'ArrowDown'],
]);
/** A pointer that has gone farther than this between two events did not mean every cell. */
const FARTHEST = 8;
/** Whoever looks elsewhere is not passed over meanwhile; this often it is tried again, in milliseconds. */
const RETRY = 200;

/** @param {Cell} a @param {Cell} b */
const isSame = (a, b) => a[0] === b[0] && a[1] === b[1];
/** @param {Cell} a @param {Cell} b */
const isBeside = (a, b) => Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) === 1;
/** @param {Cell} cell */
const nameOf = ([i, j]) => `${i} ${j}`;

/** @param {Tools} tools @returns {Hand} */
export function createGeneralsHand({ submit, changed, isHeard, board }) {
  /** @type {View | null} */
  let view = null;
  let me = -1;
  let movable = new Set();
  let closed = new Set();
  let isAsked = false;
  let isSending = false;
  let played = 0;
  let timer = 0;

  /** @type {March[]} */
  let queue = [];
  /** Where the next order starts. @type {Cell | null} */
  let chosen = null;
  let half = false;
  /** What became of a planned move. @type {Message | null} */
  let dropped = null;
  /** Where the pointer is down, and whether it has been dragged from there. @type {{cell: Cell, dragged: boolean} | null} */
  let press = null;

  // Playing what is planned

  /** The first planned move that can be made is made. */
  async function play() {
    clearTimeout(timer);
    if (!isAsked || isSending) return;
    const wait = pace ? played + pace - performance.now() : 0;
    if (wait > 0 || (pace && (document.hidden || !isHeard()))) {
      timer = setTimeout(play, Math.max(wait, wait > 0 ? 0 : RETRY));
      return;
    }
    isSending = true;
    try {
      while (isAsked && (await playFirst()));
    } finally {
      isSending = false;
    }
    changed();
  }

  /** @returns {Promise<boolean>} whether the next one may be tried */
  async function playFirst() {
    const order = queue.shift();
    if (!order) {
      if (pace) await send(null);
      return false;
    }
    const canMove = movable.has(nameOf(order.from));
    const why = canMove ? await send(order) : null;
    if (canMove && !why) return false;
    // What is not followed by another move, the bar itself says.
    if (!canMove) dropped = ['generals.hand.nothing', placeOf(order.from)];
    else if (why && queue.length > 0) dropped = ['generals.hand.dropped', { why }];
    // Nothing came of it: the army is where it was.
    if (queue.length === 0) chosen = order.from;
    return true;
  }

  /** @param {March | null} move */
  async function send(move) {
    const why = await submit(move);
    if (why) return why;
    isAsked = false;
    played = performance.now();
    return null;
  }

  async function pass() {
    if (!isAsked || isSending) return;
    isSending = true;
    await send(null);
    isSending = false;
    changed();
  }

  // Planning

  /** @param {Cell} cell @returns {boolean} */
  function isInside([i, j]) {
    return view !== null && i >= 0 && j >= 0 && i < view.rows && j < view.cols;
  }

  /** @param {Cell} cell */
  const isMine = ([i, j]) => view?.owner[i]?.[j] === me;

  /** Cells that belong to the player once all is played as planned. @param {Cell} cell */
  const isPlanned = (cell) => queue.some(({ to }) => isSame(to, cell));

  /** @param {Cell} to */
  function plan(to) {
    if (!chosen || !isInside(to)) return;
    dropped = null;
    if (closed.has(nameOf(to))) {
      dropped = ['generals.hand.closed', placeOf(to)];
    } else {
      queue.push({ from: chosen, to, half });
      half = false;
      chosen = to;
      board.reveal(to[1], to[0]);
    }
    changed();
    play();
  }

  /** @param {Cell | null} cell */
  function choose(cell) {
    chosen = cell;
    half = false;
    dropped = null;
    if (cell) board.reveal(cell[1], cell[0]);
    changed();
  }

  function takeBack() {
    const last = queue.pop();
    if (last) choose(last.from);
  }

  function clear() {
    const [first] = queue;
    queue = [];
    if (first) choose(first.from);
  }

  function toggleHalf() {
    if (!chosen) return;
    half = !half;
    changed();
  }

  /** @param {(army: number, kind: string) => number} worth @returns {Cell | null} the cell of the player that is worth most */
  function best(worth) {
    /** @type {Cell | null} */
    let found = null;
    let most = 0;
    for (const [i, owners] of view?.owner.entries() ?? []) {
      for (const [j, owner] of owners.entries()) {
        const value = owner === me ? worth(view?.army[i]?.[j] ?? 0, view?.kind[i]?.[j] ?? '') : 0;
        if (value > most) [found, most] = [[i, j], value];
      }
    }
    return found;
  }

  const largest = () => best((army) => army);
  const home = () => best((_, kind) => (kind === 'capital' ? 1 : 0)) ?? largest();

  /** @param {Cell} step @param {boolean} isLook only to choose another cell */
  function go(step, isLook) {
    if (!chosen) {
      choose(home());
      return;
    }
    /** @type {Cell} */
    const to = [chosen[0] + step[0], chosen[1] + step[1]];
    if (!isLook) plan(to);
    else if (isInside(to)) choose(to);
  }

  function nextPace() {
    pace = PACES[(PACES.indexOf(pace) + 1) % PACES.length] ?? 0;
    played = performance.now();
    changed();
    play();
  }

  /** @type {Record<string, () => void>} */
  const keys = {
    z: toggleHalf,
    q: clear,
    e: takeBack,
    f: () => choose(largest()),
    g: () => choose(home()),
    x: nextPace,
    ' ': () => (chosen ? choose(null) : pass()),
    Escape: () => choose(null),
  };

  // The pointer

  /** @param {Cell} cell whether a press there is the hand's */
  function isOurs(cell) {
    return (
      isMine(cell) || isPlanned(cell) || (chosen !== null && (isSame(chosen, cell) || isBeside(chosen, cell)))
    );
  }

  /** @param {Cell} cell a click */
  function click(cell) {
    if (chosen && isSame(chosen, cell)) toggleHalf();
    else if (chosen && isBeside(chosen, cell)) plan(cell);
    else choose(isMine(cell) || isPlanned(cell) ? cell : null);
  }

  /** The pointer is dragged on to another cell: the army follows. @param {Cell} cell */
  function dragTo(cell) {
    if (!press) return;
    if (!press.dragged) {
      press.dragged = true;
      const { cell: start } = press;
      if (chosen && isBeside(chosen, start) && !isMine(start) && !isPlanned(start)) plan(start);
      else if (!chosen || !isSame(chosen, start)) choose(start);
    }
    follow(cell);
  }

  /** A quick pointer leaves cells out: the army goes through them. @param {Cell} cell */
  function follow(cell) {
    for (let steps = 0; chosen && !isSame(chosen, cell) && steps < FARTHEST; steps += 1) {
      const before = chosen;
      const [down, right] = [cell[0] - before[0], cell[1] - before[1]];
      const isSteep = Math.abs(down) > Math.abs(right);
      plan(isSteep ? [before[0] + Math.sign(down), before[1]] : [before[0], before[1] + Math.sign(right)]);
      if (chosen === before) return;
    }
  }

  return {
    ahead: true,
    pace: () => (pace > 0 ? pace / 2 : 120),

    ask({ player, view: seen, hand }) {
      const first = view === null;
      [view, me] = [seen, player];
      movable = new Set(hand.from.map(nameOf));
      closed = new Set(hand.closed.map(nameOf));
      isAsked = true;
      if (first) {
        played = performance.now();
        choose(home());
        if (chosen) board.approach(chosen[1], chosen[0]);
      }
      play();
    },

    rest() {
      isAsked = false;
      clearTimeout(timer);
    },

    point({ type, field, row, column, button }) {
      /** @type {Cell} */
      const cell = [row, column];
      if (type === 'down') {
        press = field === 0 && button === 0 ? { cell, dragged: false } : null;
        return press !== null && isOurs(cell);
      }
      if (type === 'move' && press && field === 0 && !isSame(cell, press.cell)) {
        dragTo(cell);
        press.cell = cell;
      }
      if (type === 'up' && press && !press.dragged && field === 0) click(cell);
      if (type === 'up' || type === 'leave') press = null;
      if (type === 'hover') board.setCursor(field === 0 && isOurs(cell) ? 'pointer' : '');
      return false;
    },

    key(event) {
      const key = keyOf(event);
      const step = stepOf(key);
      if (step) go(step, event.shiftKey);
      else if (keys[key]) keys[key]();
      else return false;
      return true;
    },

    paint(paint) {
      for (const [k, order] of queue.entries()) {
        drawArrow(paint, order, playerToken(me), 1, k === 0 ? 1 : 0.8);
      }
      if (chosen) drawChosen(paint, chosen, half);
    },

    controls() {
      /** @type {Control[]} */
      const pad = PAD.map(([area, key]) => ({
        id: area,
        group: 'pad',
        area,
        icon: `arrow-${area}`,
        label: [`generals.hand.${area}`, {}],
        press: () => go(stepOf(key) ?? [0, 0], false),
      }));
      return [
        { id: 'pass', label: ['generals.hand.pass', {}], disabled: !isAsked || pace > 0, press: pass },
        {
          id: 'half',
          label: ['generals.hand.half', {}],
          pressed: half,
          disabled: chosen === null,
          press: toggleHalf,
        },
        {
          id: 'last',
          icon: 'undo',
          label: ['generals.hand.last', {}],
          disabled: !queue.length,
          press: takeBack,
        },
        { id: 'clear', icon: 'x', label: ['generals.hand.clear', {}], disabled: !queue.length, press: clear },
        { id: 'pace', label: [`generals.hand.pace.${pace}`, {}], press: nextPace },
        ...pad,
      ];
    },

    say() {
      if (dropped) return dropped;
      if (queue.length > 0) return ['generals.hand.planned', { count: queue.length }];
      if (isAsked && movable.size === 0) return ['generals.hand.tooFew', {}];
      if (chosen) return ['generals.hand.go', placeOf(chosen)];
      return ['generals.hand.choose', {}];
    },
  };
}

/** @param {Cell} cell */
const placeOf = ([i, j]) => ({ row: i + 1, column: j + 1 });

/** A frame, and a share of the army where it is not all of it. @param {Paint} paint @param {Cell} cell @param {boolean} half */
function drawChosen({ context, unit, colour }, [i, j], half) {
  const width = Math.max(2, unit * 0.09);
  context.save();
  context.translate(j * unit, i * unit);
  context.lineJoin = 'round';
  for (const [style, more] of /** @type {[string, number][]} */ ([
    [colour('cell'), 2],
    [colour('accent'), 0],
  ])) {
    context.strokeStyle = style;
    context.lineWidth = width + more;
    context.strokeRect(width / 2, width / 2, unit - width, unit - width);
  }
  if (half) drawShare(context, unit, colour);
  context.restore();
}

/** @param {CanvasRenderingContext2D} context @param {number} unit @param {(token: string) => string} colour */
function drawShare(context, unit, colour) {
  const size = Math.max(9, unit * 0.3);
  context.font = `700 ${size}px "JetBrains Mono Variable", monospace`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const width = context.measureText('50%').width + 4;
  context.fillStyle = colour('accent');
  context.beginPath();
  context.roundRect(unit / 2 - width / 2, -size * 0.6, width, size * 1.2, 3);
  context.fill();
  context.fillStyle = colour('cell');
  context.fillText('50%', unit / 2, 0.5);
}
