import type { Paint } from '../../board/board.ts';
import { playerToken } from '../../board/brush.ts';
import { handOfEach } from '../../board/hand/each.ts';
import { AROUND, actOn } from '../../board/hand/keys.ts';
import { Pace } from '../../board/hand/pace.ts';
import type { Control, Hand, Key, Tools } from '../../board/hand/types.ts';
import { drawArrow } from './arrow.ts';
import { createDragging } from './dragging.ts';
import type { Cell } from './index.ts';
import { createMarching } from './marching.ts';
import { Plan } from './plan.ts';

// The hand of Generals: the player chooses a cell of theirs and plans moves from it, also for later turns.

export const GENERALS_KEYS: Key[] = [
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

/** Milliseconds a round: normal, fast, none - a turn ends when its player has moved - and calm. */
const PACES = [1000, 500, 0, 2000];
/** Milliseconds to look around before the first round. */
const LEAD = 3000;
/** Where the choice of a pace is kept. */
const PACE_KEY = 'pace.generals';
const usualPace = new Pace(PACES);
/** People who pass the device on have no timer: it would run while nobody looks. */
const noPace = new Pace([0]);
/** The duration of a step on the board without a pace, in milliseconds. */
const STEP_MOTION = 120;

/** The buttons of the pad and their directions, in the order in which Tab goes through them. */
const PAD = [
  ['up', 0],
  ['left', 3],
  ['right', 1],
  ['down', 2],
] as const;

export const createGeneralsHand = handOfEach(createHandOfOne);

function createHandOfOne({ submit, changed, isHeard, players, isPuzzle, board, store }: Tools): Hand {
  usualPace.recall(store.get(PACE_KEY, usualPace.ms));
  const pace = players.length > 1 || isPuzzle ? noPace : usualPace;
  const plan = new Plan();
  const marching = createMarching(plan, pace, { submit, changed, isHeard });
  const acts = createActs(plan, marching, { changed, board, pace, store });
  const drag = createDragging(plan, acts);

  return {
    ahead: true,
    timed: () => pace.isTimed,
    beat: marching.beat,
    pace: () => (pace.isTimed ? pace.ms / 2 : STEP_MOTION),

    ask({ player, view, hand }) {
      const isFirst = plan.view === null;
      plan.see(player, view, hand);
      marching.ask();
      if (isFirst) {
        marching.beginRound(LEAD);
        acts.choose(plan.home());
        if (plan.chosen) board.approach(plan.chosen[1], plan.chosen[0]);
      }
      marching.play();
    },
    rest: marching.rest,

    point(event) {
      if (event.type !== 'hover') return drag(event);
      const isOver = event.field === 0 && plan.concerns([event.row, event.column]);
      board.setCursor(isOver ? 'pointer' : '');
      return false;
    },
    key: (event) => actOn(event, (step) => acts.go(step, event.shiftKey), keysOf(plan, acts)),

    paint(paint) {
      for (const [k, order] of plan.queue.entries())
        drawArrow(paint, order, playerToken(plan.me), 1, k === 0 ? 1 : 0.8);
      if (plan.chosen) drawChosen(paint, plan.chosen, plan.half);
    },
    controls: () => controlsOf(plan, acts, { pace, isAsked: marching.isAsked() }),
    say: () => plan.says(marching.isAsked(), pace.isTimed),
  };
}

/**
 * The actions of keys, buttons and the pointer on the plan. After each the board shows its place, and a move that can
 * be made is made.
 */
function createActs(
  plan: Plan,
  marching: ReturnType<typeof createMarching>,
  { changed, board, pace, store }: Pick<Tools, 'changed' | 'board' | 'store'> & { pace: Pace },
) {
  function choose(cell: Cell | null) {
    plan.choose(cell);
    if (cell) board.reveal(cell[1], cell[0]);
    changed();
  }

  function march(to: Cell) {
    if (!plan.chosen || !plan.isInside(to)) return;
    if (plan.add(to)) board.reveal(to[1], to[0]);
    changed();
    marching.play();
  }

  /** @param start where what was taken back started */
  function backTo(start: Cell | null) {
    if (start) choose(start);
  }

  return {
    choose,
    march,
    takeBack: () => backTo(plan.takeBack()),
    clear: () => backTo(plan.clear()),
    pass: marching.pass,

    /** @param isLook only to choose another cell */
    go([down, right]: Cell, isLook: boolean) {
      if (!plan.chosen) return choose(plan.home());
      const to: Cell = [plan.chosen[0] + down, plan.chosen[1] + right];
      if (!isLook) march(to);
      else if (plan.isInside(to)) choose(to);
    },

    toggleHalf() {
      if (!plan.chosen) return;
      plan.half = !plan.half;
      changed();
    },

    nextPace() {
      pace.next();
      // Who plays without a timer keeps what was chosen for matches that have one.
      if (pace === usualPace) store.set(PACE_KEY, pace.ms);
      marching.beginRound();
      changed();
      marching.play();
    },
  };
}

type Acts = ReturnType<typeof createActs>;

function keysOf(
  plan: Plan,
  { choose, takeBack, clear, toggleHalf, nextPace, pass }: Acts,
): Record<string, () => void> {
  return {
    z: toggleHalf,
    q: clear,
    e: takeBack,
    f: () => choose(plan.largest()),
    g: () => choose(plan.home()),
    x: nextPace,
    ' ': () => (plan.chosen ? choose(null) : pass()),
    Escape: () => choose(null),
  };
}

function controlsOf(
  plan: Plan,
  { go, takeBack, clear, toggleHalf, nextPace, pass }: Acts,
  { pace, isAsked }: { pace: Pace; isAsked: boolean },
): Control[] {
  const { chosen, half, queue } = plan;
  const pad: Control[] = PAD.map(([area, direction]) => ({
    id: area,
    group: 'pad',
    area,
    icon: `arrow-${area}`,
    label: [`generals.hand.${area}`, {}],
    press: () => go(AROUND[direction] ?? [0, 0], false),
  }));
  const disabled = queue.length === 0;
  const timer: Control = {
    id: 'pace',
    label: [`generals.hand.pace.${pace.ms}`, {}],
    title: [pace.isTimed ? 'generals.hand.paced' : 'generals.hand.unpaced', { seconds: pace.ms / 1000 }],
    press: nextPace,
  };
  return [
    {
      ...{ id: 'pass', label: ['generals.hand.pass', {}], disabled: !isAsked || pace.isTimed, press: pass },
      ...(pace.isTimed && { title: ['generals.hand.passTimed', {}] }),
    },
    { id: 'half', label: ['generals.hand.half', {}], pressed: half, disabled: !chosen, press: toggleHalf },
    { id: 'last', icon: 'undo', label: ['generals.hand.last', {}], disabled, press: takeBack },
    { id: 'clear', icon: 'x', label: ['generals.hand.clear', {}], disabled, press: clear },
    ...(pace.choices.length > 1 ? [timer] : []),
    ...pad,
  ];
}

/** Draws a frame, and the share of the army if it is not all of it. */
function drawChosen({ context, unit, colour }: Paint, [i, j]: Cell, half: boolean) {
  const width = Math.max(2, unit * 0.09);
  context.save();
  context.translate(j * unit, i * unit);
  context.lineJoin = 'round';
  for (const [style, more] of [
    [colour('cell'), 2],
    [colour('accent'), 0],
  ] as [string, number][]) {
    context.strokeStyle = style;
    context.lineWidth = width + more;
    context.strokeRect(width / 2, width / 2, unit - width, unit - width);
  }
  if (half) drawShare(context, unit, colour);
  context.restore();
}

function drawShare(context: CanvasRenderingContext2D, unit: number, colour: (token: string) => string) {
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
