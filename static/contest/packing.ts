// Writes a contest as one file, which `sandlot verify` accepts. Python writes it; the page hands over the games.

import type { ContestStorage } from '../base/storage/contests.ts';
import type { Message, QuestionOptions } from '../match/types.ts';
import type { LayOut } from './begin.ts';
import { described, filesOf } from './begin.ts';
import type { EngineClient } from './engine-client.ts';
import { sharedOrigin } from './plan-of.ts';
import type { BlockResult, ContestRow, Entrant } from './types.ts';

const DAMAGED: { problem: Message } = { problem: ['contest.damaged', {}] };

/** Where the games of a contest are. */
type Kept = Pick<ContestStorage, 'results' | 'voids' | 'game'>;

/**
 * @param how progress: counts the games that are written
 * @returns without: why it has no sources, although they were asked for; stopped: by the signal
 */
export async function packContest(
  row: ContestRow,
  { sources, signal, progress }: { sources: boolean } & QuestionOptions,
  { storage, engineClient, layOut }: { storage: Kept; engineClient: EngineClient; layOut: LayOut },
): Promise<{ file: Blob; without: Message | null } | { problem: Message } | { stopped: true }> {
  const results = await storage.results(row.id);
  const of = results.reduce((all, { games }) => all + games.length, 0);
  let done = 0;
  const without = sources ? lackOf(row.entrants) : null;
  const withSources = sources && !without;
  const files = withSources ? await filesOf(row.entrants, layOut) : [];
  if ('problem' in files) return files;
  const config = {
    ...{ title: row.title, origin: sharedOrigin(row) },
    entrants: row.entrants.map(described),
    voids: (await storage.voids(row.id)).map(([block, why]) => [block, why]),
    reports: await reportsOf(row.id, results, storage),
    sources: withSources,
  };
  const found = engineClient.about(row, results, async (questions) => {
    let packed = await questions.pack(row.id, config, files, { signal });
    while (!packed.problem && packed.wanted.length > 0) {
      const replays = signal?.aborted ? null : await replaysOf(row.id, packed.wanted, storage);
      if (!replays) {
        await questions.packNoMore(packed.packing);
        return signal?.aborted ? { stopped: true as const } : DAMAGED;
      }
      done += packed.wanted.length;
      packed = await questions.packMore(packed.packing, replays);
      progress?.({ done, of });
    }
    if (packed.problem) return { problem: packed.problem };
    const file = packed.files?.[0]?.[1];
    return file ? { file: new Blob([file], { type: 'application/zip' }), without } : DAMAGED;
  });
  return found.catch((error) => {
    if (signal?.aborted) return { stopped: true };
    throw error;
  });
}

/** Why the sources of all entrants cannot be in a file; null: they can. */
function lackOf(entrants: readonly Entrant[]): Message | null {
  const program = entrants.find(({ kind }) => kind === 'program');
  if (program) return ['contest.without_program', { name: program.name }];
  const lost = entrants.find(({ kind, code }) => kind === 'code' && !code);
  return lost ? ['contest.without_source', { name: lost.name }] : null;
}

async function replaysOf(
  id: number,
  places: [number, number][],
  storage: Kept,
): Promise<Uint8Array<ArrayBuffer>[] | null> {
  const games = await Promise.all(places.map(([block, game]) => storage.game(id, block, game)));
  return games.every((each) => each !== null) ? games.map(({ replay }) => replay) : null;
}

/** The reports of games with faults; the others have none. */
async function reportsOf(id: number, results: readonly BlockResult[], storage: Kept) {
  const found = [];
  for (const { number, games } of results)
    for (const [game, { faults }] of games.entries()) {
      if (faults.every((fault) => fault === null)) continue;
      found.push([number, game, (await storage.game(id, number, game))?.reports ?? []]);
    }
  return found;
}
