// Opens a contest in one file: of another browser, or of the command line. Its blocks are taken one after the other;
// until all of them are here, the contest is not in the list.

import { MOST_VOIDS, SETUP, STATE } from '../base/storage/contest-rows.ts';
import type { ContestStorage } from '../base/storage/contests.ts';
import { packed } from '../base/storage/contests.ts';
import type { TakeFiles } from '../base/values/packed-bot.ts';
import { codeOf } from '../base/values/packed-bot.ts';
import { fits } from '../base/values/shapes.ts';
import type { Head } from '../engine/contests.ts';
import type { Message } from '../match/types.ts';
import type { ContestQuestions as Questions } from './arena.ts';
import { newRow } from './begin.ts';
import type { EngineClient } from './engine-client.ts';
import { sentenceOf } from './sentence.ts';
import type { Entrant } from './types.ts';

const DAMAGED: Message = ['contest.damaged', {}];
/** The most bytes of a file: Python's limit, see py/sandlot/archive/bundle.py. */
const LARGEST_FILE = 2 ** 29;
/** Blocks that are taken at once, at most. */
const AT_ONCE = 5;

/**
 * @param name of the file
 * @param signal its user does not want it any more
 */
export async function openContest(
  file: Blob,
  name: string,
  {
    storage,
    engineClient,
    takeFiles,
  }: { storage: ContestStorage; engineClient: EngineClient; takeFiles: TakeFiles },
  signal?: AbortSignal,
): Promise<{ id: number; isTitled: boolean } | { problem: Message } | { stopped: true }> {
  if (file.size > LARGEST_FILE)
    return { problem: ['contest.bundle_size', { games: 100_000, megabytes: LARGEST_FILE / 2 ** 20 }] };
  let id = 0;
  const take = async (
    questions: Questions,
  ): Promise<{ id: number; isTitled: boolean } | { problem: Message }> => {
    // The engine may have been lost the first time.
    if (id) await storage.remove(id);
    const head = await questions.open(await file.arrayBuffer(), { signal });
    if (head.problem) return { problem: head.problem };
    try {
      const entrants = await entrantsOf(head, questions, takeFiles, signal);
      const row = rowOf(head, entrants, name);
      // What could not be read back is not kept.
      if (!fits(SETUP, row) || !fits(STATE, { ...row, id: 1 }))
        return { problem: ['contest.bad_field', { name: 'entrants' }] };
      id = await storage.create(row);
      const problem = await takeBlocks(id, head, questions, storage, signal);
      if (problem) return { problem };
    } finally {
      await questions.close(head.opened).catch(() => {});
    }
    return { id, isTitled: Boolean(head.title) };
  };
  const found = await engineClient.ask(take, signal).catch((error) => ({ problem: problemOf(error) }));
  if ('problem' in found && id) await storage.remove(id).catch(() => {});
  return 'problem' in found && signal?.aborted ? { stopped: true } : found;
}

const problemOf = (error: any): Message =>
  error?.name === 'QuotaExceededError' ? ['contest.full', {}] : sentenceOf(error);

function rowOf(head: Head, entrants: Entrant[], name: string) {
  const { game, text, games, known, open, withdrawn, voids, problems, notes, differs, origin } = head;
  const row = newRow({
    ...{ game, text, entrants, withdrawn, claim: differs, origin: origin || undefined },
    title: head.title || name.replace(/\.zip$/i, ''),
    titled: Boolean(head.title),
    ...(head.over ? { known: games } : { known, open }),
    state: head.over ? 'over' : 'stopped',
    own: false,
    verified: { games: 0, of: games, problems, notes },
    // Another tab that begins later deletes it, should this one be closed before all of it is here.
    removed: Date.now(),
  });
  return { ...row, voids: voids.slice(-MOST_VOIDS) };
}

async function takeBlocks(
  id: number,
  head: Head,
  questions: Questions,
  storage: ContestStorage,
  signal?: AbortSignal,
) {
  for (let taken = 0; taken < head.blocks; ) {
    signal?.throwIfAborted();
    const found = await questions.openedBlocks(head.opened, taken, AT_ONCE);
    if (found.problem) return found.problem;
    taken += found.blocks.length;
    for (const { result, games } of found.blocks) {
      const texts = await Promise.all(games.map(({ replay }) => packed(replay)));
      const replays = games.map(({ reports }, k) => ({
        replay: texts[k] as Uint8Array<ArrayBuffer>,
        reports,
      }));
      // Somebody may have removed it meanwhile.
      if (!(await storage.add(id, result, replays))) return DAMAGED;
    }
  }
  return null;
}

async function entrantsOf(
  { opened, entrants, sources }: Head,
  questions: Questions,
  takeFiles: TakeFiles,
  signal?: AbortSignal,
): Promise<Entrant[]> {
  const found = [];
  for (const [number, { name, kind }] of entrants.entries()) {
    signal?.throwIfAborted();
    const bot = sources ? await questions.openedBot(opened, number) : null;
    const code = bot && kind === 'code' ? await codeOf(bot, takeFiles) : null;
    found.push({ name, kind, code, house: kind === 'house' ? (bot?.name ?? null) : null });
  }
  return found;
}
