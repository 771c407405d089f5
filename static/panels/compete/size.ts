// How many games a tournament has, before Python is asked. No DOM.

type Options = Record<string, number>;

/** As in py/sandlot/tournaments/swiss.py. */
const EXTRA_ROUNDS = 2;

/** The blocks of each kind, as `expected` of its plan has them: see py/sandlot/tournaments. */
const BLOCKS: Record<string, (count: number, options: Options) => number> = {
  gauntlet: (count, { smoke = 0, fixed = 0, fresh = 0 }) => (smoke + fixed + fresh) * (count - 1),
  'round-robin': (count, { blocks = 1 }) => pairsOf(count) * blocks,
  swiss: swissBlocks,
  'single-elimination': (count, { blocks = 1 }) => (count - 1) * blocks,
  'double-elimination': (count, { blocks = 1 }) => 2 * (count - 1) * blocks,
  'free-for-all': (count, { players = 2, rounds = 1 }) =>
    rounds * (players === 2 ? Math.floor(count / 2) : players === count ? 1 : count),
  finals: finalsBlocks,
};

const pairsOf = (count: number) => (count * (count - 1)) / 2;

function swissBlocks(count: number, { rounds = 0, blocks = 1 }: Options) {
  return (rounds || usualRounds(count)) * Math.floor(count / 2) * blocks;
}

/** A Swiss tournament, then everybody against everybody in each division. */
function finalsBlocks(count: number, options: Options) {
  const { top = count, final_blocks = 1, divisions = 1 } = options;
  const full = Math.min(divisions, Math.floor(count / top));
  const rest = full < divisions ? count - full * top : 0;
  return swissBlocks(count, options) + (full * pairsOf(top) + pairsOf(rest)) * final_blocks;
}

/** See `usual_rounds` in py/sandlot/tournaments/swiss.py: no pairing comes twice. */
const usualRounds = (count: number) =>
  Math.min(Math.ceil(Math.log2(count)) + EXTRA_ROUNDS, count - 1 + (count % 2));

/**
 * How many games there are if nothing ends early and nothing is tied. In a block everybody sits in every seat once.
 *
 * @param count entrants
 * @returns null: there are too few entrants, or the kind is not known here
 */
export function gamesIn(kind: string, count: number, options: Options): number | null {
  const seats = kind === 'free-for-all' ? (options.players ?? 2) : 2;
  const blocks = count >= seats ? BLOCKS[kind]?.(count, options) : undefined;
  return blocks === undefined ? null : blocks * seats;
}
