/**
 * Types of the data that the engine and the page exchange. No code.
 *
 * @typedef {[string, Record<string, unknown>]} Message a message id with its parameters
 *
 * @typedef {{name: string, kind: 'code' | 'house' | 'program' | 'human', packages?: string[]}} Player
 *
 * @typedef {object} Header
 * @property {string} format
 * @property {number} version
 * @property {string} package
 * @property {string} game
 * @property {Record<string, unknown>} options
 * @property {string} seed in digits: the numbers of JavaScript are not exact beyond 2**53
 * @property {Player[]} players
 * @property {Record<string, unknown>} clock
 * @property {boolean} [human_clock] whether the clock ran for humans, too
 * @property {boolean} [hinted] whether a person was shown hints
 * @property {boolean} [in_turn] whether bots thought one after another instead of at once
 * @property {Fork[]} [forks] the earlier players, if this match went on from another one
 *
 * @typedef {object} Fork the players of the first `turn` turns
 * @property {number} turn
 * @property {Player[]} players
 * @property {Record<string, unknown>} clock
 * @property {boolean} [human_clock]
 *
 * @typedef {object} Fault
 * @property {'invalid' | 'timeout' | 'crash' | 'resigned'} kind
 * @property {Message} message
 * @property {string} [file] of a bot of several files
 * @property {number | null} line
 * @property {string | null} error
 * @property {string | null} traceback
 *
 * @typedef {object} Answer
 * @property {number} player
 * @property {unknown} move
 * @property {Fault | null} fault
 * @property {number} ms what the clock counted
 * @property {number | null} [thought] milliseconds that its own side measured, without the way there and back
 * @property {number | null} budget milliseconds; null: no limit
 * @property {number} bank milliseconds of extra time left after this turn
 * @property {number | null} steps of Python it took, if they are counted
 * @property {['out' | 'err' | 'cut' | 'quota', string][]} output 'cut': how many characters of the turn were dropped; 'quota':
 *   how many characters and marks the match had no room for
 * @property {string} reply
 * @property {Mark[]} drawings
 *
 * @typedef {{player: number, sent: string, reply: string}} Exchange the exact text that went to a player, and what came back
 *
 * @typedef {object} Seen what a bot is asked, and what was played then
 * @property {number} turn the turn that it is asked to play, from 1
 * @property {string} view JSON
 * @property {Record<string, string>} wires by the name of each protocol, the exact text that a program reads
 * @property {string | null} move JSON; null: the match does not go on, or the answer was a fault
 *
 * @typedef {object} Stats what the timeline shows of a position; see `stats` in py/sandlot/game.py
 * @property {Record<string, number[]>} series one number for every player, or a single one
 * @property {['capture' | 'kill' | 'out', number][]} marks events with their players
 *
 * @typedef {[number, number]} Place row and column as the game's view counts them
 * @typedef {['cell', number, number, string, string] | ['line', Place, Place, string] | ['text', Place, string, string]
 *   | ['note', string]} Mark what a bot drew: see py/sandlot/draw.py; colours are names of tokens
 *
 * @typedef {{answers: Answer[], stats: Stats}} TurnRecord
 *
 * @typedef {object} Result
 * @property {number[]} scores
 * @property {number[]} places
 * @property {Message} reason
 * @property {(Message | null)[]} losses
 * @property {number} turns
 *
 * @typedef {{names: string[], wheels: Blob[]}} Packages what a bot is given besides Python; names are "name==version"
 *
 * @typedef {{path: string, text: string} | {path: string, id: string, size: number}} BotFile one of a bot of several;
 *   id: the hash by which the browser stores the content
 * @typedef {{path: string, data: Blob}} LaidOut a file as the bot's worker gets it
 * @typedef {{name: string, source: string, main?: string | undefined, files?: BotFile[] | undefined}} Code main: the path of
 *   the file in which a bot of several files begins; files: the others
 * @typedef {{packages?: Packages | undefined, laidOut?: LaidOut[] | undefined}} Equipment laidOut: the files of a bot of several
 * @typedef {((Code & Equipment & {kind: 'code'}) | {kind: 'house', name: string, house?: string | undefined} | {kind: 'human', name: string}) & {hasEnded?: boolean}} Seat
 *   house: the house bot's own name, if it plays under another one. hasEnded: of a contest: a game was void because of this
 *   bot before
 * @typedef {'booting' | 'importing' | 'ready' | 'catching-up' | 'thinking' | 'idle' | 'ended'} SeatState
 *
 * @typedef {'auto' | 'at_once' | 'in_turn'} Thinking whether bots that are to think at once do so: auto, where the
 *   browser really lets them run side by side
 *
 * @typedef {object} MatchSpec
 * @property {string} game
 * @property {Seat[]} seats
 * @property {string} seed in digits: the numbers of JavaScript are not exact beyond 2**53
 * @property {Record<string, unknown>} options
 * @property {Record<string, unknown>} clock
 * @property {number} [memory] megabytes a bot may use
 * @property {boolean} [humanClock] whether the clock runs for humans, too
 * @property {Thinking} [thinking]
 * @property {{secret: string}} [quiet] a game of a contest, with the secret of its block: nobody watches it, and its
 *   listener hears of nothing but its end
 * @property {{replay: string, turn: number}} [fork] go on from this replay after so many turns; then game, seed and
 *   options are the replay's, and the positions up to there come as recorded ones
 *
 * @typedef {object} Turn the question to a human who is to move
 * @property {number} k the position that the board shows meanwhile
 * @property {any} view what this player sees
 * @property {any} hand the possible moves, from the game's `hand`
 * @property {number | null} budget milliseconds for this move; null: no limit
 * @property {number | null} left the part of them that comes from the bank
 *
 * @typedef {object} MatchHandle
 * @property {() => void} stop
 * @property {(player: number, move: unknown) => Promise<Message | null>} move null: it was accepted; else the sentence
 *   that says why it was refused, and the human is still to move
 * @property {(player: number) => void} resign at once if the player is to move, else at their next turn
 * @property {() => void} hinted a person is shown a hint, and the replay says so
 * @property {() => Promise<string | null>} replay the text of its replay as far as it has come; null: it is over, or has
 *   not begun
 *
 * @typedef {object} PositionExtras
 * @property {boolean} recorded whether it is of the replay that this match goes on from
 * @property {Record<number, string>} views by human, a delta of the human's own film; none if the game hides nothing
 *
 * @typedef {object} MatchListener
 * @property {(start: {header: Header}) => void} start
 * @property {(player: number, state: SeatState, budget: number | null) => void} seat budget: the milliseconds the
 *   player has, if there is a limit
 * @property {(player: number, turn: Turn) => void} turn a human is to move
 * @property {(inTurn: boolean) => void} thinking whether bots think one after another in this match
 * @property {() => void} reruns there is a program among the bots, and this browser has to run it again every turn
 * @property {(k: number, delta: string, record: TurnRecord, more: PositionExtras) => void} position the delta is for a film: see
 *   film.js
 * @property {(end: {result: Result, replay: string}) => void} end
 * @property {(end: {played: Record<string, any>, reports: any[], replay: Uint8Array<ArrayBuffer>}) => void} [played] the end of a quiet
 *   match: see `Played` and `Report` in static/contest/types.js; replay: packed, see base/kept/contests.js
 * @property {(stopped: {replay: string | null}) => void} stop
 * @property {(message: Message, replay: string | null, player?: number | null) => void} error replay: of the turns played
 *   until then; player: whose bot was the cause, if that is known
 *
 * @typedef {{replay: string, turn: number, player: number} & Code & Equipment} AgainSpec a bot is asked
 *   on a turn of a replay; turn: from 1, what was answered then is in the record of that number
 *
 * @typedef {Answer & {profile: [number, number, number][], original: Answer}} AnswerAgain what it answers now, what was
 *   answered then, and how often each line ran and for how many milliseconds: [line, hits, ms]
 *
 * @typedef {{by: string, move: any, expects: Record<string, any>, after: any}} Hint what a house bot would do in a
 *   position; expects: moves of the others by player, where nothing is hidden; after: the view once all these are made, or null
 *
 * @typedef {object} Progress
 * @property {'download' | 'start' | 'snapshot' | 'ready' | 'failed'} stage
 * @property {number} done 0..1
 * @property {Message | null} message
 *
 * @typedef {object} Replay a match that is over
 * @property {Header} header
 * @property {string[]} deltas for a film: see film.js
 * @property {TurnRecord[]} records
 * @property {Result} result
 *
 * @typedef {object} Found what is known of an opened replay besides
 * @property {Message | null} problem
 * @property {number} turns how many its file says there are
 * @property {string | null} imported its file, if it was a log of another place, or a link
 * @property {number | null} turn at which a link opens
 * @property {number | null} eyes the player whose view a link shows
 *
 * @property {Record<string, string>} sources programs that a link holds, by player
 *
 * @typedef {Replay & Found} Opened
 *
 * @typedef {{turn: number | null, eyes: number | null, sources: Map<number, string>}} Wanted of a link: the turn at which it opens,
 *   whose view it shows, and programs by player
 * @typedef {{link: string, turn: string, eyes: string} | {problem: Message}} Made a link, and what is put at its end for
 *   that turn and that view
 *
 * @typedef {object} Patience for a question that may take long
 * @property {AbortSignal} [signal] cancels it
 * @property {(news: {done: number, of: number}) => void} [progress] turns played of turns there are
 *
 * @typedef {object} Match what the page shows; grows while it runs
 * @property {'demo' | 'coming' | 'live' | 'replay'} origin coming: it has been asked for, and has not begun
 * @property {Header} header
 * @property {import('./film.js').Film} film
 * @property {Map<number, import('./film.js').Film>} views the films of single players that were requested so far
 * @property {TurnRecord[]} records
 * @property {Result | null} result
 * @property {() => Promise<string | null>} replay the text of its replay, as far as it has come
 * @property {Map<number, Code>} [codes] the programs that took part, by player, as far as they are known
 * @property {boolean} [isVerified] it was played again by the rules, and came to the result that it says
 */

export {};
