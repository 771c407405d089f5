// What stands in a form for a new contest: it is kept in this tab, so that neither another page nor a reload costs any work,
// until the contest is begun or the form is cleared.

import { computed, effect } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import type { Store } from '../../base/storage/settings.ts';
import type { Notices } from '../../base/ui/notices.tsx';
import { t } from '../../base/words/index.ts';
import type { ContestSpec } from '../../contest/types.ts';

export type Draft = ReturnType<typeof createDraft>;

/** What a form keeps of a plan that came in a link. */
export interface OfPlan {
  /** what its games are played with; null: none came, and what is set now holds */
  played?: Pick<ContestSpec, 'options' | 'clock'> | null | undefined;
  /** entrants whose code did not come with it */
  missing?: string[] | undefined;
}

interface Fields<D> {
  /** What stands in the form. Read within a computation, so it reads nothing but signals. */
  now: () => D;
  /** Puts that into the form. */
  put: (draft: D) => void;
}

/**
 * Puts into a new form what was kept of the one before.
 *
 * @param store of this tab
 */
export function createDraft<D>(
  store: Pick<Store, 'get' | 'set' | 'drop'>,
  key: string,
  { now, put }: Fields<D>,
) {
  const text = computed(() => JSON.stringify(now()));
  const usual = text.peek();
  /** Whether anything was chosen or typed. */
  const isChanged = computed(() => text.value !== usual);
  const kept = store.get<D | null>(key, null);
  if (kept !== null) put(kept);

  function keep(): () => void {
    return effect(() => {
      if (isChanged.value) store.set(key, JSON.parse(text.value));
      else store.drop(key);
    });
  }

  return {
    isChanged,
    /** From now on everything that changes is kept. @returns ends that */
    keep,
    /** @returns brings back what stands there now */
    mark() {
      const before: D = JSON.parse(text.peek());
      return () => put(before);
    },
    clear: () => put(JSON.parse(usual)),
    /** The contest was begun. */
    done: () => store.drop(key),
  };
}

/** While a form is open, everything that changes in it is kept. */
export const useDraft = (draft: Draft) => useLayoutEffect(draft.keep, [draft]);

/** Makes a form as it was before anything was chosen, and offers to take that back. */
export function clearForm({ mark, clear }: Pick<Draft, 'mark' | 'clear'>, notices: Notices) {
  const run = mark();
  clear();
  notices.show(t('compete.form.cleared'), { action: { label: t('notice.undo'), run }, here: true });
}
