// Scales of charts: positions of values, and round numbers along an axis. No DOM.

/** @returns a linear scale; an empty domain is mapped to the middle of the range */
export function linear(
  [low, high]: readonly [number, number],
  [from, to]: readonly [number, number],
): (value: number) => number {
  if (high === low) return () => (from + to) / 2;
  return (value) => from + ((value - low) / (high - low)) * (to - from);
}

/** About `count` round numbers within a domain. */
export function ticks(low: number, high: number, count = 4): number[] {
  if (!(high > low)) return [low];
  const rough = (high - low) / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((each) => each * power >= rough * 0.999) ?? 10);
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, k) => tidy((first + k) * step, step));
}

/** Removes the rounding errors of floating point. */
function tidy(value: number, step: number) {
  const digits = Math.max(0, -Math.floor(Math.log10(step)));
  return Number(value.toFixed(digits)) + 0;
}

/**
 * The extent of the common scale of intervals. Long intervals are cut, because a single entrant that has lost everything would
 * press all others together. If most intervals are long, at least half of them fit on each side, because lines with arrows at
 * both ends could not be compared.
 */
export function extentOf(
  lines: readonly { rating: number; interval: readonly [number, number] }[],
): [number, number] {
  const ratings = lines.map(({ rating }) => rating);
  const low = Math.min(0, ...ratings);
  const high = Math.max(0, ...ratings);
  const room = Math.max(50, (high - low) * 0.35);
  const lows = lines.map(({ interval }) => interval[0]).sort((one, other) => other - one);
  const highs = lines.map(({ interval }) => interval[1]).sort((one, other) => one - other);
  const half = Math.floor((lines.length - 1) / 2);
  return [
    Math.max(Math.min(low - room, lows[half] ?? 0), Math.min(low, lows.at(-1) ?? 0)),
    Math.min(Math.max(high + room, highs[half] ?? 0), Math.max(high, highs.at(-1) ?? 0)),
  ];
}

/**
 * Leaves out points of a long line, but keeps the highest and the lowest of each section, so that it looks the same.
 *
 * @param most the most points
 * @returns the index and value of each point
 */
export function thinned(values: readonly number[], most: number): [number, number][] {
  if (values.length <= most) return values.map((value, k) => [k, value]);
  const stretches = Math.max(1, Math.floor(most / 2));
  const kept = new Map<number, number>([[0, values[0] ?? 0]]);
  for (let k = 0; k < stretches; k += 1) {
    const from = Math.floor((k * values.length) / stretches);
    const to = Math.floor(((k + 1) * values.length) / stretches);
    let [low, high] = [from, from];
    for (let at = from; at < to; at += 1) {
      if ((values[at] ?? 0) < (values[low] ?? 0)) low = at;
      if ((values[at] ?? 0) > (values[high] ?? 0)) high = at;
    }
    for (const at of [low, high]) kept.set(at, values[at] ?? 0);
  }
  kept.set(values.length - 1, values.at(-1) ?? 0);
  return [...kept].sort(([one], [other]) => one - other);
}
