// A match that somebody has not chosen: against whom, and on which seed. No DOM and no words.

/**
 * The opponent that fits a person: the weakest one that tries to win and was not beaten yet; the strongest, for whoever has
 * beaten all of them.
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
 * Draws the seed of somebody's first match: one whose first position the page has, if there are any, because Python may not
 * be there yet when it is to begin.
 *
 * @param dull seeds on which a match is over before anything has happened
 */
export function firstSeed({
  hides,
  starts,
  dull,
}: {
  hides: boolean;
  starts: number;
  dull: readonly number[];
}) {
  const seeds = Array.from({ length: starts }, (_, k) => k + 1).filter((seed) => !dull.includes(seed));
  const drawn = newSeed(hides);
  return String(seeds[Number(drawn) % seeds.length] ?? drawn);
}

/**
 * Draws a seed that is short enough to read out. In a game that hides something it is long, so that a bot cannot find
 * it by trying.
 */
export function newSeed(hides: boolean) {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return String(hides ? (BigInt(high) << 32n) | BigInt(low) : low);
}
