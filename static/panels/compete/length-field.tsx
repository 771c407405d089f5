// How long a series is: so many games, or until a test knows the answer.

import { computed, signal } from '@preact/signals';
import { createTyped, NumberField, rangeWords } from '../../base/ui/field.tsx';
import { t } from '../../base/words/index.ts';
import type { Plans } from '../../contest/types.ts';
import { whatIsShown } from './shows.ts';

/** Blocks that a test may take at most. */
export const MOST_BLOCKS = 2000;
const MOST_GAMES = 10_000;

type Length = ReturnType<typeof createLength>;
/** As they were typed. */
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
    /** What is kept of it while the form is not open. */
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
    /** Why it cannot be played as it is; '': it can. @param isListed a list of seeds says how many games there are */
    problem(isListed: boolean): string {
      const asked = { ...(!isListed && { games }), ...(stop.value && { elo, alpha, beta }) };
      const [name, wrong] = Object.entries(asked).find(([, { value }]) => value.value === null) ?? [];
      if (!name || !wrong) return '';
      return t('settings.bad', { label: t(`compete.form.${name}`), expected: rangeWords(wrong) });
    },
    /** @returns null: a number is not valid */
    value(): { blocks: number; stop: { elo: number; alpha: number; beta: number } | null } | null {
      // A list of seeds takes the place of this number.
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
  /** the blocks that a list of seeds makes; null: as many as are asked for */
  listed: number | null;
}

export function LengthField({ length, plans, listed }: Props) {
  const { games, stop, elo, alpha, beta, blocks } = length;
  const isOpen = stop.value;
  const count = listed ?? blocks.value ?? 0;
  return (
    <fieldset>
      <legend>{t('compete.form.length')}</legend>
      {/* A list is played as it is. */}
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
      {/* Of chosen seeds it is not known whether they are like others, and a test goes on until something is shown. */}
      {!isOpen && listed === null && count > 0 && <p class="hint">{whatIsShown(plans, count)}</p>}
    </fieldset>
  );
}
