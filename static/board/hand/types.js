/**
 * Types of the interface between hand.js and the hand of a game. No code.
 *
 * @typedef {import('../board.js').Board} Board
 * @typedef {import('../board.js').Paint} Paint
 * @typedef {import('../board.js').PointEvent} PointEvent
 * @typedef {import('../board.js').Scene} Scene
 * @typedef {import('../../match/types.js').Message} Message
 * @typedef {import('../../match/types.js').Turn} Turn
 *
 * @typedef {Turn & {player: number, names: string[], last: any, asked: number}} Ask last: the view before, or null;
 *   asked: when, as `performance.now` counts
 *
 * @typedef {object} Tools what a hand is given
 * @property {(player: number, move: unknown) => Promise<Message | null>} submit sends a move of a player who was asked;
 *   null: it was accepted, or the player is no longer asked; else why it was refused, which is also shown
 * @property {() => void} changed called when the hand paints, says or offers something else
 * @property {() => boolean} isHeard whether pointer and keys come to the hand; not while an earlier turn is shown
 * @property {number[]} players the humans of this match
 * @property {{get: <T>(key: string, otherwise: T) => T, set: (key: string, value: unknown) => void}} store keeps choices
 *   from one visit to the next
 * @property {Board} board
 *
 * @typedef {object} Control a button under the board
 * @property {string} id
 * @property {Message} label
 * @property {Message} [title] a longer name where the label is too short
 * @property {string} [icon] shown instead of the label
 * @property {Message} [short] a word of the label, shown with an icon that cannot be known
 * @property {string} [group] controls of one group stand together; `pad` and `pad:K` (of player K) are only shown on
 *   touch screens
 * @property {'up' | 'right' | 'down' | 'left' | 'mid'} [area] where it is on a pad
 * @property {boolean} [pressed] of a toggle button
 * @property {boolean} [disabled]
 * @property {() => void} press
 *
 * @typedef {object} Hand one per match
 * @property {(ask: Ask) => void} ask a player is to move
 * @property {() => void} rest no player is to move
 * @property {(event: PointEvent) => boolean | void} point true for a `down`: what this pointer does until it is lifted is
 *   the hand's
 * @property {(event: KeyboardEvent) => boolean} key whether the hand took it
 * @property {(paint: Paint, scene: Scene) => void} paint over the board
 * @property {() => Control[]} controls
 * @property {() => Message | null} say what to do now; null: wait for the others
 * @property {boolean} [atOnce] it can be asked for a second player before the first has moved
 * @property {boolean} [ahead] it gets pointer and keys while others move, and paints: it plans future moves, or keeps
 *   an early key press from the timeline
 * @property {() => Beat | null} [beat] the turn that its timer makes next; null: no timer runs
 * @property {() => boolean} [timed] whether its timer makes the turns
 * @property {() => Sight | null} [sight] where on a board that is higher than the window one plays now; null: anywhere
 * @property {() => number} [pace] milliseconds a turn takes at least, for the speed of the board
 *
 * @typedef {'start' | 'end'} Sight the upper or the lower end of a board
 *
 * @typedef {{shown: string[], says: string}} Key a row of the sheet of keys: the keys, and the message that says what they do
 *
 * @typedef {{at: number, ms: number}} Beat when the timer makes the next turn, as `performance.now` counts, and how long
 *   it has waited by then
 *
 * @typedef {object} Bar what stands under the board
 * @property {number | null} player whose turn it is; null: several players', or nobody's
 * @property {string} name the player's name, where it is needed
 * @property {Message} says what to do
 * @property {Message | null} bad why the last move was refused
 * @property {Control[]} controls
 */

export {};
