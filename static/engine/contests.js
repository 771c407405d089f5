// The page's questions to the engine about contests. The engine holds the results that it was given, by the number of
// their contest, until it is told to drop them, or ends.

import { EngineLost } from './asked.js';

/** @typedef {import('../match/types.js').Message} Message */
/** @typedef {import('../match/types.js').Patience} Patience */
/** @typedef {{problem: Message | null}} Problem null: there is none */

/**
 * @typedef {object} Sat
 * @property {Message | null} problem why the contest cannot be taken up
 * @property {Message | null} playable why no more games of it can be played here
 * @property {number} movers how many bots think at once
 *
 * @typedef {object} Block a block to play: `Block` in py/sandlot/stats/blocks.py
 * @property {number} number
 * @property {number} round
 * @property {number[]} players
 * @property {string} seed in digits
 * @property {number[][]} orders
 * @property {string} secret
 *
 * @typedef {object} Next
 * @property {Message} [problem]
 * @property {Block[]} blocks
 * @property {boolean} over
 * @property {number} look after so many more results it is time to ask again; 0: when all are played
 * @property {number} known games that the plan needs as far as is known
 * @property {Record<string, unknown>} options
 * @property {Record<string, unknown>} clock
 *
 * @typedef {object} Begin see `begin_contest` in py/sandlot/page/contests.py
 * @property {string} game
 * @property {{name: string, kind: string, source: string, path: string}[]} entrants
 * @property {object} plan
 * @property {object} options
 * @property {object} clock
 * @property {string} profile
 */

/**
 * @typedef {object} Packed
 * @property {Message} [problem] why it cannot be written
 * @property {number} packing its number
 * @property {[number, number][]} wanted blocks and games whose replays are to be handed over next
 * @property {[string, Uint8Array<ArrayBuffer>][]} [files] the file, once nothing is wanted any more
 *
 * @typedef {object} Head what is in a file, but for its blocks; see `Opened` in py/sandlot/page/contest_files.py
 * @property {undefined} [problem]
 * @property {number} opened its number
 * @property {string} text
 * @property {string} game
 * @property {{name: string, kind: 'code' | 'house' | 'program'}[]} entrants
 * @property {[number, number][]} withdrawn
 * @property {[number, Message][]} voids
 * @property {number} games
 * @property {number} blocks
 * @property {boolean} over
 * @property {boolean} sources
 * @property {Message[]} problems
 * @property {Message[]} notes
 * @property {Message | null} differs
 *
 * @typedef {{result: any, games: {replay: string, reports: any[]}[]}} OpenedBlock
 * @typedef {{name: string, kind: string, path: string, source: string, files: Record<string, string>}} PackedBot files:
 *   base64 by path
 */

/** @param {import('./questions.js').Ask} put */
export function createContestQuestions(put) {
  /** @type {import('./questions.js').Ask} */
  const ask = async (message, how) => {
    const answer = await put(message, how);
    // This is another engine than the one that was told of the contest.
    if (answer?.gone) throw new EngineLost();
    return answer;
  };

  return {
    /** Settles when the engine reacts. @param {Patience} how @returns {Promise<null>} */
    alive: ({ signal }) => ask({ type: 'contest/alive' }, { signal }),
    /**
     * @param {Begin} config
     * @param {[number, string, Uint8Array<ArrayBuffer>][]} files of bots of several files: entrant, path, content
     * @returns {Promise<{problem: Message} | {problem?: undefined, text: string, names: string[], games: number}>}
     */
    begin: (config, files) => ask({ type: 'contest/begin', config, files }),
    /** Takes up a contest without results. @param {number} key @param {string} text @returns {Promise<Sat>} */
    sit: (key, text) => ask({ type: 'contest/sit', key, text }),
    /**
     * @param {number} key
     * @param {unknown[]} results further ones
     * @param {[number, number][]} withdrawn all of them
     * @returns {Promise<{problem?: Message}>}
     */
    add: (key, results, withdrawn) => ask({ type: 'contest/add', key, results, withdrawn }),
    /** @param {number} key @returns {Promise<Next>} */
    next: (key) => ask({ type: 'contest/next', key }),
    /** @param {number} key @returns {Promise<number>} the round from which on an entrant can withdraw */
    round: (key) => ask({ type: 'contest/round', key }),
    /** @param {number} key @param {Patience} [how] @returns {Promise<any>} */
    summary: (key, how = {}) => ask({ type: 'contest/summary', key }, { signal: how.signal }),
    /**
     * Plays a game again.
     * @param {number} key
     * @param {{block: number, game: number, replay: string, reports: unknown[]}} game
     * @returns {Promise<Message | null>} what is wrong with it
     */
    verify: (key, game) => ask({ type: 'contest/verify', key, ...game }),
    /** @param {number} key @returns {Promise<null>} */
    leave: (key) => ask({ type: 'contest/leave', key }),

    /**
     * Begins to write a contest as one file.
     * @param {number} key
     * @param {object} config see `pack_contest` in py/sandlot/page/contest_files.py
     * @param {[number, string, Uint8Array<ArrayBuffer>][]} files
     * @param {Patience} [how]
     * @returns {Promise<Packed>}
     */
    pack: (key, config, files, how = {}) =>
      ask({ type: 'contest/pack', key, config, files }, { signal: how.signal }),
    /**
     * Hands over the replays that are wanted.
     * @param {number} packing
     * @param {Uint8Array<ArrayBuffer>[]} replays
     * @returns {Promise<Packed>}
     */
    packMore: (packing, replays) => ask({ type: 'contest/packMore', packing, replays }),
    /** @param {number} packing it is not wanted any more @returns {Promise<null>} */
    packNoMore: (packing) => ask({ type: 'contest/packNoMore', packing }),

    /** Opens a contest in one file. @param {ArrayBuffer} data @param {Patience} [how] @returns {Promise<{problem: Message} | Head>} */
    open: (data, how = {}) => ask({ type: 'contest/open', data }, { transfer: [data], signal: how.signal }),
    /** @param {number} opened @param {number} first @param {number} count @returns {Promise<{problem: Message} | {problem?: undefined, blocks: OpenedBlock[]}>} */
    openedBlocks: (opened, first, count) => ask({ type: 'contest/openedBlocks', opened, first, count }),
    /** @param {number} opened @param {number} entrant @returns {Promise<PackedBot | null>} null: it is no bot */
    openedBot: (opened, entrant) => ask({ type: 'contest/openedBot', opened, entrant }),
    /** @param {number} opened @returns {Promise<null>} */
    close: (opened) => ask({ type: 'contest/close', opened }),
  };
}
