// Checks bots when a contest is about to begin: which of them cannot play, and which could not be checked. No DOM.

/** Milliseconds that the beginning of a contest waits for checks that still run. */
const PATIENCE = 60_000;

/** A bot that is checked. why: why it cannot play; null if it can */
export interface Asked {
  name: string;
  why: Promise<string | null>;
}

/** broken: the bots that cannot play; unchecked: the names of bots that could not be checked */
export interface Known {
  broken: { name: string; why: string }[];
  unchecked: string[];
}

export async function knownOf(asked: readonly Asked[], patience: number = PATIENCE): Promise<Known> {
  const known: Known = { broken: [], unchecked: [] };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('late')), patience);
  });
  // Its rejection is handled here, because nobody may be waiting any more.
  late.catch(() => {});
  for (const { name, why } of asked) {
    try {
      const found = await Promise.race([why, late]);
      // A bot that plays against itself is named once.
      if (found && !known.broken.some((each) => each.name === name && each.why === found))
        known.broken.push({ name, why: found });
    } catch {
      if (!known.unchecked.includes(name)) known.unchecked.push(name);
    }
  }
  clearTimeout(timer);
  return known;
}
