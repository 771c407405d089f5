// Which house bots the user's bots have beaten, in a climb or in any series that is as good as one of a climb.

import { beatenIn, noteBeaten } from '../base/storage/beaten.ts';
import type { Store } from '../base/storage/settings.ts';
import { isSame } from '../base/values/bundle-shape.ts';
import type { Code } from '../match/types.ts';
import type { ContestRow, Contests, Entrant } from './types.ts';

/** The user's bots. id, current: of the one in the editor; list: those that are there */
export interface OwnBots {
  id: (game: string) => number;
  current: (game: string) => Code;
  list: (game: string) => { id: number }[];
}

export function createBeaten({
  contests,
  store,
  bots,
  tell,
}: {
  contests: Pick<Contests, 'list' | 'summary'>;
  store: Store;
  bots: OwnBots;
  tell: () => void;
}) {
  const beatsIn = createVerdicts(contests);
  /** What cannot be kept lasts as long as the page. */
  const unkept = new Map<string, Set<string>>();
  /** Series that were looked at in this visit. */
  const looked = new Set<number>();
  let looking = Promise.resolve();

  const of = (game: string): string[] => [
    ...new Set([...beatenIn(store, game), ...(unkept.get(game) ?? [])]),
  ];

  function note(game: string, rung: string) {
    unkept.set(game, new Set(unkept.get(game)).add(rung));
    noteBeaten(store, game, rung);
  }

  /** Series whose outcome is known from an earlier visit. */
  const judged = (game: string): number[] => store.get(`judged.${game}`, [] as number[]);

  /** Whether a series beats a rung. */
  async function judge({ id, game, entrants }: ContestRow) {
    const rung = entrants[1]?.house ?? '';
    const isNew = !of(game).includes(rung);
    const found = isNew ? await beatsIn(id) : null;
    if (found === 'unknown') return;
    const there = new Set(contests.list().map((row) => row.id));
    store.set(`judged.${game}`, [...judged(game).filter((each) => there.has(each)), id]);
    if (!found) return;
    note(game, rung);
    tell();
  }

  return {
    of,
    note,

    /** Which house bots this very text has beaten, in series that are still there. */
    async by(game: string, text: Code): Promise<string[]> {
      const found = new Set<string>();
      for (const row of contests.list()) {
        const [mine, rival] = row.entrants;
        const isIts = row.game === game && isOfOwnBot(row) && mine?.code && isSame(mine.code, text);
        if (isIts && (await beatsIn(row.id)) === true) found.add(rival?.house ?? '');
      }
      return [...found];
    },

    /** Whether the bot has won a series of a climb; null: that is not known yet. */
    async isWon({ id, state }: ContestRow) {
      const found = state === 'over' ? await beatsIn(id) : 'unknown';
      return found === 'unknown' ? null : found === true;
    },

    /** Counts what has been won since. One series after the other, because Python also plays with what is running. */
    look() {
      for (const row of contests.list()) {
        if (!isOfOwnBot(row) || looked.has(row.id)) continue;
        looked.add(row.id);
        if (judged(row.game).includes(row.id)) continue;
        looking = looking.then(() => judge(row)).catch(() => {});
      }
    },

    /**
     * All series of one text of a bot, whatever it was called.
     * @param climbed the series of the latest climb
     * @param climber whose series; undefined: of the bot in the editor, or where that has played none that counts, of the one
     *   that has played the latest, if it is still there
     * @returns the oldest first
     */
    async ofOneBot(game: string, climbed: ContestRow[], climber: Entrant | undefined): Promise<ContestRow[]> {
      const ids = new Set(climbed.map(({ id }) => id));
      const others = contests
        .list()
        .filter((row) => row.game === game && !ids.has(row.id) && isOfOwnBot(row));
      const all = [...climbed, ...others].sort((a, b) => b.id - a.id);

      /** @param isFirst whether a bot is the one */
      async function of(isFirst: (bot: Entrant) => boolean): Promise<ContestRow[]> {
        const found: ContestRow[] = [];
        for (const row of all) {
          const [mine] = row.entrants;
          const whose = found[0]?.entrants[0];
          if (!mine || !(whose ? isSameBot(whose, mine) : isFirst(mine))) continue;
          if (ids.has(row.id) || typeof (await beatsIn(row.id)) === 'boolean') found.push(row);
        }
        return found.reverse();
      }

      if (climber) return of((bot) => isSameBot(climber, bot));
      const [edited, text] = [bots.id(game), bots.current(game)];
      const own = await of(({ bot, code }) => bot === edited || Boolean(code && isSame(code, text)));
      if (own.length > 0) return own;
      const there = new Set(bots.list(game).map(({ id }) => id));
      return of(({ bot }) => there.has(bot ?? -1));
    },
  };
}

function createVerdicts(contests: Pick<Contests, 'summary'>) {
  /** What this visit knows. */
  const known = new Map<number, boolean | null>();

  /**
   * @param id of a series that is over
   * @returns null: it does not count
   */
  return async (id: number): Promise<boolean | null | 'unknown'> => {
    const before = known.get(id);
    if (before !== undefined) return before;
    const summary = await contests.summary(id);
    if ('problem' in summary) return 'unknown';
    known.set(id, summary.beats);
    return summary.beats;
  };
}

/** Whether one of the user's bots has played a whole series against a house bot, here. */
function isOfOwnBot({ own, state, entrants }: ContestRow) {
  const [mine, rival] = entrants;
  return own && state === 'over' && entrants.length === 2 && isNumber(mine?.bot) && isText(rival?.house);
}

const isNumber = (value: unknown) => typeof value === 'number';
const isText = (value: unknown) => typeof value === 'string';

/** The same text is the same bot: a version that was restored and played again has one history, and one rating. */
function isSameBot(one: Entrant, other: Entrant | undefined) {
  if (one.code && other?.code) return isSame(one.code, other.code);
  return one.bot === other?.bot && one.version === other?.version;
}
