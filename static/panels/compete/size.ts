// Computes the number of games of a tournament without Python. No DOM.

type Options = Record<string, number>;

/** The most games of a block; see `MOST_ORDERS` in py/sandlot/formats/bounds.py. */
const MOST_ORDERS = 8;
/** As in py/sandlot/tournaments/swiss.py. */
const EXTRA_ROUNDS = 2;

/**
 * The number of blocks for each kind: in each round, if a round starts only when the one before is complete. As in the first
 * schedule of the plan, see `later` of `Schedule` in py/sandlot/stats/blocks.py.
 */
const ROUNDS: Record<string, (count: number, options: Options) => number[]> = {
  series: (_, { blocks = 1 }) => [blocks],
  gauntlet: (count, { smoke = 0, fixed = 0, fresh = 0 }) =>
    [smoke, fixed + fresh].map((each) => each * (count - 1)),
  'round-robin': (count, { blocks = 1 }) => [pairsOf(count) * blocks],
  swiss: swissRounds,
  'single-elimination': (count, { blocks = 1 }) => singleElimination(count).map((each) => each * blocks),
  'double-elimination': (count, { blocks = 1 }) => doubleElimination(count).map((each) => each * blocks),
  'free-for-all': (count, { players = 2, rounds = 1 }) => [
    rounds * (players === 2 ? Math.floor(count / 2) : players === count ? 1 : count),
  ],
  finals: finalsRounds,
};

/** Whether ties are played again, so that there may be more games. */
export const mayTie = (kind: string, { replays = 0 }: Options) => kind.endsWith('elimination') && replays > 0;

const pairsOf = (count: number) => (count * (count - 1)) / 2;

function swissRounds(count: number, { rounds = 0, blocks = 1 }: Options): number[] {
  return Array(rounds || usualRounds(count)).fill(Math.floor(count / 2) * blocks);
}

/** A Swiss tournament, then a round robin in each division. */
function finalsRounds(count: number, options: Options) {
  const { top = count, final_blocks = 1, divisions = 1 } = options;
  const full = Math.min(divisions, Math.floor(count / top));
  const rest = full < divisions ? count - full * top : 0;
  return [...swissRounds(count, options), (full * pairsOf(top) + pairsOf(rest)) * final_blocks];
}

/** The number of rounds in which everybody meets everybody. */
export const allRounds = (count: number) => count - 1 + (count % 2);

/** The default number of rounds, see `usual_rounds` in py/sandlot/tournaments/swiss.py. No pairing is repeated. */
export const usualRounds = (count: number) => Math.min(fewestRounds(count) + EXTRA_ROUNDS, allRounds(count));

/**
 * The number of rounds that a form proposes: the default, but one less if everybody would meet everybody, which would be a
 * round robin. In a plan, 0 still means the default number.
 */
export const proposedRounds = (count: number) =>
  Math.max(fewestRounds(count), Math.min(usualRounds(count), allRounds(count) - 1));

/** The fewest rounds after which a single entrant has won all matches. */
export const fewestRounds = (count: number) => Math.ceil(Math.log2(count));

/** The two places of a match in a bracket, and whether each is taken. An entrant without an opponent has a bye. */
type Match = readonly [boolean, boolean];

const isPlayed = ([one, other]: Match) => one && other;
/** Whether the match has a winner, who needs a place in the next round. */
const hasWinner = ([one, other]: Match) => one || other;
const played = (matches: Match[]) => matches.filter(isPlayed).length;

/** The matches between neighbouring places. */
const meeting = (places: boolean[]): Match[] =>
  places.flatMap((one, at): Match[] => (at % 2 === 0 ? [[one, places[at + 1] ?? false]] : []));

/** The number of matches in each round. */
function singleElimination(count: number): number[] {
  const found = [];
  for (let places = bracketOf(count); places.length > 1; ) {
    const matches = meeting(places);
    found.push(played(matches));
    places = matches.map(hasWinner);
  }
  return found;
}

/** The number of matches in each round: see `DoubleElimination.rounds` in py/sandlot/tournaments/elimination.py. */
function doubleElimination(count: number): number[] {
  const first = meeting(bracketOf(count));
  const found = [played(first)];
  let [above, below] = [first.map(hasWinner), first.map(isPlayed)];
  for (let isCrossed = true; above.length > 1; isCrossed = !isCrossed) {
    const [upper, lower] = [meeting(above), meeting(below)];
    const fallen = isCrossed ? upper.map(isPlayed).reverse() : upper.map(isPlayed);
    const crosswise = lower.map((match, at): Match => [fallen[at] ?? false, hasWinner(match)]);
    found.push(played([...upper, ...lower]), played(crosswise));
    [above, below] = [upper.map(hasWinner), crosswise.map(hasWinner)];
  }
  return [...found, 1];
}

/** The places of the first round, in which the best have byes: see `placement` in py/sandlot/tournaments/elimination.py. */
function bracketOf(count: number): boolean[] {
  let seeds = [0];
  while (seeds.length < count) {
    const last = 2 * seeds.length - 1;
    seeds = seeds.flatMap((seed) => [seed, last - seed]);
  }
  return seeds.map((seed) => seed < count);
}

/** The size of a contest. rounds: the number of blocks in each round that waits for the one before. */
export interface Size {
  rounds: number[];
  /** The number of games in a block: one for each seat of an entrant, up to `MOST_ORDERS`. */
  games: number;
}

/**
 * The size of a contest if nothing ends early and nothing is tied.
 *
 * @param count the number of entrants
 * @returns null if there are too few entrants, or the kind is not known here
 */
export function sizeOf(kind: string, count: number, options: Options): Size | null {
  const seats = kind === 'free-for-all' ? (options.players ?? 2) : 2;
  const rounds = count >= seats ? ROUNDS[kind]?.(count, options) : undefined;
  return rounds ? { rounds: rounds.filter(Boolean), games: Math.min(seats, MOST_ORDERS) } : null;
}

/** The number of all games. */
export const gamesIn = ({ rounds, games }: Size) => games * rounds.reduce((all, each) => all + each, 0);
