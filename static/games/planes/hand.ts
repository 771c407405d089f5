import { handOfEach } from '../../board/hand/each.ts';
import type { Hand, Key, Tools } from '../../board/hand/types.ts';
import { controlsToCome, createPlacing } from './placing.ts';
import { createShooting } from './shooting.ts';

// The hand of Planes: first the player places the planes, then shoots once a turn.

/** Placing or shooting, while it lasts. */
export type Phase = Pick<Hand, 'point' | 'key' | 'paint' | 'controls' | 'say'>;

export const PLANES_KEYS: Key[] = [
  { shown: ['W', 'A', 'S', 'D'], says: 'planes.keys.walk' },
  { shown: ['R'], says: 'planes.keys.turn' },
  { shown: ['Enter'], says: 'planes.keys.enter' },
  { shown: ['1', '2', '3'], says: 'planes.keys.pick' },
  { shown: ['Backspace'], says: 'planes.keys.away' },
  { shown: ['X'], says: 'planes.keys.shuffle' },
  { shown: ['H'], says: 'planes.keys.heat' },
];

export const createPlanesHand = handOfEach(createHandOfOne);

function createHandOfOne(tools: Tools): Hand {
  /** The player who is asked; null: nobody. */
  let asked: number | null = null;
  let isSending = false;
  /** Whether anything was asked yet. A puzzle begins with a shot. */
  let isBegun = tools.isPuzzle;
  const shooting = createShooting(tools, send);
  let phase: Phase = shooting;

  async function send(move: unknown) {
    if (asked === null || isSending) return;
    isSending = true;
    await tools.submit(asked, move);
    isSending = false;
  }

  return {
    ahead: true,

    ask(ask) {
      asked = ask.player;
      isBegun = true;
      shooting.ask(ask);
      if (ask.view.phase !== 'place') phase = shooting;
      // What was placed before the match was left stays where it is.
      else if (!ask.again || phase === shooting) phase = createPlacing(ask, tools, send);
    },

    rest() {
      asked = null;
      tools.board.setCursor('');
    },

    point: (event) => phase.point(event),
    key: (event) => phase.key(event),
    paint: (paint, scene) => phase.paint(paint, scene),
    controls: () => (isBegun ? phase.controls() : controlsToCome()),
    // The first board stands above the second: planes are placed on one's own, shots go to the other.
    sight: () => (asked === null ? null : (asked === 0) === (phase !== shooting) ? 'start' : 'end'),
    say: () => (asked === null ? null : phase.say()),
  };
}
