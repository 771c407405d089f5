// Beside what a bot got on seeds that were picked by its earlier results: what its earlier version gets there once more.

import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../../base/ui/parts.tsx';
import { isSame } from '../../base/values/bundle-shape.ts';
import { callOf } from '../../base/values/calls.ts';
import { pointsText, t } from '../../base/words/index.ts';
import { planOf } from '../../contest/plan-of.ts';
import type { ContestRow, Contests, Entrant } from '../../contest/types.ts';
import { gamesOf, pointsOf, tallyOf } from './games.ts';
import type { SeedSet } from './seeds.ts';

const isSameBot = (one: Entrant | undefined, other: Entrant | undefined) =>
  Boolean(one?.code && other?.code && isSame(one.code, other.code));

/**
 * The version whose games the seeds were picked by, if it can play and is not the one that plays them in this contest.
 *
 * @param rows all contests
 */
export function earlierOf(row: ContestRow, set: SeedSet, rows: readonly ContestRow[]): Entrant | null {
  const was = rows.find(({ id }) => id === set.from)?.entrants[0];
  return was?.code && !isSameBot(was, row.entrants[0]) ? was : null;
}

/** The contest that was begun to play the same seeds with that version; null: none. */
export function besideOf(row: ContestRow, set: SeedSet, was: Entrant, rows: readonly ContestRow[]) {
  const seeds = (each: ContestRow) => planOf(each).seeds.join();
  const fits = (each: ContestRow) =>
    // Where the seeds were picked it has played them, too, if it lost on all of them.
    each.id !== set.from &&
    each.own &&
    each.game === row.game &&
    each.entrants.length === 2 &&
    isSameBot(each.entrants[0], was) &&
    each.entrants[1]?.name === row.entrants[1]?.name &&
    seeds(each) === seeds(row);
  return rows.find(fits) ?? null;
}

interface Props {
  row: ContestRow;
  set: SeedSet;
  was: Entrant;
  contests: Contests;
  /** begins the contest beside this one; null: it was said why not */
  play: (was: Entrant) => Promise<number | null>;
}

/** What it got there, or the button that lets it play. */
export function Earlier({ row, set, was, contests, play }: Props) {
  const line = useRef<HTMLParagraphElement>(null);
  const isBusy = useSignal(false);
  /** The focus of the button, which is gone, goes to what stands in its place. */
  const takesFocus = useRef(false);
  const idNow = () => besideOf(row, set, was, contests.list())?.id;
  const found = useSignal(idNow() ? { games: 0, points: 0 } : null);
  useEffect(() => {
    let isShown = true;
    async function read() {
      const id = idNow();
      const cells = id ? gamesOf(await contests.results(id).catch(() => []), 0) : [];
      if (isShown) found.value = id ? { games: cells.length, points: pointsOf(tallyOf(cells)) } : null;
    }
    void read();
    const forget = contests.onChange(read);
    return () => {
      isShown = false;
      forget();
    };
  }, [row.id, set.name]);
  useLayoutEffect(() => {
    if (!takesFocus.current || !line.current) return;
    takesFocus.current = false;
    line.current.focus();
  });
  const name = callOf(was);
  const known = found.value;
  async function begin() {
    if (isBusy.peek()) return;
    isBusy.value = true;
    takesFocus.current = true;
    if ((await play(was)) === null) takesFocus.current = false;
    isBusy.value = false;
  }
  return (
    <div class="compete-lost compete-earlier" role="status">
      {known ? (
        <p ref={line} tabIndex={-1}>
          {known.games > 0
            ? t('compete.earlier.got', { name, points: pointsText(known.points), count: known.games })
            : t('compete.earlier.soon', { name })}
        </p>
      ) : (
        <Button
          icon="rotate"
          says={t('compete.earlier.play', { name })}
          aria-disabled={isBusy.value}
          onClick={() => void begin()}
        />
      )}
    </div>
  );
}
