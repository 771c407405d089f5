import type { Paint, Scene } from '../../board/board.ts';
import { blend, playerToken } from '../../board/brush.ts';
import { drawArrowHead } from '../../board/hand/arrow-head.ts';
import { ARROWS, isForFingers, LETTERS, padOf, WAYS } from '../../board/hand/keys.ts';
import { Pace } from '../../board/hand/pace.ts';
import type { Control, Hand, Key, Tools } from '../../board/hand/types.ts';
import type { Message } from '../../match/types.ts';
import { Steering } from './steering.ts';
import { createSwipes } from './swipes.ts';

// The hand of Snake, for one or two humans at one screen. A step is made when all have chosen a direction, or by a
// timer; a snake without a choice goes straight on. Keys that are quicker than the steps are kept for the next ones.

type Steer = (player: number, direction: number) => void;

export const SNAKE_KEYS: Key[] = [
  { shown: ['W', 'A', 'S', 'D'], says: 'snake.keys.letters' },
  { shown: ['←', '↑', '→', '↓'], says: 'snake.keys.steer' },
];

/** Milliseconds a step; 0: when all have chosen. */
const usualPace = new Pace([0, 1000, 500, 250]);
const noPace = new Pace([0]);

export function createSnakeHand({ submit, changed, isHeard, players, isPuzzle }: Tools): Hand {
  const pace = isPuzzle ? noPace : usualPace;
  const steering = new Steering(players);
  const { open } = steering;
  /** Whether the timer runs. It starts with the first direction, so that the players can get ready. */
  let running = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const steer: Steer = (player, direction) => {
    if (!pace.isTimed) {
      // A puzzle asks for one order.
      const isEarly = !isPuzzle && steering.isOnTheWay;
      if (steering.mayGo(player, direction)) send(player, direction);
      else if (!isEarly || !steering.plan(player, direction, false)) return;
    } else {
      if (!steering.plan(player, direction, running)) return;
      if (!running) {
        running = true;
        start();
      }
    }
    changed();
  };

  const send: Steer = (player, direction) => {
    steering.answer(player, direction);
    submit(player, direction);
  };

  /** A tick is a step of all snakes. */
  function start() {
    clearTimeout(timer);
    if (running && pace.isTimed && open.size > 0) timer = setTimeout(tick, pace.ms);
  }

  function tick() {
    // The timer waits in a hidden tab, or while an earlier step is shown.
    if (document.hidden || !isHeard()) return stop();
    for (const player of [...open]) send(player, steering.take(player));
  }

  function stop() {
    clearTimeout(timer);
    running = false;
    steering.forgetPlans();
    changed();
  }

  function setPace(next: number) {
    pace.ms = next;
    stop();
  }

  return {
    ahead: true,
    atOnce: true,
    ask(ask) {
      steering.ask(ask);
      const early = pace.isTimed ? null : steering.early(ask.player);
      if (early !== null) send(ask.player, early);
      start();
    },
    rest() {
      clearTimeout(timer);
      open.clear();
    },
    timed: () => pace.isTimed,
    pace: () => pace.ms || Number.POSITIVE_INFINITY,
    point: createSwipes(steering, steer),
    key: (event) => takeKey(event, players, steer),
    paint: (paint, scene) => paintWays(paint, scene, steering, pace, running),
    controls: () => [
      ...players.flatMap((player) => padFor(player, steering, pace, steer)),
      ...(pace.choices.length > 1 ? pacesOf(pace, setPace) : []),
    ],
    say: () => sayWhat(steering, pace, running),
  };
}

/** The keys: of two players the first has the letters and the second the arrows; a single player has both. */
function takeKey(event: KeyboardEvent, [first = 0, second]: number[], steer: Steer) {
  const letter = LETTERS[event.code];
  const direction = letter ?? ARROWS[event.code];
  if (direction === undefined || event.shiftKey) return false;
  if (!event.repeat) steer(letter === undefined ? (second ?? first) : first, direction);
  return true;
}

function padFor(player: number, { players, open }: Steering, pace: Pace, steer: Steer) {
  return padOf((direction) => ({
    id: `pad-${player}-${direction}`,
    group: players.length > 1 ? `pad:${player}` : 'pad',
    label: [`snake.hand.go.${direction}`, { who: { player } }],
    disabled: !pace.isTimed && !open.has(player),
    press: () => steer(player, direction),
  }));
}

function pacesOf(pace: Pace, choose: (ms: number) => void): Control[] {
  return pace.choices.map((ms) => {
    const seconds = ms / 1000;
    return {
      id: `pace-${ms}`,
      group: 'pace',
      label: ms === 0 ? ['snake.hand.noTimer', {}] : ['time.seconds', { seconds }],
      title: [ms === 0 ? 'snake.hand.stepwise' : 'snake.hand.timer', { seconds }],
      pressed: ms === pace.ms,
      press: () => choose(ms),
    };
  });
}

function sayWhat({ players, open }: Steering, pace: Pace, running: boolean): Message | null {
  const [first = 0, second] = players;
  if (!pace.isTimed && open.size === 0) return null;
  const clock = !pace.isTimed ? 'stepwise' : running ? 'running' : 'ready';
  if (second === undefined) return [`snake.hand.one.${clock}`, {}];
  if (!pace.isTimed && open.size === 1) return ['snake.hand.second', { who: { player: [...open][0] } }];
  // Two at one screen have no keys.
  const how = clock !== 'running' && isForFingers() ? 'touch' : clock;
  return [`snake.hand.two.${how}`, { first: { player: first }, second: { player: second } }];
}

/** Draws where each snake may go, or will go. */
function paintWays(
  paint: Paint,
  { view, progress }: Scene,
  steering: Steering,
  pace: Pace,
  running: boolean,
) {
  for (const player of steering.open) {
    const seen = steering.asks.get(player)?.view;
    if (seen?.step !== view.step || (!pace.isTimed && progress < 1)) continue;
    const [head] = seen.snakes[player].body;
    const planned = steering.planned(player);
    const shown = !pace.isTimed || !running ? seen.safe : planned.slice(0, 1);
    for (const direction of shown) paintWay(paint, head, player, direction, planned[0] === direction);
  }
}

/** @param head row and column */
function paintWay(
  paint: Paint,
  [row, column]: [number, number],
  player: number,
  direction: number,
  strong: boolean,
) {
  const [dx, dy] = WAYS[direction] ?? [0, 0];
  const { colour } = paint;
  drawArrowHead(
    paint,
    { x: column + dx * 0.95 + 0.5, y: row + dy * 0.95 + 0.5, direction },
    {
      size: strong ? 0.34 : 0.26,
      fill: blend(colour(playerToken(player)), colour('cell'), strong ? 0 : 0.3),
      rim: 0.08,
    },
  );
}
