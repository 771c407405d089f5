// How many games a second are played, and how long the rest takes.

/** Milliseconds that count: the speed changes with the bots that play just now. */
const WINDOW = 60_000;
/** Fewest games that tell anything. */
const FEWEST = 2;
/** Milliseconds after which the rest is estimated: what ends first are the shortest games. */
const SETTLED = 8000;

/** @param now milliseconds */
export function createPace(now: () => number = () => performance.now()) {
  const began = now();
  /** When games ended. */
  let ends: number[] = [];

  /** @returns games a second */
  function rate(): number | null {
    const time = now();
    ends = ends.filter((end) => time - end < WINDOW);
    const seconds = Math.min(WINDOW, time - began) / 1000;
    return ends.length < FEWEST || seconds <= 0 ? null : ends.length / seconds;
  }

  return {
    /** @param games that have just ended */
    note(games: number) {
      const time = now();
      for (let k = 0; k < games; k += 1) ends.push(time);
    },
    rate,
    /**
     * @param games that are still to be played
     * @returns seconds
     */
    left(games: number): number | null {
      const found = rate();
      return found === null || now() - began < SETTLED ? null : games / found;
    },
  };
}
