// What a contest is called that nobody has named, in the language of whoever looks.

import { callsOf } from '../base/values/calls.ts';
import { t } from '../base/words/index.ts';
import { planOf } from './plan-of.ts';
import type { ContestRow } from './types.ts';

export function usualTitle(row: ContestRow): string {
  const { game, entrants, origin } = row;
  const { kind } = planOf(row);
  const calls = callsOf(entrants);
  const [name, other] = entrants.map((each) => calls(each.name));
  if (origin === 'climb') return t('ladder.series', { name: calls(entrants[0]?.name ?? ''), rung: other });
  if (kind === 'series') return t('compete.versus', { name, other });
  return t('compete.form.titled', { game: t(`game.${game}`), kind: t(`compete.kind.${kind}`) });
}
