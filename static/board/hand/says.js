/**
 * Computes the texts and buttons of the bar under the board. No DOM.
 *
 * @typedef {import('./types.js').Bar} Bar
 * @typedef {import('./types.js').Message} Message
 * @typedef {import('./session.js').Session} Session
 */

/**
 * The bar while the newest turn is shown.
 *
 * @param {Session} session
 * @param {string[]} names of all players; empty before the match has begun
 * @param {boolean} isHeard whether pointer and keys come to the hand
 * @param {boolean} [areOut] whether others play on without these humans
 * @returns {Bar}
 */
export function barOf({ hand, players, asked, refused, handing }, names, isHeard, areOut = false) {
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

/** @param {number[]} players the humans @param {string[]} names @returns {Message} */
function waitingFor(players, names) {
  if (names.length === 0) return ['hand.starting', {}];
  const others = [...names.keys()].filter((player) => !players.includes(player));
  return others.length === 1 ? ['hand.waitFor', { who: { player: others[0] } }] : ['hand.wait', {}];
}

/** The bar while the board shows an earlier turn than the one that is asked. @param {() => void} goBack @returns {Bar} */
export function awayBar(goBack) {
  return {
    player: null,
    name: '',
    says: ['hand.away', {}],
    bad: null,
    controls: [{ id: 'back', icon: 'skip-forward', label: ['hand.back', {}], press: goBack }],
  };
}

/** The bar while the timer stands: everything is in its place, and nothing can be pressed. @param {Bar} bar @returns {Bar} */
export function pausedBar(bar) {
  return { ...bar, says: ['hand.paused', {}], bad: null, controls: still(bar.controls) };
}

/** @param {Bar['controls']} controls */
const still = (controls) => controls.map((control) => ({ ...control, disabled: true }));
