// The JavaScript side of a seat in a sealed worker. Python only takes text and returns text; what it writes to a few
// descriptors arrives here, and goes to the game that is played. For a contest, a bot can be seated again.

import type { Checkpoint, Proxies } from './checkpoint.ts';
import { takeCheckpoint } from './checkpoint.ts';
import type { World } from './descriptors.ts';
import { openDescriptors } from './descriptors.ts';
import { createGame } from './game.ts';
import { limitStack, takeApart } from './interpreter.ts';
import type { Touched } from './touched.ts';

export type Bot = ReturnType<typeof createBot>;

/** See py/sandlot/seat/in_worker.py. */
type Read = (...given: any[]) => [string, any, any];

/** Python's side. */
export type Seat = { marker: string; noticeCalls: () => void; read: Read };

/**
 * @param canWait whether Python can wait in the middle of a program
 * @param grow makes Python's memory so large
 */
export function createBot(
  python: any,
  canWait: boolean,
  touched: Touched,
  proxies: Proxies,
  grow: (size: number) => unknown,
) {
  const { _module: module } = python;
  let send: (message: unknown[]) => void = () => {};
  let checkpoint: Checkpoint | null = null;
  const world: World = {
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
    connect(to: (message: unknown[]) => void) {
      send = to;
    },
    /** Called when Python checks for signals. */
    tick: () => game.tick(),
    ask: ((kind, number, given) => game.ask(kind, number, given)) as ReturnType<typeof createGame>['ask'],
    tell: (text: string) => game.tell(text),
    hasTouched: (() => game.hasTouched()) as ReturnType<typeof createGame>['hasTouched'],
    /** Keeps Python as it is now, before any line of the bot ran. */
    keep() {
      checkpoint = takeCheckpoint(python, touched, proxies, grow);
    },
    /**
     * Goes back to that state, for the next game of this bot.
     * @returns null: it did; or why this Python cannot be used again
     */
    goBack(): string | null {
      if (!checkpoint) return 'not kept';
      const why = game.isAtRest() ? checkpoint.goBack() : 'not at rest';
      if (why) return why;
      forget();
      game = newGame();
      return null;
    },
  };
}

/** Takes what is needed from Pyodide, before the fence removes Pyodide from Python. */
function openSeat(python: any, world: World): { seat: Seat; forget: () => void } {
  const { socket, device, forget } = openDescriptors(python, world);
  const worker = python.pyimport('sandlot.seat.in_worker');
  const marker = python.pyimport('sandlot.wire').KEEP_RUNNING;
  const [readBot, names, types] = worker.open_seat(socket, device).toJs({ depth: 1 });
  limitStack(python._module);
  takeApart(python._module, new Map(names.toJs()), types.toJs());
  const seat = {
    marker,
    noticeCalls: () => worker.notice_calls(),
    read: ((...given) => readBot(...given).toJs({ depth: 1 })) as Read,
  };
  return { seat, forget };
}
