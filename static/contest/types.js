/**
 * What a contest is to the page. Python decides everything about it (see py/sandlot/series): this page plays the games,
 * keeps them, and shows them.
 *
 * @typedef {import('../match/types.js').Message} Message
 * @typedef {import('../match/types.js').Code} Code
 *
 * @typedef {object} Entrant a bot as it was when the contest began
 * @property {string} name unique in the contest
 * @property {'code' | 'house' | 'program'} kind a program comes from a bundle of the command line, and cannot play here
 * @property {Code | null} code null: of a house bot, or the bundle has no sources
 * @property {string | null} [house] the house bot's own name; its name here may have a number
 * @property {number | null} [bot] its id in the library, if it is one of the user's bots
 * @property {number | null} [version] the number of the version that plays
 *
 * @typedef {object} ContestSpec what a person asks for
 * @property {string} game
 * @property {string} title
 * @property {Entrant[]} entrants
 * @property {Record<string, unknown> & {kind: string}} plan as `plans.plan_from` takes it
 * @property {Record<string, unknown>} options of the game
 * @property {Record<string, unknown>} clock
 *
 * @typedef {{default: number, low: number, high: number}} PlanOption a whole number, as all settings of plans are
 *
 * @typedef {object} Plans the kinds of contests, as `sandlot_build.catalog` lists them
 * @property {Record<string, {fewest: number, most: number, options: Record<string, PlanOption>}>} kinds
 * @property {Record<string, Record<string, unknown> & {kind: string}>} presets settings that have a name, which begins with
 *   that of their game
 * @property {Record<string, unknown> & {kind: string}} climb the plan of a series against a rung of the ladder, but for its seeds
 * @property {QuickPlans} quick
 * @property {[number, number][]} shows [blocks, percent]: so many blocks and more show who is better of two if one of them
 *   gets this percentage of the points
 *
 * @typedef {{kind: string, blocks: number, stop: object | null}} QuickPlan a series, but for its seeds
 * @typedef {object} QuickPlans the series that begin with one press
 * @property {QuickPlan} hundred
 * @property {QuickPlan} sure it ends as soon as it is clear who is better
 * @property {number} fewest games of `sure`
 * @property {number} most
 *
 * @typedef {object} ContestRow a contest as it is kept
 * @property {number} id
 * @property {string} game
 * @property {string} title
 * @property {number} created milliseconds since 1970
 * @property {string} text the JSON of `Contest` in py/sandlot/tournaments/contest.py
 * @property {Entrant[]} entrants
 * @property {'running' | 'paused' | 'stopped' | 'over'} state what the user wants of it; a running one goes on after a reload.
 *   stopped: for good
 * @property {boolean} own whether it was played here, and not opened from a file
 * @property {{games: number, of: number, problems: Message[], notes: Message[]} | null} verified of an opened one: how many of its
 *   games were played again; null: of an own one
 * @property {number} blocks that are kept
 * @property {number} games that are kept
 * @property {number} known games that the plan needs as far as is known
 * @property {[number, number][]} withdrawn [entrant, the first round it no longer plays]
 *
 * @typedef {object} Played how one game ended, each by seat: `Played` in py/sandlot/stats/blocks.py
 * @property {number[]} places
 * @property {number[]} scores
 * @property {(string | null)[]} faults
 * @property {(string | null)[]} reasons
 * @property {number} turns
 * @property {number} [digest] of all moves; games of earlier versions have none
 *
 * @typedef {object} BlockResult `record.result_json`
 * @property {number} number
 * @property {number} round
 * @property {number[]} players entrants
 * @property {string} seed in digits
 * @property {number[][]} orders by game: for each seat a position in `players`
 * @property {Played[]} games
 *
 * @typedef {object} Report the first fault of a seat: `faults.Report`
 * @property {number} seat
 * @property {number} turn
 * @property {Message} text
 * @property {string | null} trace
 * @property {string} errors
 *
 * @typedef {object} Line one entrant in the standings: `Standings.json`
 * @property {number} place
 * @property {string} name
 * @property {string} code
 * @property {number} points
 * @property {number} score
 * @property {number} share
 * @property {number} games
 * @property {number} wins
 * @property {number} draws
 * @property {number} losses
 * @property {Record<string, number>} faults
 * @property {number} byes
 * @property {number | null} buchholz
 * @property {number | null} final
 * @property {number | null} withdrawn
 * @property {number} rating
 * @property {[number, number]} interval
 * @property {number} rank
 * @property {[number, number]} rank_interval
 * @property {number} group
 * @property {number | null} p_next
 *
 * @typedef {{points: number, games: number, wins: number, draws: number, losses: number}} Count
 *
 * @typedef {object} Summary what Python says of a contest so far
 * @property {boolean} over
 * @property {[number, number]} rounds
 * @property {string | null} verdict
 * @property {Message | null} why
 * @property {number} blocks
 * @property {number} games
 * @property {number} beyond
 * @property {number} level of the intervals, such as 0.95
 * @property {Line[]} standings
 * @property {(Count & {names: [string, string]})[]} cross
 * @property {(Count & {name: string | null, seat: number})[]} seats
 * @property {(Count & {name: string, seed: string})[]} seeds
 * @property {{name: string, what: 'loss' | 'fault', reason: string, times: number}[]} reasons
 * @property {{round: number, players: number[], points: number[], winner: number | null, how: string}[]} pairings
 * @property {Message | null} answer of a contest of two, or of a gauntlet, in one sentence
 * @property {Message | null} elo the same answer in Elo, of a contest of two
 * @property {Message | null} [repeats] how many games repeat earlier ones move for move; null: none
 * @property {{word: string, names: string[], percent: number | null, games: number | null, margin?: string} | null} word what came
 *   of it, for a list: see `answer.in_a_word`
 * @property {boolean | null} beats whether the first of two has beaten the second one as the ladder demands it; null: it does not
 *   count for the ladder
 * @property {{lower: number, upper: number, elo: number, ratios: number[], against: number[]} | null} test of a series: the
 *   logarithms of both likelihood ratios after each block that counts, for "the first is better" and for "it is worse", and the
 *   bounds: one that reaches `upper` decides, and with both below `lower` neither is better
 *
 * @typedef {object} Progress of a contest that some tab plays
 * @property {number} games played
 * @property {number} known
 * @property {number | null} rate games per second
 * @property {number | null} left seconds
 * @property {boolean} here whether this tab plays it
 * @property {Message | null} trouble why it does not go on: a full disk, a block that could not be played
 *
 * @typedef {object} Contests
 * @property {Promise<void>} loaded the list was read; or that has failed, and is tried again at the next question
 * @property {() => readonly ContestRow[]} list newest first
 * @property {(hear: () => void) => () => void} onChange a row has changed, in this tab or in another; returns the undo
 * @property {(spec: ContestSpec) => Promise<{id: number} | {problem: Message}>} begin
 * @property {(id: number) => void} pause
 * @property {(id: number) => void} resume
 * @property {(id: number) => void} stop for good; what was played stays
 * @property {(id: number, entrant: number) => void} withdraw
 * @property {(id: number, title: string) => void} rename
 * @property {(id: number) => Promise<() => Promise<void>>} remove returns the undo
 * @property {(id: number) => Progress | null} progress
 * @property {() => void} takeOver this tab plays from now on, although another one does: that one may be asleep
 * @property {(id: number) => Promise<BlockResult[]>} results by number
 * @property {(id: number) => Promise<Summary | {problem: Message}>} summary of what is kept now
 * @property {(id: number, block: number, game: number) => Promise<{replay: string, reports: Report[]} | null>} game
 * @property {(id: number, how: {sources: boolean}) => Promise<{file: Blob, without: Message | null} | {problem: Message}>} bundle
 *   without: why it has no sources, although they were asked for
 * @property {(file: Blob, name: string, signal?: AbortSignal) => Promise<{id: number} | {problem: Message} | {stopped: true}>} open
 *   a bundle; verifying it goes on afterwards. stopped: by the signal, and nothing of it stays
 */

export {};
