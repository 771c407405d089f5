import type { Board, PointEvent } from '../../board/board.ts';
import { ARROWS, LETTERS, padOf } from '../../board/hand/keys.ts';
import type { Ask, Control, Hand, Key, Tools } from '../../board/hand/types.ts';
import type { Message } from '../../match/types.ts';
import { isShot, moveTo, orderName, STAY, shotAt } from './orders.ts';
import { paintPlan } from './paint-plan.ts';
import { Plan } from './plan.ts';
import type { Target } from './targets.ts';
import { pointed, targetsOf } from './targets.ts';

// The hand of Tank: the player chooses a tank and gives it an order, by targets on the board, keys or buttons. The
// orders are sent when every living tank has one.

/** The actions of keys and buttons on the plan. */
interface Acts {
  give: (order: number) => void;
  choose: (tank: number) => void;
  takeBack: () => void;
  toggleShooting: () => void;
}

export const TANK_KEYS: Key[] = [
  { shown: ['W', 'A', 'S', 'D'], says: 'tank.keys.move' },
  { shown: ['←', '↑', '→', '↓'], says: 'tank.keys.move' },
  { shown: ['Shift', '→'], says: 'tank.keys.shoot' },
  { shown: ['Space'], says: 'tank.keys.toggle' },
  { shown: ['.'], says: 'tank.keys.stay' },
  { shown: ['0', '1', 'Tab'], says: 'tank.keys.choose' },
  { shown: ['Backspace'], says: 'tank.keys.undo' },
];

export function createTankHand({ submit, changed, board }: Tools): Hand {
  let ask: Ask | null = null;
  let plan = new Plan([], [], { width: 0, height: 0 });
  const pointer = createPointer(board, (event) => pointed(plan, event));

  /** @param isOther whether the plan has changed: then the pointed target is gone */
  function show(isOther: boolean) {
    if (isOther) pointer.forget();
    changed();
  }

  async function send() {
    const mine = ask;
    if (!mine) return;
    const why = await submit(mine.player, plan.orders);
    // Refused: the last order is open again, the other is kept.
    if (why && ask === mine) acts.takeBack();
  }

  const acts: Acts = {
    give(order) {
      if (plan.isComplete) return;
      const isTaken = plan.give(order);
      if (isTaken && plan.isComplete) send();
      show(isTaken);
    },
    choose: (tank) => plan.choose(tank) && show(true),
    takeBack: () => plan.takeBack() && show(true),
    toggleShooting() {
      plan.toggleShooting();
      show(true);
    },
  };

  return {
    ahead: true,
    ask(next) {
      ask = next;
      // Of two orders the first may have been given before the match was left.
      if (!next.again || plan.isComplete)
        plan = new Plan(next.view.tanks[next.player], next.hand.tanks, next.view);
      pointer.forget();
    },
    rest() {
      board.setCursor('');
      pointer.forget();
    },
    point: (event) => !plan.isComplete && pointer.point(event, acts),
    key: (event) => takeKey(event, plan, acts),
    paint(paint, { view, progress }) {
      if (!ask || progress < 1 || view.turn !== ask.view.turn) return;
      paintPlan(paint, plan, { side: ask.player, targets: targetsOf(plan), hovered: pointer.hovered() });
    },
    controls: () => controlsOf(plan, acts),
    say: () => plan.says(),
  };
}

/** The hovered and the pressed target: a press counts if it is released on the same target. */
function createPointer(board: Board, under: (event: PointEvent) => Target | { tank: number } | null) {
  let pressed: ReturnType<typeof under> = null;
  let hovered: Target | null = null;

  function hover(found: ReturnType<typeof under>) {
    const target = found && 'order' in found ? found : null;
    board.setCursor(found ? 'pointer' : '');
    if (target?.order !== hovered?.order) board.ask();
    hovered = target;
    pressed = null;
  }

  function release(released: ReturnType<typeof under>, { choose, give }: Acts) {
    if (!pressed || !released) return;
    if ('tank' in released && 'tank' in pressed) choose(released.tank);
    else if ('order' in released && 'order' in pressed && released.order === pressed.order)
      give(released.order);
  }

  return {
    hovered: () => hovered,
    forget() {
      hovered = null;
      pressed = null;
    },
    point(event: PointEvent, acts: Acts) {
      const { type, button } = event;
      if (type === 'hover') hover(under(event));
      else if (type === 'leave') hover(null);
      else if (type === 'down') pressed = button === 0 ? under(event) : null;
      else if (type === 'up') {
        release(under(event), acts);
        pressed = null;
      }
      return type === 'down' && pressed !== null;
    },
  };
}

/** @returns whether it means something */
function takeKey(event: KeyboardEvent, plan: Plan, acts: Acts): boolean {
  if (event.key === 'Tab') return takeTab(event, plan, acts);
  const work = meaningOf(event, plan, acts);
  if (!work) return false;
  // A key that is held down is one order; a key that comes too early is ignored.
  if (!event.repeat && !plan.isComplete) work();
  return true;
}

function meaningOf(
  { code, shiftKey }: KeyboardEvent,
  plan: Plan,
  { give, choose, takeBack, toggleShooting }: Acts,
): (() => void) | undefined {
  const direction = ARROWS[code] ?? LETTERS[code];
  if (direction !== undefined)
    return () => give(plan.shooting || shiftKey ? shotAt(direction) : moveTo(direction));
  const keys: Record<string, () => void> = {
    Digit0: () => choose(0),
    Digit1: () => choose(1),
    Period: () => give(STAY),
    KeyX: () => give(STAY),
    Space: toggleShooting,
    KeyF: toggleShooting,
    Backspace: takeBack,
    KeyZ: takeBack,
  };
  return keys[code];
}

/** Tab goes from one tank to the other, and then on through the page. */
function takeTab(event: KeyboardEvent, plan: Plan, { choose }: Acts) {
  const to = plan.chosen + (event.shiftKey ? -1 : 1);
  if (!(event.target instanceof HTMLCanvasElement) || plan.isComplete || !plan.tanks[to]?.alive) return false;
  choose(to);
  return true;
}

function controlsOf(plan: Plan, { give, choose, takeBack, toggleShooting }: Acts): Control[] {
  const { tanks, legal, shooting, given, chosen, isComplete } = plan;
  const choices: Control[] = tanks.map((tank, number) => ({
    id: `tank-${number}`,
    group: 'tanks',
    label: ['tank.hand.tank', { tank: number }],
    pressed: !isComplete && number === chosen,
    disabled: isComplete || !tank.alive,
    press: () => choose(number),
  }));
  const pad = padOf((direction) => {
    const order = shooting ? shotAt(direction) : moveTo(direction);
    return {
      id: `pad-${direction}`,
      label: orderName(order),
      disabled: isComplete || !legal.includes(order),
      press: () => give(order),
    };
  });
  const stay = {
    label: ['tank.hand.stay', {}] as Message,
    disabled: isComplete,
    press: () => give(STAY),
  };
  return [
    ...choices,
    ...pad,
    { ...stay, id: 'pad-stay', group: 'pad', area: 'mid' },
    {
      id: 'shoot',
      group: 'do',
      icon: 'crosshair',
      short: ['tank.hand.toggleShort', {}],
      label: ['tank.hand.toggle', {}],
      pressed: shooting,
      disabled: isComplete || !legal.some(isShot),
      press: toggleShooting,
    },
    { ...stay, id: 'stay', group: 'desk' },
    {
      id: 'undo',
      group: 'do',
      icon: 'undo',
      label: ['tank.hand.undo', {}],
      disabled: isComplete || given.length === 0,
      press: takeBack,
    },
  ];
}
