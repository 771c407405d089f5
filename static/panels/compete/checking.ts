// What is known of bots when a contest is about to begin: which will not play, and of which that could not be found out. No
// DOM.

/** Milliseconds: whoever begins waits so long for what is still being found out. */
const PATIENCE = 60_000;

/** A bot that is looked at. why: why it will not play; null: it may */
export interface Asked {
  name: string;
  why: Promise<string | null>;
}

/** broken: those that will not play; unchecked: names */
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
  // Nobody may be waiting any more.
  late.catch(() => {});
  for (const { name, why } of asked) {
    try {
      const found = await Promise.race([why, late]);
      // Whoever plays against itself is named once.
      if (found && !known.broken.some((each) => each.name === name && each.why === found))
        known.broken.push({ name, why: found });
    } catch {
      if (!known.unchecked.includes(name)) known.unchecked.push(name);
    }
  }
  clearTimeout(timer);
  return known;
}
