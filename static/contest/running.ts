// One contest that this tab plays: its blocks come from the plan, and what was played goes to where it is kept.

import type { Row, State } from '../base/storage/contest-rows.ts';
import type { ContestStorage } from '../base/storage/contests.ts';
import type { Block } from '../engine/contests.ts';
import type { Message, Seat } from '../match/types.ts';
import type { Outcome } from './block.ts';
import type { EngineClient } from './engine-client.ts';
import { createPace } from './pace.ts';
import { createRunner } from './runner.ts';
import { sentenceOf, unkeptBecause } from './sentence.ts';
import type { Progress } from './types.ts';

export type Played = Extract<Outcome, { games: any }>;

export interface Host {
  storage: Pick<ContestStorage, 'results' | 'add' | 'spoil' | 'voids'>;
  engineClient: EngineClient;
  /** A row. */
  change: (id: number, change: (row: State) => State | null) => Promise<void>;
  /** As it is now. */
  row: (id: number) => Row | null;
  /** The contest cannot go on, and waits for its user. */
  halt: (id: number, why: Message) => Promise<void>;
  over: (id: number) => Promise<void>;
  progressed: (id: number) => void;
  /** There may be something to play. */
  ready: () => void;
}

/**
 * @param seats by entrant
 * @param most games at once
 * @param unkept blocks that were played, and that there was no room for
 */
export async function openRunning(contest: Row, seats: Seat[], most: number, unkept: Played[], host: Host) {
  const { id, game } = contest;
  const { storage, engineClient } = host;
  const row = () => host.row(id) ?? contest;
  const results = await storage.results(id);
  const voids = await storage.voids(id);
  for (const [, , by] of voids) note(by);
  const runner = createRunner(results, (known) => engineClient.next(row(), known), voids);
  const pace = createPace(most);
  let isClosed = false;
  /** One look at the plan after the other. */
  let looks = Promise.resolve();

  /** An entrant because of which a game was void loses the next time. */
  function note(by: number | null | undefined) {
    const seat = seats[by ?? -1];
    if (seat) seat.hasEnded = true;
  }

  /** What is to be done now that something has changed. */
  async function look() {
    if (isClosed) return;
    if (row().leaving.length > 0 && !runner.isBusy()) await letLeave();
    await runner.refill();
    const problem = runner.problem();
    if (isClosed) return;
    if (problem) return host.halt(id, problem);
    if (runner.isOver()) return host.over(id);
    const stuck = runner.stuck();
    if (stuck) return host.halt(id, ['contest.spoilt', { block: stuck[0] + 1, why: stuck[1] }]);
    const { known = 0, open, may_stop: mayStop } = runner.plan() ?? {};
    if (known !== row().known || open !== row().open || mayStop !== row().mayStop)
      await host.change(id, (now) => ({ ...now, known, open, mayStop }));
    host.ready();
  }

  /**
   * Withdraws entrants from the first round of which nothing was played. Whoever has no such round plays on: the last
   * one may have begun while its user was being asked.
   */
  async function letLeave() {
    const asked = row().leaving;
    const found = await engineClient.about(row(), runner.results, (questions) =>
      questions.leaving(id, asked),
    );
    if ('problem' in found) return host.halt(id, found.problem);
    await host.change(id, (now) => withdrawnFrom(now, asked, found));
    await runner.anew();
  }

  async function keep({ result, games }: Played) {
    try {
      const isNew = await storage.add(id, result, games);
      // What is kept counts, whoever has played it.
      const [there] = isNew
        ? [result]
        : (await storage.results(id)).filter(({ number }) => number === result.number);
      if (there) runner.keep(there);
      else if (!isNew) return host.halt(id, ['contest.none', {}]);
    } catch (error) {
      unkept.push({ result, games });
      return host.halt(id, unkeptBecause(error));
    }
    host.progressed(id);
  }

  async function spoil(block: Block, { void: why, by }: { void: Message; by: number | null }) {
    runner.fail(block, why);
    note(by);
    // Where there is no room, only this visit knows of it.
    await storage.spoil(id, by === null ? [block.number, why] : [block.number, why, by]).catch(() => {});
  }

  const self = {
    id,
    most,
    look() {
      looks = looks.then(look).catch((error) => (isClosed ? undefined : host.halt(id, sentenceOf(error))));
      return looks;
    },
    /** @returns null: nothing can be played now */
    take(): Block | null {
      const block = isClosed || row().leaving.length > 0 ? null : runner.take();
      if (block) pace.begin(block);
      return block;
    },
    seatOf: (entrant: number): Seat => seats[entrant] as Seat,
    match() {
      const { options = {}, clock = {} } = runner.plan() ?? {};
      return { game, options, clock };
    },
    async ended(block: Block, outcome: Outcome) {
      pace.end(block.number, 'games' in outcome ? outcome.games.length : 0);
      if ('result' in outcome) await keep(outcome);
      else if ('void' in outcome) await spoil(block, outcome);
      else runner.stop(block);
      await self.look();
    },
    progress(trouble: Message | null): Progress {
      const { games } = row();
      const known = Math.max(games, runner.plan()?.known ?? row().known);
      const left = pace.left(known - games);
      const [rate, speed, nextRound] = [pace.rate(), pace.speed(), runner.nextRound()];
      return { games, known, rate, left, speed, nextRound, here: true, trouble };
    },
    close() {
      isClosed = true;
      engineClient.leave(id);
    },
  };
  for (const each of unkept.splice(0)) await keep(each);
  return self;
}

export type Running = Awaited<ReturnType<typeof openRunning>>;

/** @param asked those about whom Python was asked @param found by entrant a round */
function withdrawnFrom(row: State, asked: number[], found: [number, number][]): State {
  const gone = new Set(row.withdrawn.map(([entrant]) => entrant));
  const more = found.filter(([entrant]) => !gone.has(entrant));
  const leaving = row.leaving.filter((entrant) => !asked.includes(entrant));
  return { ...row, withdrawn: [...row.withdrawn, ...more], leaving };
}
