// The length of a series: a number of games, or until a test has an answer.

import { computed, signal } from '@preact/signals';
import { createTyped, NumberField, rangeWords } from '../../base/ui/field.tsx';
import { t } from '../../base/words/index.ts';
import type { Plans } from '../../contest/types.ts';
import { whatIsShown } from './shows.ts';

/** The most blocks of a test. */
export const MOST_BLOCKS = 2000;
const MOST_GAMES = 10_000;

type Length = ReturnType<typeof createLength>;
/** The texts of the fields. */
export type LengthDraft = Record<'games' | 'elo' | 'alpha' | 'beta', string> & { stop: boolean };

export function createLength() {
  const games = createTyped({ value: 100, low: 2, high: MOST_GAMES });
  const stop = signal(false);
  const elo = createTyped({ value: 20, low: 1, high: 1000, isWhole: false });
  const [alpha, beta] = [0.05, 0.05].map((value) =>
    createTyped({ value, low: 0.001, high: 0.499, isWhole: false }),
  ) as [typeof elo, typeof elo];
  const blocks = computed(() => (games.value.value === null ? null : Math.ceil(games.value.value / 2)));
  return {
    ...{ games, stop, elo, alpha, beta, blocks },
    choose(count: number, early: boolean) {
      games.text.value = String(2 * count);
      stop.value = early;
    },
    /** The content that is kept while the form is closed. */
    draft: () => ({
      games: games.text.value,
      stop: stop.value,
      elo: elo.text.value,
      alpha: alpha.text.value,
      beta: beta.text.value,
    }),
    restore(draft: LengthDraft) {
      for (const [name, typed] of Object.entries({ games, elo, alpha, beta }))
        typed.text.value = draft[name as 'games'];
      stop.value = draft.stop;
    },
    /** Why it cannot be played as it is; '' if it can. @param isListed whether a list of seeds gives the number of games */
    problem(isListed: boolean): string {
      const asked = { ...(!isListed && { games }), ...(stop.value && { elo, alpha, beta }) };
      const [name, wrong] = Object.entries(asked).find(([, { value }]) => value.value === null) ?? [];
      if (!name || !wrong) return '';
      return t('settings.bad', { label: t(`compete.form.${name}`), expected: rangeWords(wrong) });
    },
    /** @returns null if a number is not valid */
    value(): { blocks: number; stop: { elo: number; alpha: number; beta: number } | null } | null {
      // If there is a list of seeds, this number is not used.
      const count = blocks.value ?? 0;
      if (!stop.value) return { blocks: count, stop: null };
      const bounds = [elo, alpha, beta].map(({ value }) => value.value);
      const [margin, one, other] = bounds;
      if (margin == null || one == null || other == null) return null;
      return { blocks: count, stop: { elo: margin, alpha: one, beta: other } };
    },
  };
}

interface Props {
  length: Length;
  plans: Plans;
  /** the number of blocks of a list of seeds; null if there is no list */
  listed: number | null;
}

export function LengthField({ length, plans, listed }: Props) {
  const { games, stop, elo, alpha, beta, blocks } = length;
  const isOpen = stop.value;
  const count = listed ?? blocks.value ?? 0;
  return (
    <fieldset>
      <legend>{t('compete.form.length')}</legend>
      {/* A list of seeds gives the length. */}
      {listed === null && (
        <NumberField label={t('compete.form.games')} hint={t('compete.form.games.hint')} typed={games} />
      )}
      <label class="compete-radio">
        <input
          type="checkbox"
          checked={isOpen}
          onChange={({ currentTarget }) => {
            stop.value = currentTarget.checked;
          }}
        />
        <span>{t('compete.form.stop')}</span>
        <span class="hint">{t('compete.form.stop.hint')}</span>
      </label>
      {isOpen && (
        <div class="compete-bounds">
          {Object.entries({ elo, alpha, beta }).map(([name, typed]) => (
            <NumberField
              key={name}
              label={t(`compete.form.${name}`)}
              hint={t(`compete.form.${name}.hint`)}
              typed={typed}
            />
          ))}
        </div>
      )}
      <p class="hint" aria-live="polite">
        {t(isOpen ? 'compete.form.atMost' : 'compete.form.sum', { games: 2 * count, count })}
      </p>
      {/* Not for chosen seeds, which may not be like others, nor for a test, which goes on until it has an answer. */}
      {!isOpen && listed === null && count > 0 && <p class="hint">{whatIsShown(plans, count)}</p>}
    </fieldset>
  );
}
