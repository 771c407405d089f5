// Where the bot of the latest climb stands among the rungs. No DOM.

import type { Rung, Step } from '../../contest/climb.ts';
import type { Compete } from './view.tsx';

type Found = Promise<Rung | 'failed' | null>;

/** Those that the rating comes from. */
export const playedSteps = (steps: Step[]) => steps.filter(({ row }) => row.state === 'over');

/** @returns works it out whenever it has played more; null: it has played nothing yet; failed: another time it is tried again */
export function createStanding(game: string, { contests, standing }: Pick<Compete, 'contests' | 'standing'>) {
  let latest: { key: string; found: Found } = { key: '', found: Promise.resolve(null) };

  async function find(played: Step[]): Promise<Rung> {
    const results = await Promise.all(played.map(({ row }) => contests.results(row.id)));
    // Ratings do not depend on seeds, which are strings here.
    const seedless = results.map((blocks) => blocks.map((each) => ({ ...each, seed: 0 })));
    const found = await standing(
      game,
      played.map(({ rung }, k) => [rung, seedless[k] ?? []]),
    );
    if ('problem' in found) throw new Error(found.problem[0]);
    return found;
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
