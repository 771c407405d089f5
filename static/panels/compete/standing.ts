// Where the bot of the latest climb stands among the rungs. No DOM.

import type { Rung, Step } from '../../contest/climb.ts';
import type { BlockResult } from '../../contest/types.ts';
import { gamesOf, pointsOf, tallyOf } from './games.ts';
import type { Compete } from './view.tsx';

/** Its own games against one rung; share: of the points. */
interface Direct {
  rung: string;
  share: number;
  games: number;
}

export type Standing = Rung & { direct: Direct[] };

type Found = Promise<Standing | 'failed' | null>;

/** Those that the rating comes from. */
export const playedSteps = (steps: Step[]) => steps.filter(({ row }) => row.state === 'over');

/** @returns a function that computes it whenever more was played; null: nothing was played yet; failed: the next call tries again */
export function createStanding(game: string, { contests, standing }: Pick<Compete, 'contests' | 'standing'>) {
  let latest: { key: string; found: Found } = { key: '', found: Promise.resolve(null) };

  async function find(played: Step[]): Promise<Standing> {
    const results = await Promise.all(played.map(({ row }) => contests.results(row.id)));
    // Ratings do not depend on seeds, which are strings here.
    const seedless = results.map((blocks) => blocks.map((each) => ({ ...each, seed: 0 })));
    const found = await standing(
      game,
      played.map(({ rung }, k) => [rung, seedless[k] ?? []]),
    );
    if ('problem' in found) throw new Error(found.problem[0]);
    return { ...found, direct: directOf(played, results) };
  }

  const tried = (played: Step[]): Found =>
    find(played).catch(() => {
      latest.key = '';
      return 'failed' as const;
    });

  return (steps: Step[]): Found => {
    const played = playedSteps(steps);
    const key = played.map(({ row }) => `${row.id}:${row.games}`).join();
    if (key !== latest.key)
      latest = { key, found: played.length > 0 ? tried(played) : Promise.resolve(null) };
    return latest.found;
  };
}

/** @param results of each step */
function directOf(played: Step[], results: BlockResult[][]): Direct[] {
  const names = [...new Set(played.map(({ rung }) => rung))];
  return names.map((rung) => {
    const cells = played.flatMap((step, k) => (step.rung === rung ? gamesOf(results[k] ?? [], 0) : []));
    return { rung, share: pointsOf(tallyOf(cells)) / Math.max(1, cells.length), games: cells.length };
  });
}

/**
 * Rungs against which the bot's own games say the opposite of the order on the ladder.
 *
 * @param rungs of the ladder
 */
export function contradictions({ rating, direct }: Standing, rungs: readonly Rung[]) {
  return direct.flatMap((each) => {
    const rung = rungs.find(({ name }) => name === each.rung);
    if (!rung || each.games === 0) return [];
    const isAbove = rating >= rung.rating;
    const isOpposite = isAbove ? each.share < 0.5 : each.share > 0.5;
    return isOpposite ? [{ ...each, isAbove }] : [];
  });
}

/**
 * Whether the bot has met one that it did not beat, or that stands above it, or the strongest: how strong it is beyond those
 * that it has beaten is not known before.
 *
 * @param rungs of the ladder, the weakest first
 */
export function isBounded({ rating, direct }: Standing, rungs: readonly Rung[], steps: Step[]): boolean {
  if (steps.some(({ beaten }) => beaten === false)) return true;
  const met = rungs.filter(({ name }) => direct.some(({ rung, games }) => rung === name && games > 0));
  return met.some((rung) => rung === rungs.at(-1) || rung.rating >= rating);
}
