/**
 * What passes between playing by hand and the hand of a game. Nothing here runs.
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
 *   null: it was taken, or he is not asked any more; else why it was not taken, which is also shown
 * @property {() => void} changed the hand shows, says or offers something else now
 * @property {() => boolean} isHeard whether pointer and keys come to the hand; not while somebody looks at an earlier turn
 * @property {number[]} players the humans of this match
 * @property {Board} board
 *
 * @typedef {object} Control a button under the board
 * @property {string} id
 * @property {Message} label
 * @property {Message} [title] what it is called where the label is too short to tell
 * @property {string} [icon] shown instead of the label
 * @property {string} [group] controls with the same one stand together; `pad` and `pad:K` (of player K) are only there
 *   where fingers are
 * @property {'up' | 'right' | 'down' | 'left' | 'mid'} [area] where it is on a pad
 * @property {boolean} [pressed] of one that stays down
 * @property {boolean} [disabled]
 * @property {() => void} press
 *
 * @typedef {object} Hand one per match
 * @property {(ask: Ask) => void} ask somebody is to move
 * @property {() => void} rest nobody is
 * @property {(event: PointEvent) => boolean | void} point true for a `down`: what this pointer does until it is lifted is
 *   the hand's
 * @property {(event: KeyboardEvent) => boolean} key whether the hand took it
 * @property {(paint: Paint, scene: Scene) => void} paint over the board
 * @property {() => Control[]} controls
 * @property {() => Message | null} say what to do now; null: to wait for the others
 * @property {boolean} [atOnce] it can be asked for a second player before the first has moved
 * @property {boolean} [ahead] it hears pointer and keys while others move, and paints: it plans moves to come, or keeps a
 *   key that is pressed too early from the timeline
 * @property {() => number} [pace] milliseconds a turn takes at least, for the speed of the board
 *
 * @typedef {{shown: string[], says: string}} Key a row of the sheet of keys: the keys, and the message that says what they do
 *
 * @typedef {object} Bar what stands under the board
 * @property {number | null} player whose turn it is; null: of several, or of nobody
 * @property {string} name his name, where it has to be said
 * @property {Message} says what to do
 * @property {Message | null} bad why the last move was not taken
 * @property {Control[]} controls
 */

export {};
