// The bar under the board while nobody plays by hand: it has its place before a match, and keeps it at the end, so that
// nothing moves under a thumb that still plays.

import type { Playback } from '../../match/playback.ts';
import type { Message } from '../../match/types.ts';
import type { ShowBar } from './bar.tsx';
import type { Control } from './types.ts';

export function createBetween(host: HTMLElement, showBar: ShowBar, playback: Playback) {
  /** Whether a person sits in the match that is set up. */
  let isExpected = false;
  /** Nobody plays, and nobody has just played. */
  let isResting = true;
  /** The match that has just ended. */
  let ended: unknown = null;

  function show(says: string, controls: Control[]) {
    const what = { player: null, name: '', says: [says, {}] as Message, bad: null, controls };
    showBar({ ...what, names: [], rivals: null, asked: [], beat: null });
  }

  function rest() {
    isResting = true;
    ended = null;
    host.dataset.state = 'rest';
    host.hidden = !isExpected;
    host.toggleAttribute('data-recorded', true);
    show('hand.rest', []);
  }

  playback.subscribe(({ match }) => ended && match !== ended && rest());
  rest();

  return {
    rest,
    /** @param isPerson whether a person sits in the match that is set up */
    expect(isPerson: boolean) {
      isExpected = isPerson;
      // What has ended makes room when nobody sits in the match that is set up.
      if (isResting || (ended && !isPerson)) rest();
    },
    /** A match begins. */
    begin() {
      isResting = false;
      ended = null;
      host.hidden = false;
      host.toggleAttribute('data-recorded', false);
    },
    /**
     * A match is over.
     * @param controls those of its last turn
     */
    over(controls: Control[]) {
      ended = playback.state.match;
      host.style.minHeight = '';
      host.dataset.state = 'over';
      show(
        'hand.over',
        controls.map((control) => ({ ...control, disabled: true })),
      );
    },
  };
}
