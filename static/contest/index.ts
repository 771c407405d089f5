// The contests of this browser: begins them, has them played, and tells what is known of them. One tab plays; all tabs
// see the same rows, which are in the database.

import type { Row } from '../base/storage/contest-rows.ts';
import type { ContestStorage } from '../base/storage/contests.ts';
import { openContests, unpacked } from '../base/storage/contests.ts';
import { locked } from '../base/storage/tabs.ts';
import { beginning } from '../base/text/legible.ts';
import type { TakeFiles } from '../base/values/packed-bot.ts';
import type { Message } from '../match/types.ts';
import type { Arena, Equip } from './arena.ts';
import type { LayOut } from './begin.ts';
import { beginContest } from './begin.ts';
import type { ContestStore } from './contest-store.ts';
import { createContestStore } from './contest-store.ts';
import { createEngineClient } from './engine-client.ts';
import type { Heartbeat } from './heartbeat.ts';
import { createHeartbeat } from './heartbeat.ts';
import { createLanes } from './lanes.ts';
import { openContest } from './opening.ts';
import { packContest } from './packing.ts';
import { createProgress } from './progress.ts';
import type { Host as OfRunning } from './running.ts';
import { createScheduler } from './scheduler.ts';
import { sentenceOf, unkeptBecause } from './sentence.ts';
import { createSummaries } from './summaries.ts';
import { createTabs } from './tabs.ts';
import type { ContestRow, ContestSpec, Contests } from './types.ts';
import { createVerifier } from './verifier.ts';

/** Milliseconds after which a removed contest is really deleted. */
const UNDONE = 10 * 60_000;
const LONGEST_TITLE = 200;

interface Host {
  makeArena: () => Arena;
  equip: Equip;
  layOut: LayOut;
  takeFiles: TakeFiles;
  /** Of this browser. */
  secret: () => string;
  /** Whether a person's match is under way. */
  isBusy: () => boolean;
  isHidden: () => boolean;
  /** Of the page, while the browser has frozen it. */
  sleep: { isOn: () => boolean; onWake: (work: () => void) => void };
  /** Whether some contest is to go on at the next visit. */
  note: (isRunning: boolean) => void;
  /** What is played cannot be kept beyond this visit. */
  lost: () => void;
  /**
   * What the browser kept was deleted meanwhile.
   * @param begun what was being played or was paused: the bots and the settings of these contests are here still
   * @param again begins these again, and returns their numbers by the earlier ones
   */
  vanished: (begun: readonly ContestRow[], again: () => Promise<Map<number, number>>) => void;
  machine: { cores: number; memory: number | undefined };
  /** What a contest is called that nobody has named, in the language of this visit. */
  usualTitle: (row: ContestRow) => string;
}

/** @param given null: in the database */
export function createContests(host: Host, given: ContestStorage | null = null): Contests {
  const storage =
    given ?? openContests({ lost, newer: retire, emptied: () => void reading.again().catch(() => {}) });
  const engineClient = createEngineClient(host.makeArena);
  // Chromium lets a frozen page hear of others, but nothing that it begins then comes to an end.
  const tabs = createTabs((news) => host.sleep.isOn() || hear(news));
  const contestStore = createContestStore(
    storage,
    (id) => {
      tabs.tell({ what: 'changed', id });
      direct();
    },
    vanished,
  );
  let leads = false;
  /** By row: lists are asked for again and again. */
  const titles = new WeakMap<Row, Row>();

  /** It was named in the language of whoever began it, which may be another one by now. */
  function named(row: Row): Row {
    if (row.titled !== false) return row;
    const known = titles.get(row) ?? { ...row, title: host.usualTitle(row) };
    titles.set(row, known);
    return known;
  }

  const scheduler = createScheduler({
    ...{ storage, engineClient, lanes: createLanes(host.makeArena, host.machine) },
    ...{ equip: host.equip, isBusy: host.isBusy, change: contestStore.change, row: contestStore.row },
    ...createOutcomes(contestStore, { drop: (id) => scheduler.drop(id), progress: () => progress }),
  });
  const verifier = createVerifier({
    ...{ storage, engineClient, set: contestStore.set },
    // Another tab may have taken over.
    row: (id) => (leads ? contestStore.row(id) : null),
    rows: () => (leads ? contestStore.all() : []),
    trouble: (id, why) => progress.trouble(id, why),
  });
  const heartbeat = createHeartbeat(() => tabs.tell({ what: 'asks' }), contestStore.tell);
  const progress = createProgress({ scheduler, contestStore, tabs, heartbeat, isHidden: host.isHidden });

  const hear = createHearing({ contestStore, heartbeat, progress, answer, direct });

  /** Says that it is this tab that plays, and how far it is. */
  function answer() {
    if (!leads) return;
    tabs.tell({ what: 'plays' });
    progress.tell();
  }

  /** Lets everything be played that is to be. */
  function direct() {
    const running = contestStore.all().filter((row) => isThere(row) && row.own && row.state === 'running');
    host.note(running.length > 0);
    heartbeat.watch(tabs.hears() && !leads && running.length > 0);
    if (!leads) return;
    scheduler.play(running);
    verifier.look();
  }

  /** What the browser keeps was deleted. The bots of what was being played, and its plan, are here still. */
  function vanished(gone: Row[]) {
    for (const { id } of gone) {
      scheduler.drop(id);
      // Another contest may get its number.
      engineClient.leave(id);
    }
    const begun = gone.filter(({ own, state }) => own && (state === 'running' || state === 'paused'));
    host.vanished(begun.map(named), () => locked(BEGIN_AGAIN, () => again(begun)));
  }

  /** Begins contests again. Another tab may have done so already. */
  async function again(begun: readonly Row[]): Promise<Map<number, number>> {
    const there = (await storage.rows()).filter(isThere);
    const made = new Map<number, number>();
    for (const { id: before, ...row } of begun) {
      const at = there.findIndex((each) => isBegunAgain(row, each));
      const [same] = at < 0 ? [] : there.splice(at, 1);
      const id = same?.id ?? (await storage.create({ ...row, ...unplayed(row), created: Date.now() }));
      await contestStore.set(id, () => null);
      made.set(before, id);
    }
    return made;
  }

  /** There is no database: what is played is in this tab alone. */
  function lost() {
    tabs.alone();
    host.lost();
  }

  /** Lets a newer version of this page play, in another tab. */
  function retire() {
    leads = false;
    scheduler.play([]);
    tabs.leave();
  }

  /** From now on it is this tab that plays. */
  function lead() {
    leads = true;
    answer();
    reading.again().catch(() => {});
  }

  /** Another tab has taken over while this one was asleep: what was being played here is played there. */
  function follow() {
    leads = false;
    scheduler.play([]);
    reading.again().catch(() => {});
  }

  const reading = createReading(async () => {
    await contestStore.readAll();
    const gone = contestStore
      .all()
      .filter(({ removed }) => removed !== null && Date.now() - removed > UNDONE);
    if (leads) for (const { id } of gone) await storage.remove(id).catch(() => {});
    direct();
  });
  host.sleep.onWake(() => void reading.again().catch(() => {}));
  const summaryOf = createSummaries(storage, engineClient, contestStore.row);
  reading
    .done()
    .catch(() => {})
    .then(() => tabs.lead(lead, follow));

  return {
    get loaded() {
      return reading.done().catch(() => {});
    },
    list() {
      reading.done().catch(() => {});
      const there = contestStore.all().filter(isThere).map(named);
      return there.sort((a, b) => b.id - a.id);
    },
    onChange: contestStore.subscribe,
    plays: () => leads,
    async find(id) {
      if (!contestStore.row(id)) await contestStore.read(id);
      const row = contestStore.row(id);
      return row && isThere(row) ? named(row) : null;
    },
    reread: () => reading.again().catch(() => {}),
    ...createCommands({ contestStore, progress }),
    async plan(spec) {
      const made = await told(beginContest(spec, { ...host, engineClient }));
      return 'problem' in made ? made : { ...made, id: 0 };
    },
    begin: createBegin({ storage, contestStore }, (spec) =>
      told(reading.done().then(() => beginContest(spec, { ...host, engineClient }))),
    ),
    progress: progress.of,
    takeOver: () => void tabs.lead(lead, follow, { steal: true }),
    results: storage.results,
    summary: (id) => told(summaryOf(id)),
    async game(id, block, game) {
      const found = await storage.game(id, block, game);
      return found && { replay: await unpacked(found.replay), reports: found.reports };
    },
    async bundle(id, how) {
      if (how.gone)
        return told(packContest({ ...how.gone, id: -id }, how, { ...host, storage: NOTHING, engineClient }));
      const row = contestStore.row(id);
      if (!row) return { problem: ['contest.none', {}] };
      return told(packContest(row, how, { ...host, storage, engineClient }));
    },
    async open(file, name, signal) {
      const found = await openContest(file, name, { ...host, storage, engineClient }, signal);
      if ('id' in found) await contestStore.set(found.id, (row) => ({ ...row, removed: null }));
      return found;
    },
  };
}

/**
 * Of a contest that begins again; one that was paused waits as it did. Whoever has withdrawn does not play: the round of then
 * may never come.
 */
const unplayed = ({ withdrawn, leaving }: Pick<Row, 'withdrawn' | 'leaving'>) => ({
  ...{ blocks: 0, games: 0, withdrawn: [] },
  leaving: [...new Set([...withdrawn.map(([entrant]) => entrant), ...leaving])],
});

/** The lock of the tab that begins contests again. */
const BEGIN_AGAIN = 'sandlot.contests.again';

/** Whether a contest is this one, begun again. */
const isBegunAgain = (
  gone: Pick<ContestRow, 'text' | 'title'>,
  { own, text, title }: Pick<ContestRow, 'own' | 'text' | 'title'>,
) => own && text === gone.text && title === gone.title;

/** Where nothing is kept of a contest. */
const NOTHING = { results: async () => [], voids: async () => [], game: async () => null };

/** An error becomes a sentence. */
const told = <T>(work: Promise<T>): Promise<T | { problem: Message }> =>
  work.catch((error) => ({ problem: sentenceOf(error) }));

const createBegin =
  (
    { storage, contestStore }: { storage: ContestStorage; contestStore: ContestStore },
    make: (spec: ContestSpec) => Promise<Omit<Row, 'id'> | { problem: Message }>,
  ): Contests['begin'] =>
  async (spec) => {
    const begun = await make(spec);
    if ('problem' in begun) return begun;
    try {
      const id = await storage.create(begun);
      await contestStore.set(id, () => null);
      return { id };
    } catch (error) {
      return { problem: unkeptBecause(error) };
    }
  };

/** What comes of what another tab says. */
const createHearing =
  ({
    contestStore,
    heartbeat,
    progress,
    answer,
    direct,
  }: {
    contestStore: ContestStore;
    heartbeat: Heartbeat;
    progress: ReturnType<typeof createProgress>;
    answer: () => void;
    direct: () => void;
  }): Parameters<typeof createTabs>[0] =>
  async (news) => {
    if (news.what === 'asks') return answer();
    if (news.what !== 'changed') heartbeat.heard();
    if (news.what === 'plays') return;
    if (news.what === 'progress') progress.hear(news);
    await contestStore.read(news.id);
    if (news.what === 'changed') direct();
  };

/**
 * What becomes of a contest that is played.
 * @param parts drop: plays it no more
 */
const createOutcomes = (
  contestStore: ContestStore,
  { drop, progress }: { drop: (id: number) => void; progress: () => ReturnType<typeof createProgress> },
): Pick<OfRunning, 'halt' | 'over' | 'progressed'> => ({
  async halt(id, why) {
    drop(id);
    progress().trouble(id, why);
    await contestStore.set(id, (row) => (row.state === 'running' ? { ...row, state: 'paused' } : null));
  },
  async over(id) {
    drop(id);
    await contestStore.set(id, (row) =>
      row.state === 'running' ? { ...row, state: 'over', known: row.games } : null,
    );
  },
  async progressed(id) {
    await contestStore.read(id);
    progress().tell();
  },
});

/** Reads all contests, once. Where that fails, it is tried again when somebody asks the next time. */
function createReading(read: () => Promise<void>) {
  let reading: Promise<void> | null = null;

  function again() {
    const mine = read().catch((error) => {
      if (reading === mine) reading = null;
      throw error;
    });
    reading = mine;
    return mine;
  }

  return { again, done: () => reading ?? again() };
}

const isThere = ({ removed }: Row) => removed === null;

/** What a user does with a contest. */
function createCommands({
  contestStore,
  progress,
}: {
  contestStore: ContestStore;
  progress: ReturnType<typeof createProgress>;
}): Pick<Contests, 'pause' | 'resume' | 'stop' | 'withdraw' | 'rename' | 'remove'> {
  return {
    pause: (id) =>
      void contestStore.set(id, (row) => (row.state === 'running' ? { ...row, state: 'paused' } : null)),
    resume(id) {
      progress.trouble(id, null);
      contestStore.set(id, (row) => (row.state === 'paused' ? { ...row, state: 'running' } : null));
    },
    stop: (id) =>
      void contestStore.set(id, (row) => (row.state === 'over' ? null : { ...row, state: 'stopped' })),
    withdraw: (id, entrant) =>
      void contestStore.set(id, (row) => ({ ...row, leaving: [...new Set([...row.leaving, entrant])] })),
    rename(id, title, titled = true) {
      const given = beginning(title.trim(), LONGEST_TITLE);
      if (given) contestStore.set(id, (row) => ({ ...row, title: given, titled }));
    },
    async remove(id) {
      const state = contestStore.row(id)?.state ?? 'paused';
      const rest = state === 'running' ? 'paused' : state;
      await contestStore.set(id, (row) => ({ ...row, state: rest, removed: Date.now() }));
      return () => contestStore.set(id, (row) => ({ ...row, state, removed: null }));
    },
  };
}
