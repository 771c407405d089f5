// The default titles of contests.

import { callsOf } from '../../base/values/calls.ts';
import { t } from '../../base/words/index.ts';
import type { ContestRow, Entrant } from '../../contest/types.ts';

/**
 * The title of a contest that the user has not named.
 *
 * @param kind the kind of its plan
 */
export const titleOfPlayed = ({ game, entrants }: ContestRow, kind: string) =>
  entrants.length === 2
    ? titleOf(entrants)
    : t('compete.form.titled', { game: t(`game.${game}`), kind: t(`compete.kind.${kind}`) });

export function titleOf(entrants: Entrant[]): string {
  const calls = callsOf(entrants);
  const names = entrants.map(({ name }) => calls(name));
  return names.length === 2
    ? t('compete.versus', { name: names[0], other: names[1] })
    : names.slice(0, 3).join(', ');
}
