// The first position of a match before Python is there: of a few seeds the page has it, of others it shows as much as is
// known without the rules.

import { fetchAsset, manifest } from '../base/site/manifest.ts';
import { unusual } from '../match/options.ts';
import type { MatchSpec } from '../match/types.ts';
import { gameViewOf } from './index.ts';

/** What every game offers. */
export type Games = Record<string, { options: Record<string, { default: unknown }>; starts: number }>;

/**
 * @param some any first position of the game, which is at hand; what does not depend on the map is the same in all
 * @returns null: the page could not fetch what it needs for that
 */
export async function firstPosition(
  {
    game,
    seats,
    seed,
    options,
  }: Pick<MatchSpec, 'game' | 'seed' | 'options'> & { seats: readonly unknown[] },
  { games, demo, some = null }: { games: Games; demo: Record<string, string>; some?: unknown },
): Promise<any> {
  const offered = games[game]?.options ?? {};
  const usual = Object.fromEntries(Object.entries(offered).map(([name, option]) => [name, option.default]));
  const isUsual = seats.length === 2 && unusual(options, offered).length === 0;
  const isKnown = isUsual && seed !== '' && Number(seed) <= (games[game]?.starts ?? 0);
  const starts = isKnown || !some ? await fetched(manifest.starts[game]) : null;
  const known = isKnown ? starts?.[seed] : null;
  if (known) return known;
  const start = some ?? Object.values(starts ?? {})[0] ?? (await startOfDemo(demo[game]));
  return start ? gameViewOf(game).coming(start, { ...usual, ...options }, seats.length, seed) : null;
}

async function startOfDemo(url: string | undefined) {
  const recorded = await fetched(url);
  return recorded ? JSON.parse(recorded.deltas[0])[0] : null;
}

/** @returns null: it is not there */
function fetched(url: string | undefined): Promise<any> {
  const found = url ? fetchAsset(url).then((response) => response.json()) : Promise.resolve(null);
  return found.catch(() => null);
}
