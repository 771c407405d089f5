// The content of a form for a new contest. It is kept in this tab, so that it is not lost by leaving the view or by a reload,
// until the contest begins or the form is cleared.

import { computed, effect } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import type { Store } from '../../base/storage/settings.ts';
import type { Notices } from '../../base/ui/notices.tsx';
import { t } from '../../base/words/index.ts';
import type { ContestSpec } from '../../contest/types.ts';

export type Draft = ReturnType<typeof createDraft>;

/** The parts of a plan from a link that a form keeps. */
export interface OfPlan {
  /** the options and clock of its games; null if no plan came: then the current settings are used */
  played?: Pick<ContestSpec, 'options' | 'clock'> | null | undefined;
  /** the names of entrants whose code did not come with the plan */
  missing?: string[] | undefined;
}

interface Fields<D> {
  /** The content of the form. Called within a computed signal, so it may depend only on signals. */
  now: () => D;
  /** Puts a content into the form. */
  put: (draft: D) => void;
}

/**
 * Restores the kept content into a new form.
 *
 * @param store the store of this tab
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
    /** Begins to keep every change. @returns stops that */
    keep,
    /** @returns a function that restores the current content */
    mark() {
      const before: D = JSON.parse(text.peek());
      return () => put(before);
    },
    clear: () => put(JSON.parse(usual)),
    /** The contest has begun: the kept content is dropped. */
    done: () => store.drop(key),
  };
}

/** Keeps every change while a form is open. */
export const useDraft = (draft: Draft) => useLayoutEffect(draft.keep, [draft]);

/** Resets a form, and offers to undo that. */
export function clearForm({ mark, clear }: Pick<Draft, 'mark' | 'clear'>, notices: Notices) {
  const run = mark();
  clear();
  notices.show(t('compete.form.cleared'), { action: { label: t('notice.undo'), run }, here: true });
}
