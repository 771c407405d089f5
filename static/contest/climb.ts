// Lets a bot climb the ladder of a game: it plays a series against each house bot, from the weakest on, until one of them
// is not beaten. Any other series of the user's that is as long counts as well.

import type { Store } from '../base/storage/settings.ts';
import { createQueue } from '../base/values/in-turn.ts';
import type { Message } from '../match/types.ts';
import { createBeaten } from './beaten.ts';
import type { ContestRow, Contests, Entrant, Plans } from './types.ts';

export type Rung = { name: string; rating: number; low: number; high: number; strength: string };

interface Climb {
  /** Of the series so far. */
  ids: number[];
  /** Whether it goes on to the next rung. */
  on: boolean;
  /** The series that is being begun: against whom, and the highest number of a contest before. */
  begins?: { rung: string; after: number } | undefined;
}

/** Beaten null: that is not known yet; isClimb: the series is part of the latest climb. */
export type Step = { rung: string; row: ContestRow; beaten: boolean | null; isClimb: boolean };

const NONE: Climb = { ids: [], on: false };

export function createClimb({
  contests,
  store,
  rungs,
  plan,
  title,
  inTurn,
  failed,
}: {
  contests: Contests;
  store: Store;
  rungs: (game: string) => Rung[];
  plan: Plans['climb'];
  title: (mine: string, rung: string) => string;
  inTurn: (work: () => Promise<void>) => Promise<void>;
  failed: (problem: Message) => void;
}) {
  const listeners = new Set<() => void>();
  const tell = () => void [...listeners].map((hear) => hear());
  const beaten = createBeaten({ contests, store, tell });
  const kept = createKept(store);
  const climbOf = kept.of;
  const step = inOrder(inTurn);

  function keep(game: string, climb: Climb) {
    kept.keep(game, climb);
    tell();
  }

  const rowOf = (id: number) => contests.list().find((row) => row.id === id) ?? null;

  /** The climb, with the series that a tab had begun when it was closed. */
  function found(game: string): Climb {
    const { ids, on, begins } = climbOf(game);
    const row = begins && contests.list().findLast((each) => isBegun(each, game, begins));
    return row ? { ids: [...ids, row.id], on } : { ids, on };
  }

  async function begin(game: string, entrant: Entrant, rung: Rung, ids: number[]) {
    const after = Math.max(0, ...contests.list().map(({ id }) => id));
    keep(game, { ids, on: true, begins: { rung: rung.name, after } });
    const begun = await contests.begin({
      ...{ game, title: title(entrant.name, rung.name), options: {}, clock: {} },
      entrants: [entrant, { name: rung.name, kind: 'house', code: null, house: rung.name }],
      plan: { ...plan, seeds: { given: [] } },
      origin: 'climb',
    });
    if ('problem' in begun) {
      keep(game, { ids, on: false });
      return failed(begun.problem);
    }
    // Its user may have stopped it meanwhile.
    const { on } = climbOf(game);
    keep(game, { ids: [...ids, begun.id], on });
    if (!on) contests.stop(begun.id);
  }

  /** Goes on to the next rung if the last series was won, and ends the climb if it was not. */
  async function goOn(game: string) {
    const { ids, on } = found(game);
    const row = rowOf(ids.at(-1) ?? -1);
    if (!on) return;
    if (climbOf(game).begins) keep(game, { ids, on });
    if (!row || row.state === 'stopped') return keep(game, { ids, on: false });
    const won = await beaten.isWon(row);
    if (won === null) return;
    const [mine, rival] = row.entrants;
    if (won && rival) beaten.note(game, rival.house ?? rival.name);
    const ladder = rungs(game);
    // Another version of the page may have other rungs than the one that the climb began in.
    const at = ladder.findIndex(({ name }) => name === (rival?.house ?? rival?.name));
    const next = won && at >= 0 ? ladder[at + 1] : undefined;
    if (next && mine) await begin(game, mine, next, ids);
    else keep(game, { ids, on: false });
  }

  const look = (game: string) => step(() => goOn(game)).catch(() => {});

  function lookAtAll() {
    const games = new Set(contests.list().map(({ game }) => game));
    for (const game of games) if (climbOf(game).on) look(game);
    beaten.look();
  }

  contests.onChange(lookAtAll);
  lookAtAll();

  /** Ends the climb with the series that is being played. */
  function stop(game: string) {
    const { ids } = found(game);
    const last = ids.at(-1);
    keep(game, { ids, on: false });
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

    /** Begins at the lowest rung, in place of a climb that is still on. */
    start: (game: string, entrant: Entrant) =>
      step(async () => {
        if (climbOf(game).on) stop(game);
        const [lowest] = rungs(game);
        if (lowest) await begin(game, entrant, lowest, []);
      }),

    /** Of the climb that is on, else all series of the bot that has played last. */
    async steps(game: string): Promise<Step[]> {
      const { ids, on } = climbOf(game);
      const climbed = ids.flatMap((id) => rowOf(id) ?? []);
      const rows = on ? climbed : await beaten.ofOneBot(game, climbed);
      const steps = await Promise.all(rows.map((row) => stepOf(row, ids.includes(row.id), beaten.isWon)));
      return on ? steps : byRungs(steps, rungs(game));
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
