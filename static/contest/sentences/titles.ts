// The titles of contests that nobody has named, in the language of the reader.

import { callsOf } from '../../base/values/calls.ts';
import { t } from '../../base/words/index.ts';
import { planOf } from '../plan-of.ts';
import type { ContestRow, Entrant } from '../types.ts';

/** The words for a kind. A league's run is of a kind without a form; later versions may have more kinds. */
export const kindWords = (kind: string) => t(`compete.kind.${kind}`);

/** Whether it is a series of two, whose title names both. */
export const isOfTwo = (kind: string, names: readonly string[]) => kind === 'series' && names.length === 2;

/** The default title of a contest. @param names the names of the entrants, which the title of a series contains */
export const usualTitle = (game: string, kind: string, names: readonly string[]) =>
  isOfTwo(kind, names)
    ? t('compete.versus', { name: names[0], other: names[1] })
    : t('compete.form.titled', { game: t(`game.${game}`), kind: kindWords(kind) });

/** The default title of what begins with these entrants. */
export function titleOf(of: { game: string; plan: { kind: string }; entrants: readonly Entrant[] }) {
  const calls = callsOf(of.entrants);
  return usualTitle(
    of.game,
    of.plan.kind,
    of.entrants.map(({ name }) => calls(name)),
  );
}

/** The default title of a contest of this browser. */
export function titleOfRow(row: ContestRow): string {
  const { game, entrants, origin } = row;
  if (origin !== 'climb') return titleOf({ game, plan: planOf(row), entrants });
  const calls = callsOf(entrants);
  const [own, rung] = entrants.map(({ name }) => calls(name));
  return t('ladder.series', { name: own ?? '', rung });
}
