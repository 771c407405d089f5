// Plays the games of opened contests again, one after the other, in the tab that plays contests. A contest is verified
// only after all of its games; after a reload this goes on where it was.

import type { Row, State } from '../base/storage/contest-rows.ts';
import type { ContestStorage } from '../base/storage/contests.ts';
import { unpacked } from '../base/storage/contests.ts';
import type { Message } from '../match/types.ts';
import type { EngineClient } from './engine-client.ts';
import { sentenceOf } from './sentence.ts';
import type { BlockResult } from './types.ts';

type Verified = NonNullable<Row['verified']>;

/** Problems that are named; one is enough to refuse a contest. */
const MOST_PROBLEMS = 20;
/** Milliseconds: how often it is written down how far it is. */
const SAVE_EVERY_MS = 1000;

/** @param row whether there is more to verify */
export const isOpen = ({ own, removed, verified }: Row) =>
  !own &&
  removed === null &&
  verified !== null &&
  verified.games < verified.of &&
  verified.problems.length < MOST_PROBLEMS;

export function createVerifier({
  storage,
  engineClient,
  row,
  rows,
  set,
  trouble,
}: {
  storage: ContestStorage;
  engineClient: EngineClient;
  row: (id: number) => Row | null;
  rows: () => readonly Row[];
  trouble: (id: number, why: Message) => void;
  set: (id: number, work: (row: State) => State | null) => Promise<void>;
}) {
  let working: Promise<void> | null = null;
  /** Those that could not be verified in this visit, such as a file that the engine dies of: the others come first. */
  const failed = new Set<number>();
  const isFresh = ({ id }: Row) => !failed.has(id);

  async function verify(contest: Row) {
    const results = await storage.results(contest.id);
    const places = results.flatMap((result) => result.games.map((_, game) => ({ result, game })));
    let verified = contest.verified as Verified;
    let written = performance.now();
    const note = (news: Partial<Verified>) => {
      verified = { ...verified, ...news };
      const now = verified;
      return set(contest.id, (each) => ({ ...each, verified: now }));
    };
    /**
     * Too much is wrong.
     * @param seen games that were played again
     */
    const noteUnseen = async (seen: number) => {
      if (seen === places.length) return;
      const count = MOST_PROBLEMS;
      const unseen = ['contest.more_games', { count, next: seen + 1 }] as Message;
      await note({ problems: [...verified.problems, unseen] });
    };
    for (const [k, { result, game }] of places.entries()) {
      if (k < verified.games) continue;
      const there = row(contest.id);
      if (!there || !isOpen(there)) return;
      const why = await wrongWith(contest, results, result.number, game);
      verified = { ...verified, games: k + 1 };
      if (why) {
        const problem = ['contest.bad_game', { number: k + 1, block: result.number + 1, why }] as Message;
        await note({ problems: [...verified.problems, problem] });
        if (verified.problems.length >= MOST_PROBLEMS) return noteUnseen(k + 1);
      }
      if (performance.now() - written > SAVE_EVERY_MS) {
        written = performance.now();
        await note({});
      }
    }
    const missing = places.length < verified.of ? [['contest.damaged', {}] as Message] : [];
    const last = verified.problems.length === 0 && contest.claim ? [contest.claim] : missing;
    await note({ games: verified.of, problems: [...verified.problems, ...last] });
  }

  async function wrongWith(
    contest: Row,
    results: BlockResult[],
    block: number,
    game: number,
  ): Promise<Message | null> {
    const found = await storage.game(contest.id, block, game);
    if (!found) return ['contest.damaged', {}];
    const replay = await unpacked(found.replay);
    const one = { block, game, replay, reports: found.reports };
    const why = await engineClient.about(contest, results, (questions) => questions.verify(contest.id, one));
    return why && 'problem' in why ? why.problem : why;
  }

  return {
    /** Begins, if there is something to verify and nothing is being verified. */
    look() {
      const open = rows().filter(isOpen);
      const next = open.find(isFresh) ?? open[0];
      if (!next || working) return;
      working = verify(next).catch((error) => {
        failed.add(next.id);
        trouble(next.id, sentenceOf(error));
      });
      working.then(() => {
        working = null;
        engineClient.leave(next.id);
        if (rows().some((each) => isOpen(each) && isFresh(each))) this.look();
      });
    },
  };
}
