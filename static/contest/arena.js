/**
 * What contests need of an arena; see static/engine/arena.js. No code.
 *
 * @typedef {import('../match/types.js').Message} Message
 * @typedef {import('../match/types.js').MatchSpec} MatchSpec
 * @typedef {import('../match/types.js').MatchListener} MatchListener
 * @typedef {import('../match/types.js').MatchHandle} MatchHandle
 * @typedef {import('../match/types.js').Code} Code
 * @typedef {import('../match/types.js').Equipment} Equipment
 * @typedef {import('../engine/contests.js').Block} Block
 * @typedef {import('../engine/contests.js').Next} Next
 * @typedef {import('../engine/contests.js').Sat} Sat
 * @typedef {ReturnType<typeof import('../engine/contests.js').createContestQuestions>} ContestQuestions
 *
 * @typedef {object} Arena
 * @property {Promise<void>} ready
 * @property {(spec: MatchSpec, on: Partial<MatchListener>) => MatchHandle} play
 * @property {(count: number) => Promise<boolean>} sideBySide
 * @property {() => void} warm
 * @property {ContestQuestions} contests
 * @property {() => void} close
 *
 * @typedef {(codes: Code[], signal: AbortSignal) => Promise<Equipment[] | {problem: Message}>} Equip what bots need
 *   besides their text, in their order
 */

export {};
