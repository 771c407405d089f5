/**
 * The shapes that travel between the engine and the page. Nothing here runs.
 *
 * @typedef {[string, Record<string, unknown>]} Message a message id with its parameters
 *
 * @typedef {{name: string, kind: 'code' | 'house'}} Player
 *
 * @typedef {object} Header
 * @property {string} format
 * @property {number} version
 * @property {string} package
 * @property {string} game
 * @property {Record<string, unknown>} options
 * @property {number} seed
 * @property {Player[]} players
 * @property {Record<string, unknown>} clock
 *
 * @typedef {object} Fault
 * @property {'invalid' | 'timeout' | 'crash'} kind
 * @property {Message} message
 * @property {number | null} line
 * @property {string | null} error
 * @property {string | null} traceback
 *
 * @typedef {object} Answer
 * @property {number} player
 * @property {unknown} move
 * @property {Fault | null} fault
 * @property {number} ms
 * @property {number} budget
 * @property {['out' | 'err', string][]} output
 * @property {string} sent
 * @property {string} reply
 *
 * @typedef {{answers: Answer[]}} TurnRecord
 *
 * @typedef {object} Result
 * @property {number[]} scores
 * @property {number[]} places
 * @property {Message} reason
 * @property {(Message | null)[]} losses
 * @property {number} turns
 *
 * @typedef {{kind: 'code', name: string, source: string} | {kind: 'house', name: string}} Seat
 * @typedef {'booting' | 'importing' | 'ready' | 'thinking' | 'idle' | 'ended'} SeatState
 *
 * @typedef {object} MatchSpec
 * @property {string} game
 * @property {Seat[]} seats
 * @property {number} seed
 * @property {Record<string, unknown>} options
 * @property {Record<string, unknown>} clock
 * @property {number} [memory] megabytes a bot may use
 *
 * @typedef {object} MatchListener
 * @property {(start: {header: Header}) => void} start
 * @property {(player: number, state: SeatState) => void} seat
 * @property {(k: number, view: any, record: TurnRecord) => void} frame
 * @property {(end: {result: Result, replay: string}) => void} end
 * @property {(stopped: {replay: string | null}) => void} stop
 * @property {(message: Message) => void} error
 *
 * @typedef {object} Progress
 * @property {'download' | 'start' | 'snapshot' | 'ready' | 'failed'} stage
 * @property {number} done 0..1
 * @property {Message | null} message
 *
 * @typedef {object} Replay a match that is over
 * @property {Header} header
 * @property {any[]} frames
 * @property {TurnRecord[]} records
 * @property {Result} result
 *
 * @typedef {object} Match what the page shows; grows while it runs
 * @property {'demo' | 'live' | 'replay'} origin
 * @property {Header} header
 * @property {any[]} frames
 * @property {TurnRecord[]} records
 * @property {Result | null} result
 */

export {};
