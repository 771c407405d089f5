// Lets a bot climb the ladder of a game: it plays a series against each house bot that is not beaten yet, from the weakest
// on, until one of them is not beaten. Any other series of the user's that is as long counts as well.

import type { Store } from '../base/storage/settings.ts';
import { createQueue } from '../base/values/in-turn.ts';
import type { Message } from '../match/types.ts';
import type { OwnBots } from './beaten.ts';
import { createBeaten } from './beaten.ts';
import type { ContestRow, Contests, Entrant, Plans } from './types.ts';

export { followSeries } from './ended.ts';

export type Rung = { name: string; rating: number; low: number; high: number; strength: string };

interface Climb {
  /** Of the series so far. */
  ids: number[];
  /** Whether it goes on to the next rung. */
  on: boolean;
  /** Whether it plays rungs again that were beaten before. */
  whole?: boolean | undefined;
  /** Why it has ended, if no series has decided that. */
  problem?: Message | undefined;
  /** The series that is being begun: against whom, and the highest number of a contest before. */
  begins?: { rung: string; after: number } | undefined;
}

/** Beaten null: that is not known yet; isClimb: the series is part of the latest climb. */
export type Step = { rung: string; row: ContestRow; beaten: boolean | null; isClimb: boolean };

const NONE: Climb = { ids: [], on: false };
/** Milliseconds after which it is tried again to find out what came of a series. */
const RETRY_MS = 5000;

/** @param games by name: what other tabs keep of their climbs is heard of */
export function createClimb({
  contests,
  store,
  games,
  rungs,
  plan,
  title,
  inTurn,
  bots,
  failed,
}: {
  contests: Contests;
  store: Store;
  games: readonly string[];
  rungs: (game: string) => Rung[];
  plan: Plans['climb'];
  title: (mine: string, rung: string) => string;
  inTurn: (work: () => Promise<void>) => Promise<void>;
  bots: OwnBots;
  failed: (problem: Message) => void;
}) {
  const listeners = new Set<() => void>();
  const tell = () => void [...listeners].map((hear) => hear());
  const beaten = createBeaten({ contests, store, bots, tell });
  const kept = createKept(store);
  const climbOf = kept.of;
  const step = inOrder(inTurn);
  /** Bots whose first series is being begun here. */
  const beginners = new Map<string, Entrant>();

  function keep(game: string, climb: Climb) {
    kept.keep(game, climb);
    tell();
  }

  const rowOf = (id: number) => contests.list().find((row) => row.id === id) ?? null;

  /** The climb, with the series that a tab had begun when it was closed. */
  function found(game: string): Climb {
    const { begins, ...climb } = climbOf(game);
    const row = begins && contests.list().findLast((each) => isBegun(each, game, begins));
    return row ? { ...climb, ids: [...climb.ids, row.id] } : climb;
  }

  async function begin(game: string, entrant: Entrant, rung: Rung, { ids, whole }: Omit<Climb, 'on'>) {
    const after = Math.max(0, ...contests.list().map(({ id }) => id));
    keep(game, { ids, on: true, whole, begins: { rung: rung.name, after } });
    const begun = await contests.begin({
      ...{ game, title: title(entrant.name, rung.name), options: {}, clock: {} },
      entrants: [entrant, { name: rung.name, kind: 'house', code: null, house: rung.name }],
      plan: { ...plan, seeds: { given: [] } },
      origin: 'climb',
    });
    if ('problem' in begun) {
      keep(game, { ids, on: false, problem: begun.problem });
      return failed(begun.problem);
    }
    // Its user may have stopped it meanwhile.
    const { on } = climbOf(game);
    keep(game, { ids: [...ids, begun.id], on, whole });
    if (!on) contests.stop(begun.id);
  }

  /** The rung that is played after one that was beaten. */
  function above(game: string, rung: string, whole: boolean) {
    const ladder = rungs(game);
    // Another version of the page may have other rungs than the one that the climb began in.
    const at = ladder.findIndex(({ name }) => name === rung);
    const done = whole ? [] : beaten.of(game);
    return at < 0 ? undefined : ladder.slice(at + 1).find(({ name }) => !done.includes(name));
  }

  /**
   * Goes on to the next rung if the last series was won, and ends the climb if it was not. Only the tab that plays does so:
   * it knows first how a series ends, and what others keep may not have arrived here yet.
   */
  async function goOn(game: string) {
    if (!contests.plays() || !climbOf(game).on) return;
    // A tab has begun a series and was closed, or this one has not heard of that series yet.
    if (climbOf(game).begins) await contests.reread();
    const climb = found(game);
    const { ids, whole = false } = climb;
    if (climbOf(game).begins) keep(game, climb);
    const last = ids.at(-1);
    const row = last === undefined ? null : await contests.find(last);
    if (!row || row.state === 'stopped') return keep(game, { ...climb, on: false });
    const won = await beaten.isWon(row);
    if (won === null) return void (row.state === 'over' && setTimeout(look, RETRY_MS, game));
    const [mine, rival] = row.entrants;
    const rung = rival?.house ?? rival?.name ?? '';
    if (won) beaten.note(game, rung);
    const next = won ? above(game, rung, whole) : undefined;
    if (next && mine) await begin(game, mine, next, climb);
    else keep(game, { ...climb, on: false });
  }

  const look = (game: string) => step(() => goOn(game)).catch(() => {});

  function lookAtAll() {
    const there = new Set(contests.list().map(({ game }) => game));
    for (const game of there) if (climbOf(game).on) look(game);
    beaten.look();
  }

  contests.onChange(lookAtAll);
  for (const game of games) for (const key of ['climb', 'beaten']) store.onOther(`${key}.${game}`, tell);
  lookAtAll();

  /** Ends the climb with the series that is being played. */
  function stop(game: string) {
    const climb = found(game);
    const last = climb.ids.at(-1);
    keep(game, { ...climb, on: false });
    if (last !== undefined) contests.stop(last);
  }

  return {
    stop,
    /** @returns the undo */
    onChange(hear: () => void): () => void {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
    isOn: (game: string) => climbOf(game).on,
    /** @returns house bots that some bot of the user has beaten */
    beaten: beaten.of,
    /** @returns house bots that this text has beaten */
    beatenBy: beaten.by,

    /** @returns why the latest climb has ended, if no series has decided that */
    problem: (game: string): Message | null => climbOf(game).problem ?? null,

    /** @returns of a climb that is on: whom it plays against, and the series, once it has begun; null: none is on */
    current(game: string): { rung: string; row: ContestRow | null } | null {
      const { on, begins } = climbOf(game);
      const row = rowOf(found(game).ids.at(-1) ?? -1);
      if (!on || !(begins || row)) return null;
      return { rung: begins?.rung ?? row?.entrants[1]?.house ?? '', row };
    },

    /**
     * Begins at the weakest rung that is not beaten yet, in place of a climb that is still on.
     *
     * @param how whole: at the lowest rung of all, and no rung is passed over; so it is as well once all are beaten
     */
    start: (game: string, entrant: Entrant, { whole = false } = {}) =>
      step(async () => {
        if (climbOf(game).on) stop(game);
        const ladder = rungs(game);
        const next = whole ? undefined : ladder.find(({ name }) => !beaten.of(game).includes(name));
        const first = next ?? ladder[0];
        beginners.set(game, entrant);
        if (first) await begin(game, entrant, first, { ids: [], whole: !next });
        beginners.delete(game);
      }),

    /** All series of the bot that climbs, else of the one in the editor, see `ofOneBot`: the lowest rung first. */
    async steps(game: string): Promise<Step[]> {
      const { ids, on } = found(game);
      const climbed = ids.flatMap((id) => rowOf(id) ?? []);
      const climber = on ? (climbed.at(-1)?.entrants[0] ?? beginners.get(game)) : undefined;
      const rows = await beaten.ofOneBot(game, climbed, climber);
      const steps = await Promise.all(rows.map((row) => stepOf(row, ids.includes(row.id), beaten.isWon)));
      return byRungs(steps, rungs(game));
    },
  };
}

export type ClimbOfGames = ReturnType<typeof createClimb>;

const stepOf = async (
  row: ContestRow,
  isClimb: boolean,
  isWon: (row: ContestRow) => Promise<boolean | null>,
): Promise<Step> => ({
  ...{ rung: row.entrants[1]?.house ?? '', row, isClimb },
  beaten: await isWon(row),
});

function byRungs(steps: Step[], rungs: Rung[]) {
  const names = rungs.map(({ name }) => name);
  return steps.sort((a, b) => names.indexOf(a.rung) - names.indexOf(b.rung));
}

/** Works one after the other, also where the browser has no locks. */
function inOrder(inTurn: (work: () => Promise<void>) => Promise<void>) {
  const queue = createQueue();
  return (work: () => Promise<void>) => queue(() => inTurn(work));
}

/** What is kept of climbs; what cannot be kept lasts as long as the page. */
function createKept(store: Store) {
  const climbs = new Map<string, Climb>();

  return {
    of: (game: string): Climb => climbs.get(game) ?? store.get(`climb.${game}`, NONE),
    keep(game: string, climb: Climb) {
      if (store.set(`climb.${game}`, climb)) climbs.delete(game);
      else climbs.set(game, climb);
    },
  };
}

const isBegun = (row: ContestRow, game: string, { rung, after }: NonNullable<Climb['begins']>) =>
  row.id > after && row.game === game && row.entrants.length === 2 && row.entrants[1]?.house === rung;
