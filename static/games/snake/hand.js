import { arrowHead, blend, playerToken } from '../../board/brush.js';
import { ARROWS, directionOf, LETTERS, PAD, WAYS } from '../../board/hand/keys.js';

/**
 * Snake by hand, for one or two at the same screen: a step is taken when everybody has chosen a direction, or by a timer;
 * whoever has not chosen when it runs out goes straight on.
 *
 * @typedef {import('../../board/board.js').Paint} Paint
 * @typedef {import('../../board/board.js').Scene} Scene
 * @typedef {import('../../board/board.js').PointEvent} PointEvent
 * @typedef {import('../../board/hand/hand.js').Ask} Ask
 * @typedef {import('../../board/hand/hand.js').Control} Control
 * @typedef {import('../../board/hand/hand.js').Hand} Hand
 * @typedef {import('../../board/hand/hand.js').Tools} Tools
 * @typedef {import('../../match/types.js').Message} Message
 */

/** Milliseconds a step; 0: whenever everybody has chosen. */
const PACES = [0, 1000, 500, 250];
/** A swipe is this long, in cells; a finger that stays down may go on to the next. */
const SWIPE = 0.9;
/** Turns that may be planned ahead: two quick keys are a turn round a corner. */
const AHEAD = 2;

/** @type {import('../../shell/help.js').Key[]} */
export const SNAKE_KEYS = [
  { shown: ['W', 'A', 'S', 'D'], says: 'snake.keys.letters' },
  { shown: ['←', '↑', '→', '↓'], says: 'snake.keys.steer' },
];

/** The pace that was chosen last holds for the next match. */
let pace = 0;

/**
 * @param {Tools} tools
 * @returns {Hand}
 */
export function createSnakeHand({ submit, changed, isHeard, players }) {
  /** What each was asked last. @type {Map<number, Ask>} */
  const asks = new Map();
  /** Who has not answered. @type {Set<number>} */
  const open = new Set();
  /** What each wants to do next, by player. @type {Map<number, number[]>} */
  const wishes = new Map(players.map((player) => [player, []]));
  /** The timer runs; it begins with the first direction, not when nobody has the hands at the keys yet. */
  let running = false;
  let timer = 0;
  /** @type {Map<number, {player: number, x: number, y: number, direction: number | null}>} */
  const fingers = new Map();

  /** @param {number} player @param {number} direction */
  function steer(player, direction) {
    const ask = asks.get(player);
    if (pace === 0) {
      if (!open.has(player) || direction === ask?.hand.back) return;
      send(player, direction);
    } else {
      const planned = wishes.get(player) ?? [];
      const before = planned.at(-1) ?? ask?.hand.ahead;
      // Straight on, or back into the neck, is nothing to plan.
      if (direction === before && running) return;
      if (before !== undefined && planned.length > 0 && (direction + 2) % 4 === before) return;
      if (planned.length === 0 && ask && direction === ask.hand.back) return;
      if (planned.length >= AHEAD) planned.pop();
      planned.push(direction);
      wishes.set(player, planned);
      if (!running) {
        running = true;
        start();
      }
    }
    changed();
  }

  /** @param {number} player @param {number} direction */
  function send(player, direction) {
    open.delete(player);
    submit(direction, player);
  }

  /** A tick is a step of everybody. */
  function start() {
    clearTimeout(timer);
    if (running && pace > 0 && open.size > 0) timer = setTimeout(tick, pace);
  }

  function tick() {
    // Nobody loses a snake behind another tab, or while he looks at an earlier step.
    if (document.hidden || !isHeard()) return stop();
    for (const player of [...open]) {
      const { hand } = /** @type {Ask} */ (asks.get(player));
      const wish = wishes.get(player)?.shift();
      send(player, wish === undefined || wish === hand.back ? hand.ahead : wish);
    }
  }

  function stop() {
    clearTimeout(timer);
    running = false;
    for (const planned of wishes.values()) planned.length = 0;
    changed();
  }

  /** @param {number} next */
  function setPace(next) {
    pace = next;
    stop();
  }

  /** Two share a screen by its halves: the first has the left one. @param {PointEvent} event */
  function playerAt({ column, x }) {
    const [first = 0, second] = players;
    const width = asks.get(first)?.view.columns ?? 0;
    return second !== undefined && column + x >= width / 2 ? second : first;
  }

  /** The snake whose head is next to a cell, and which way it is. @param {PointEvent} event */
  function besideHead({ column, row }) {
    for (const player of players) {
      const [head] = asks.get(player)?.view.snakes[player].body ?? [];
      const direction = head
        ? WAYS.findIndex(([dx, dy]) => head[1] + dx === column && head[0] + dy === row)
        : -1;
      if (direction >= 0) return { player, direction };
    }
    return null;
  }

  /** @param {PointEvent} event */
  function point(event) {
    const { type, pointer } = event;
    const [x, y] = [event.column + event.x, event.row + event.y];
    if (type === 'down' && event.button === 0) {
      fingers.set(pointer, { player: playerAt(event), x, y, direction: null });
      return true;
    }
    const finger = fingers.get(pointer);
    if (!finger) return false;
    if (type === 'move' && Math.hypot(x - finger.x, y - finger.y) >= SWIPE) {
      const direction = directionOf(x - finger.x, y - finger.y);
      // Without being lifted it may turn; however long, a swipe is one step.
      if (direction !== finger.direction) steer(finger.player, direction);
      fingers.set(pointer, { ...finger, x, y, direction });
    }
    if (type === 'up' && finger.direction === null) tap(event);
    if (type === 'up' || type === 'leave') fingers.delete(pointer);
    return false;
  }

  /** A tap next to a head is meant for it; one further away, for who plays alone, shows the way. @param {PointEvent} event */
  function tap(event) {
    const beside = besideHead(event);
    if (beside) return steer(beside.player, beside.direction);
    const [only = 0, second] = players;
    const [head] = asks.get(only)?.view.snakes[only].body ?? [];
    if (second !== undefined || !head) return;
    const [dx, dy] = [event.column + event.x - head[1] - 0.5, event.row + event.y - head[0] - 0.5];
    if (Math.hypot(dx, dy) > 0.5) steer(only, directionOf(dx, dy));
  }

  /** Of two, the first has the letters and the second the arrows; one alone has both. @param {KeyboardEvent} event */
  function key(event) {
    const [first = 0, second] = players;
    const letter = LETTERS[event.code];
    const arrow = ARROWS[event.code];
    const direction = letter ?? arrow;
    if (direction === undefined || event.shiftKey) return false;
    if (!event.repeat) steer(letter === undefined ? (second ?? first) : first, direction);
    return true;
  }

  /** @param {Paint} paint @param {Scene} scene */
  function paint(paint, { view, progress }) {
    for (const player of open) {
      const ask = /** @type {Ask} */ (asks.get(player));
      if (ask.view.step !== view.step || (pace === 0 && progress < 1)) continue;
      const [head] = ask.view.snakes[player].body;
      const planned = wishes.get(player) ?? [];
      const shown = pace === 0 || !running ? ask.view.safe : planned.slice(0, 1);
      for (const direction of shown) paintWay(paint, head, player, direction, planned[0] === direction);
    }
  }

  /** @returns {Control[]} */
  function controls() {
    /** @type {Control[]} */
    const paces = PACES.map((each) => ({
      id: `pace-${each}`,
      group: 'pace',
      label: /** @type {Message} */ (
        each === 0 ? ['snake.hand.noTimer', {}] : ['time.seconds', { seconds: each / 1000 }]
      ),
      title: /** @type {Message} */ ([
        each === 0 ? 'snake.hand.stepwise' : 'snake.hand.timer',
        { seconds: each / 1000 },
      ]),
      pressed: each === pace,
      press: () => setPace(each),
    }));
    return [...players.flatMap((player) => padOf(player)), ...paces];
  }

  /** @param {number} player @returns {Control[]} */
  function padOf(player) {
    return PAD.map((button, direction) => ({
      ...button,
      id: `pad-${player}-${direction}`,
      group: players.length > 1 ? `pad:${player}` : 'pad',
      label: /** @type {Message} */ ([`snake.hand.go.${direction}`, { who: { player } }]),
      disabled: pace === 0 && !open.has(player),
      press: () => steer(player, direction),
    }));
  }

  /** @returns {Message | null} */
  function say() {
    const [first = 0, second] = players;
    if (pace === 0 && open.size === 0) return null;
    const clock = pace === 0 ? 'stepwise' : running ? 'running' : 'ready';
    if (second === undefined) return [`snake.hand.one.${clock}`, {}];
    if (pace === 0 && open.size === 1) return ['snake.hand.second', { who: { player: [...open][0] } }];
    return [`snake.hand.two.${clock}`, { first: { player: first }, second: { player: second } }];
  }

  return {
    ahead: true,
    atOnce: true,
    ask(next) {
      asks.set(next.player, next);
      open.add(next.player);
      start();
    },
    rest() {
      clearTimeout(timer);
      open.clear();
    },
    pace: () => pace || Number.POSITIVE_INFINITY,
    point,
    key,
    paint,
    controls,
    say,
  };
}

/** @param {Paint} paint @param {[number, number]} head row and column @param {number} player @param {number} direction @param {boolean} strong */
function paintWay({ context, unit, colour }, [row, column], player, direction, strong) {
  const [dx, dy] = WAYS[direction] ?? [0, 0];
  context.save();
  context.translate((column + dx * 0.95 + 0.5) * unit, (row + dy * 0.95 + 0.5) * unit);
  context.rotate((direction * Math.PI) / 2);
  context.scale(unit, unit);
  context.fillStyle = blend(colour(playerToken(player)), colour('cell'), strong ? 0 : 0.3);
  context.strokeStyle = colour('cell');
  context.lineWidth = 0.08;
  context.lineJoin = 'round';
  arrowHead(context, strong ? 0.34 : 0.26);
  context.stroke();
  context.fill();
  context.restore();
}
