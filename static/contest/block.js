// Plays one block on an arena, game after game. A fault of a bot is a result. If the platform fails, the block has none.

/** @typedef {import('../match/types.js').Message} Message */
/** @typedef {import('../match/types.js').Seat} Seat */
/** @typedef {import('./arena.js').Block} Block */
/** @typedef {import('./types.js').BlockResult} BlockResult */
/** @typedef {import('../base/kept/contests.js').Game} Game */
/** @typedef {{result: BlockResult, games: Game[]} | {void: Message, by: number | null} | {stopped: true}} Outcome by: the entrant whose
 *   bot was the cause, if that is known */

/**
 * @param {Pick<import('./arena.js').Arena, 'play' | 'warm'>} arena
 * @param {{game: string, options: Record<string, unknown>, clock: Record<string, unknown>}} match
 * @param {Block} block
 * @param {(entrant: number) => Seat} seatOf
 * @returns {{done: Promise<Outcome>, stop: () => void}}
 */
export function playBlock(arena, match, block, seatOf) {
  /** @type {import('../match/types.js').MatchHandle | null} */
  let running = null;
  let isStopped = false;

  /** @param {number[]} order @param {number | null} player */
  const entrantOf = (order, player) => (player === null ? null : (block.players[order[player] ?? 0] ?? null));

  /** @param {number[]} order @returns {Promise<{played: any, game: Game} | {void: Message, by: number | null} | {stopped: true}>} */
  const playGame = (order) =>
    new Promise((resolve) => {
      const seats = order.map((place) => seatOf(block.players[place] ?? 0));
      const spec = { ...match, seats, seed: block.seed, quiet: { secret: block.secret } };
      running = arena.play(spec, {
        // The workers of the next game boot while this one is played.
        thinking: arena.warm,
        played: ({ played, reports, replay }) => resolve({ played, game: { replay, reports } }),
        // Nothing has failed if the page was left: the block is played at the next visit.
        error: (why, _, player = null) =>
          resolve(why[0] === 'arena.left' ? { stopped: true } : { void: why, by: entrantOf(order, player) }),
        stop: () => resolve({ stopped: true }),
      });
    });

  /** @returns {Promise<Outcome>} */
  async function play() {
    const found = [];
    for (const order of block.orders) {
      if (isStopped) return { stopped: true };
      const game = await playGame(order);
      if (!('played' in game)) return game;
      found.push(game);
    }
    const { secret: _, ...shape } = block;
    const result = { ...shape, games: found.map(({ played }) => played) };
    return { result, games: found.map(({ game }) => game) };
  }

  return {
    done: play(),
    stop() {
      isStopped = true;
      running?.stop();
    },
  };
}
