// The opponent and the seed of a match for which the user has chosen none. No DOM and no words.

/**
 * The opponent that fits a user: the weakest one that tries to win and was not beaten yet; the strongest if all are beaten.
 *
 * @param offer sparring: the weakest one that tries to win; ladder: the weakest first
 */
export function fittingRival(
  { sparring, ladder }: { sparring: string; ladder: readonly { name: string }[] },
  beaten: readonly string[],
): string {
  const names = ladder.map(({ name }) => name);
  const serious = names.includes(sparring) ? names.slice(names.indexOf(sparring)) : [sparring];
  return serious.find((name) => !beaten.includes(name)) ?? serious.at(-1) ?? sparring;
}

/**
 * Draws the seed for a user's matches up to the first win: one whose first position the page has, if there are any. Python may not
 * have loaded yet, and on these seeds it is known that something happens.
 *
 * @param dull seeds on which a match is over before anything has happened
 * @param played the seed of the match before, which is not repeated at once
 */
export function firstSeed(
  { hides, starts, dull }: { hides: boolean; starts: number; dull: readonly number[] },
  played: string = '',
) {
  const seeds = Array.from({ length: starts }, (_, k) => k + 1).filter(
    (seed) => !dull.includes(seed) && String(seed) !== played,
  );
  const drawn = newSeed(hides);
  return String(seeds[Number(drawn) % seeds.length] ?? drawn);
}

/** The largest seed that is drawn for games without hidden information. */
const LARGEST_SEED = 9999;

/**
 * Draws a seed that is short enough to read out. In games with hidden information it is long, so that a bot cannot find it by
 * trying all seeds until one fits what it sees.
 */
export function newSeed(hides: boolean) {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return String(hides ? (BigInt(high) << 32n) | BigInt(low) : 1 + (low % LARGEST_SEED));
}
