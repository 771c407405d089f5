// The rating of the latest climb's bot among the rungs. No DOM.

import type { Rung, Step } from '../../contest/climb.ts';
import type { BlockResult } from '../../contest/types.ts';
import { gamesOf, pointsOf, tallyOf } from './games.ts';
import type { Compete } from './view.tsx';

/** The bot's own games against one rung; share: its share of the points. */
interface Direct {
  rung: string;
  share: number;
  games: number;
}

export type Standing = Rung & { direct: Direct[] };

type Found = Promise<Standing | 'failed' | null>;

/** The steps of a climb whose games count for the rating. */
export const playedSteps = (steps: Step[]) => steps.filter(({ row }) => row.state === 'over');

/** @returns a function that computes it whenever more was played; null: nothing was played yet; failed: the next call tries again */
export function createStanding(game: string, { contests, standing }: Pick<Compete, 'contests' | 'standing'>) {
  let latest: { key: string; found: Found } = { key: '', found: Promise.resolve(null) };

  async function find(played: Step[]): Promise<Standing> {
    const results = await Promise.all(played.map(({ row }) => contests.results(row.id)));
    // Python expects numbers for seeds, which are strings here; ratings do not depend on them.
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

/** @param results the results of each step */
function directOf(played: Step[], results: BlockResult[][]): Direct[] {
  const names = [...new Set(played.map(({ rung }) => rung))];
  return names.map((rung) => {
    const cells = played.flatMap((step, k) => (step.rung === rung ? gamesOf(results[k] ?? [], 0) : []));
    return { rung, share: pointsOf(tallyOf(cells)) / Math.max(1, cells.length), games: cells.length };
  });
}

/**
 * The rungs against which the bot's own games contradict the order on the ladder.
 *
 * @param rungs the rungs of the ladder
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
 * Whether the bot has met a rung that it did not beat, or that is rated higher, or the strongest one. Before that, it is only
 * known that the bot is stronger than those that it has beaten.
 *
 * @param rungs the rungs of the ladder, the weakest first
 */
export function isBounded({ rating, direct }: Standing, rungs: readonly Rung[], steps: Step[]): boolean {
  if (steps.some(({ beaten }) => beaten === false)) return true;
  const met = rungs.filter(({ name }) => direct.some(({ rung, games }) => rung === name && games > 0));
  return met.some((rung) => rung === rungs.at(-1) || rung.rating >= rating);
}
