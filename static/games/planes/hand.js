import { handOfEach } from '../../board/hand/each.js';
import { createPlacing } from './placing.js';
import { createShooting } from './shooting.js';

/**
 * The hand of Planes: first the player places the planes, then shoots once a turn.
 *
 * @typedef {import('../../board/hand/types.js').Hand} Hand
 * @typedef {import('../../board/hand/types.js').Tools} Tools
 * @typedef {Pick<Hand, 'point' | 'key' | 'paint' | 'controls' | 'say'>} Phase placing or shooting, while it lasts
 */

/** @type {import('../../board/hand/types.js').Key[]} */
export const PLANES_KEYS = [
  { shown: ['W', 'A', 'S', 'D'], says: 'planes.keys.walk' },
  { shown: ['R'], says: 'planes.keys.turn' },
  { shown: ['Enter'], says: 'planes.keys.enter' },
  { shown: ['1', '2', '3'], says: 'planes.keys.pick' },
  { shown: ['Backspace'], says: 'planes.keys.away' },
  { shown: ['X'], says: 'planes.keys.shuffle' },
  { shown: ['H'], says: 'planes.keys.heat' },
];

export const createPlanesHand = handOfEach(createHandOfOne);

/** @param {Tools} tools @returns {Hand} */
function createHandOfOne(tools) {
  /** The player who is asked; null: nobody. @type {number | null} */
  let asked = null;
  let isSending = false;
  const shooting = createShooting(tools, send);
  /** @type {Phase} */
  let phase = shooting;

  /** @param {unknown} move */
  async function send(move) {
    if (asked === null || isSending) return;
    isSending = true;
    await tools.submit(asked, move);
    isSending = false;
  }

  return {
    ahead: true,

    ask(ask) {
      asked = ask.player;
      shooting.ask(ask);
      phase = ask.view.phase === 'place' ? createPlacing(ask, tools, send) : shooting;
    },

    rest() {
      asked = null;
      tools.board.setCursor('');
    },

    point: (event) => phase.point(event),
    key: (event) => phase.key(event),
    paint: (paint, scene) => phase.paint(paint, scene),
    controls: () => phase.controls(),
    // The first board stands above the second: planes are placed on one's own, shots go to the other.
    sight: () => (asked === null ? null : (asked === 0) === (phase !== shooting) ? 'start' : 'end'),
    say: () => (asked === null ? null : phase.say()),
  };
}
