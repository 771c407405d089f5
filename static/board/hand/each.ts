// Hands for several people who play one after the other at one screen: each keeps a plan of their own. No DOM.

import type { Hand, Tools } from './types.ts';

/**
 * @param makeHand of one person
 * @returns of all of them: the one who was asked last has it
 */
export const handOfEach =
  (makeHand: (tools: Tools) => Hand): ((tools: Tools) => Hand) =>
  (tools) => {
    const hands = new Map(tools.players.map((player) => [player, makeHand(tools)]));
    let current = [...hands.values()][0] as Hand;
    return {
      ahead: current.ahead ?? false,
      atOnce: false,
      ask(ask) {
        current = hands.get(ask.player) ?? current;
        current.ask(ask);
      },
      rest() {
        for (const hand of hands.values()) hand.rest();
      },
      point: (event) => current.point(event),
      key: (event) => current.key(event),
      paint: (paint, scene) => current.paint(paint, scene),
      controls: () => current.controls(),
      say: () => current.say(),
      beat: () => current.beat?.() ?? null,
      sight: () => current.sight?.() ?? null,
      timed: () => current.timed?.() === true,
      pace: () => current.pace?.() ?? Number.POSITIVE_INFINITY,
    };
  };
