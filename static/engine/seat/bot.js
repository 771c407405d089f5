// The JavaScript side of a seat in a sealed worker. Python only takes text and returns text; what it writes to a few
// descriptors arrives here, and goes to the game that is played. For a contest, a bot can be seated again.

import { takeCheckpoint } from './checkpoint.js';
import { openDescriptors } from './descriptors.js';
import { createGame } from './game.js';
import { limitStack, takeApart } from './interpreter.js';

/** @typedef {ReturnType<typeof createBot>} Bot */
/** @typedef {(...given: any[]) => [string, any, any]} Read see py/sandlot/seat/in_worker.py */
/** @typedef {{marker: string, noticeCalls: () => void, read: Read}} Seat Python's side */

/**
 * @param {any} python
 * @param {boolean} canWait whether Python can wait in the middle of a program
 * @param {import('./touched.js').Touched} touched
 * @param {import('./checkpoint.js').Proxies} proxies
 * @param {(size: number) => unknown} grow makes Python's memory so large
 */
export function createBot(python, canWait, touched, proxies, grow) {
  const { _module: module } = python;
  /** @type {(message: unknown[]) => void} */
  let send = () => {};
  /** @type {import('./checkpoint.js').Checkpoint | null} */
  let checkpoint = null;
  /** @type {import('./descriptors.js').World} */
  const world = {
    print: (stream, text) => game.world.print(stream, text),
    waits: () => game.world.waits(),
    read: (length) => game.world.read(length),
    wait: (length) => game.world.wait(length),
    draw: (mark) => game.world.draw(mark),
    profile: (json) => game.world.profile(json),
    left: () => game.world.left(),
    took: () => game.world.took(),
    asked: () => game.world.asked(),
  };
  const { seat, forget } = openSeat(python, world);
  const newGame = () => createGame({ module, canWait, seat, touched, send: (message) => send(message) });
  let game = newGame();

  return {
    /** @param {(message: unknown[]) => void} to */
    connect(to) {
      send = to;
    },
    /** Called when Python checks for signals. */
    tick: () => game.tick(),
    /** @type {ReturnType<typeof createGame>['ask']} */
    ask: (kind, number, given) => game.ask(kind, number, given),
    /** @param {string} text */
    tell: (text) => game.tell(text),
    /** @type {ReturnType<typeof createGame>['hasTouched']} */
    hasTouched: () => game.hasTouched(),
    /** Keeps Python as it is now, before any line of the bot ran. */
    keep() {
      checkpoint = takeCheckpoint(python, touched, proxies, grow);
    },
    /**
     * Goes back to that state, for the next game of this bot.
     * @returns {string | null} null: it did; or why this Python cannot be used again
     */
    goBack() {
      if (!checkpoint) return 'not kept';
      const why = game.isAtRest() ? checkpoint.goBack() : 'not at rest';
      if (why) return why;
      forget();
      game = newGame();
      return null;
    },
  };
}

/**
 * Takes what is needed from Pyodide, before the fence removes Pyodide from Python.
 *
 * @param {any} python
 * @param {import('./descriptors.js').World} world
 * @returns {{seat: Seat, forget: () => void}}
 */
function openSeat(python, world) {
  const { socket, device, forget } = openDescriptors(python, world);
  const worker = python.pyimport('sandlot.seat.in_worker');
  const marker = python.pyimport('sandlot.wire').KEEP_RUNNING;
  const [readBot, names, types] = worker.open_seat(socket, device).toJs({ depth: 1 });
  limitStack(python._module);
  takeApart(python._module, new Map(names.toJs()), types.toJs());
  const seat = {
    marker,
    noticeCalls: () => worker.notice_calls(),
    /** @type {Read} */
    read: (...given) => readBot(...given).toJs({ depth: 1 }),
  };
  return { seat, forget };
}
