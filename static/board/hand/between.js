// The bar under the board while nobody plays by hand: it has its place before a match, and keeps it at the end, so that
// nothing moves under a thumb that still plays.

/** @typedef {import('./types.js').Control} Control */

/**
 * @param {HTMLElement} host
 * @param {ReturnType<typeof import('./bar.js').createBar>} bar
 * @param {import('../../match/playback.js').Playback} playback
 */
export function createBetween(host, bar, playback) {
  /** Whether a person sits in the match that is set up. */
  let isExpected = false;
  /** Nobody plays, and nobody has just played. */
  let isResting = true;
  /** The match that has just ended. @type {unknown} */
  let ended = null;

  /** @param {string} says @param {Control[]} controls */
  function show(says, controls) {
    bar.show({ player: null, name: '', says: [says, {}], bad: null, controls }, []);
    bar.clock([]);
    bar.beat(null);
  }

  function rest() {
    isResting = true;
    ended = null;
    host.dataset.state = 'rest';
    host.hidden = !isExpected;
    show('hand.rest', []);
  }

  playback.subscribe(({ match }) => ended && match !== ended && rest());
  rest();

  return {
    rest,
    /** @param {boolean} isPerson whether a person sits in the match that is set up */
    expect(isPerson) {
      isExpected = isPerson;
      if (isResting) rest();
    },
    /** A match begins. */
    begin() {
      isResting = false;
      ended = null;
      host.hidden = false;
    },
    /** A match is over. @param {Control[]} controls those of its last turn */
    over(controls) {
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
