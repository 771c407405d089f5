// Computes the texts and buttons of the bar under the board. No DOM.

import type { Message } from '../../match/types.ts';
import type { HumanSeats } from './human-seats.ts';
import type { Bar, Control } from './types.ts';

/**
 * The bar while the newest turn is shown.
 * @param names of all players; empty before the match has begun
 * @param isHeard whether pointer and keys come to the hand
 * @param areOut whether others play on without these humans
 */
export function barOf(
  { hand, players, asked, refused, handing }: HumanSeats,
  names: string[],
  isHeard: boolean,
  areOut: boolean = false,
): Bar {
  if (areOut)
    return { player: null, name: '', says: ['hand.out', {}], bad: null, controls: still(hand.controls()) };
  if (handing !== null)
    return { player: handing, name: '', says: ['hand.passing', {}], bad: null, controls: [] };
  const [first] = asked;
  const isNamed = players.length > 1 && !hand.atOnce;
  return {
    player: asked.length === 1 && first ? first.player : null,
    name: isNamed && first ? (names[first.player] ?? '') : '',
    says: (isHeard && hand.say()) || waitingFor(players, names),
    bad: asked.length > 0 ? refused : null,
    controls: hand.controls(),
  };
}

/** @param players the humans */
function waitingFor(players: number[], names: string[]): Message {
  if (names.length === 0) return ['hand.starting', {}];
  const others = [...names.keys()].filter((player) => !players.includes(player));
  return others.length === 1 ? ['hand.waitFor', { who: { player: others[0] } }] : ['hand.wait', {}];
}

/** The bar while the board shows an earlier turn than the one that is asked. */
export function awayBar(goBack: () => void): Bar {
  return {
    player: null,
    name: '',
    says: ['hand.away', {}],
    bad: null,
    controls: [{ id: 'back', icon: 'skip-forward', label: ['hand.back', {}], press: goBack }],
  };
}

/**
 * The bar while the timer stands: everything is in its place, and nothing can be pressed but what goes on.
 * @param goOn is offered where no tool does it
 */
export function pausedBar(bar: Bar, goOn: () => void): Bar {
  const control: Control = {
    ...{ id: 'go-on', icon: 'play' },
    ...{ label: ['tools.goOn', {}], short: ['tools.goOn', {}] },
    press: goOn,
  };
  return { ...bar, says: ['hand.paused', {}], bad: null, controls: [control, ...still(bar.controls)] };
}

const still = (controls: Bar['controls']) => controls.map((control) => ({ ...control, disabled: true }));
