import type { PointEvent } from '../../board/board.ts';
import { actOn, isForFingers } from '../../board/hand/keys.ts';
import type { Ask, Control, Tools } from '../../board/hand/types.ts';
import type { Plane } from './fleet.ts';
import { Fleet } from './fleet.ts';
import type { Phase } from './hand.ts';
import { paintPlacement } from './paint-placement.ts';
import { Placement } from './placement.ts';

// The placing phase: three planes stand in a hangar, where the opponent's board will be, and are dragged or moved by
// keys to the own board.

export function createPlacing(
  { player, view, hand }: Ask,
  { changed, board }: Pick<Tools, 'changed' | 'board'>,
  done: (planes: Plane[]) => void,
): Phase {
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
    say() {
      const [id, params] = placement.says();
      return id === 'planes.hand.place' && !isForFingers()
        ? ['planes.hand.placeByKeys', params]
        : [id, params];
    },
  };
}

/** Row and column on the own board, from 0 and with fractions. */
function onOwn(
  { field, row, column, x, y }: PointEvent,
  player: number,
  { hangar }: Placement,
): [number, number] {
  // What is outside of both boards is told from the corner of the first one.
  const isOwn = Math.max(0, field) === player;
  return [row + y + (isOwn ? 0 : hangar[0]), column + x + (isOwn ? 0 : hangar[1])];
}

/** @returns whether it means something */
function takePoint(event: PointEvent, player: number, placement: Placement): boolean {
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

/** The first button takes a plane, the second one turns it. */
function takePress(button: number, at: [number, number], placement: Placement) {
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

/** @returns null: as it is */
function cursorAt(event: PointEvent, player: number, placement: Placement, isTaken: boolean): string | null {
  if (event.type === 'hover') return placement.planeAt(onOwn(event, player, placement)) >= 0 ? 'grab' : '';
  if (event.type === 'down' && isTaken) return 'grabbing';
  return event.type === 'up' ? '' : null;
}

function keysOf(placement: Placement, enter: () => void): Record<string, () => void> {
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

function controlsOf(placement: Placement, changed: () => void, confirm: () => void): Control[] {
  const press = (work: () => void) => () => {
    work();
    changed();
  };
  return buttons({
    turn: press(() => placement.turn()),
    shuffle: press(() => placement.shuffle()),
    clear: press(() => placement.clear()),
    confirm: placement.isReady ? confirm : null,
  });
}

/** The same while the match is being prepared: nothing can be pressed, and they stay where they are. */
export const controlsToCome = (): Control[] =>
  buttons({ turn: null, shuffle: null, clear: null, confirm: null });

/** @param actions null: it cannot be pressed */
function buttons(actions: Record<'turn' | 'shuffle' | 'clear' | 'confirm', (() => void) | null>): Control[] {
  const button = (id: keyof typeof actions, icon?: string): Control => ({
    id,
    ...(icon && { icon, short: [`planes.hand.${id}Short`, {}] }),
    label: [`planes.hand.${id}`, {}],
    disabled: actions[id] === null,
    isMain: id === 'confirm',
    press: actions[id] ?? (() => {}),
  });
  return [button('turn', 'rotate'), button('shuffle', 'dices'), button('clear', 'reset'), button('confirm')];
}
