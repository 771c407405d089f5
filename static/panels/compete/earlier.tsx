// If a series is played on seeds that were selected by a version's results, this compares it with that version, played again
// on the same seeds.

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
 * The version by whose games the seeds were selected, if it can play and is not the one in this contest.
 *
 * @param rows all contests
 */
export function earlierOf(row: ContestRow, set: SeedSet, rows: readonly ContestRow[]): Entrant | null {
  const was = rows.find(({ id }) => id === set.from)?.entrants[0];
  return was?.code && !isSameBot(was, row.entrants[0]) ? was : null;
}

/** The contest that plays the same seeds with that version; null if none does. */
export function besideOf(row: ContestRow, set: SeedSet, was: Entrant, rows: readonly ContestRow[]) {
  const seeds = (each: ContestRow) => planOf(each).seeds.join();
  const fits = (each: ContestRow) =>
    // Not the contest that the seeds come from: if the version lost on all of its seeds, that has the same seeds.
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
  /** begins that contest; resolves with null if that failed, which the user was told */
  play: (was: Entrant) => Promise<number | null>;
}

/** The version's result, or the button that lets it play. */
export function Earlier({ row, set, was, contests, play }: Props) {
  const line = useRef<HTMLParagraphElement>(null);
  const isBusy = useSignal(false);
  /** Whether the pressed button had the focus: what replaces it gets the focus. */
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
