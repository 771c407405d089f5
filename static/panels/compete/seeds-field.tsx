// The choice of seeds: the same for everybody, new ones, lost ones, or a list.

import { computed, signal } from '@preact/signals';
import { Select } from '../../base/ui/field.tsx';
import { t } from '../../base/words/index.ts';
import type { SeedSet } from './seeds.ts';
import { MOST_SEEDS, readSeeds } from './seeds.ts';
import type { SeedChoice } from './specs.ts';
import { drawnFirst } from './specs.ts';

/** The kinds of choices, in the order of the list box. */
const KINDS = ['plan', 'fair', 'new', 'set', 'list'] as const;
type Kind = (typeof KINDS)[number];
/** set: the name of the set of lost seeds; typed: the list; first: the seed from which a linked plan's seeds are drawn */
export interface SeedsDraft {
  kind: Kind;
  set: string;
  typed: string;
  first?: string | undefined;
}
type Seeds = ReturnType<typeof createSeeds>;

/** @param sets the sets of lost seeds that can be chosen */
export function createSeeds(sets: readonly SeedSet[]) {
  const kind = signal<Kind>('new');
  const set = signal(String(sets.length - 1));
  const typed = signal('');
  /** The seed from which a linked plan's seeds are drawn; '' if no plan came. */
  const first = signal('');
  const read = computed(() => readSeeds(typed.value));
  function value(): SeedChoice | { problem: string } {
    if (kind.value === 'fair') return { kind: 'fair' };
    if (kind.value === 'new') return { kind: 'new', first: drawnFirst() };
    if (kind.value === 'plan') return { kind: 'new', first: first.value };
    if (kind.value === 'set') return { kind: 'list', given: sets[Number(set.value)]?.seeds ?? [] };
    const { seeds, wrong } = read.value;
    if (wrong !== null) return { problem: t('compete.form.badSeed', { got: wrong, most: MOST_SEEDS }) };
    if (seeds.length === 0) return { problem: t('compete.form.noSeeds') };
    return { kind: 'list', given: seeds };
  }

  /** Why the list cannot be played; '' if it can. */
  const problem = computed(() => {
    const found = value();
    return 'problem' in found ? found.problem : '';
  });

  return {
    ...{ sets, kind, set, typed, first, problem },
    /** The content that is kept while the form is closed. */
    draft: (): SeedsDraft => ({
      kind: kind.value,
      set: sets[Number(set.value)]?.name ?? '',
      typed: typed.value,
      ...(first.value && { first: first.value }),
    }),
    restore(draft: SeedsDraft) {
      const at = sets.findIndex(({ name }) => name === draft.set);
      // The chosen set may have been deleted.
      const isGone = (draft.kind === 'set' && at < 0) || (draft.kind === 'plan' && !draft.first);
      kind.value = isGone ? 'new' : draft.kind;
      first.value = draft.first ?? '';
      if (at >= 0) set.value = String(at);
      typed.value = draft.typed;
    },
    /** Chooses the seeds of a plan. */
    take({ first: from, given }: { first: string; given: readonly string[] }) {
      first.value = given.length > 0 || from === '0' ? '' : from;
      kind.value = given.length > 0 ? 'list' : first.value ? 'plan' : 'fair';
      if (given.length > 0) typed.value = given.join(', ');
    },
    /** @returns null if they cannot be played, see `problem` */
    chosen(): SeedChoice | null {
      const found = value();
      return 'problem' in found ? null : found;
    },
    /** The same, but with new seeds drawn only once, so that a plan that was shared can begin here later. */
    settled(): SeedChoice | null {
      if (kind.value === 'new') {
        first.value = String(drawnFirst());
        kind.value = 'plan';
      }
      const found = value();
      return 'problem' in found ? null : found;
    },
    /** @returns the number of blocks of a list; null if there is no list */
    count(): number | null {
      const chosen = value();
      return 'kind' in chosen && chosen.kind === 'list' ? chosen.given.length : null;
    },
  };
}

/** @param kind the kind of the contest */
export function SeedsField({ seeds, kind: of = 'series' }: { seeds: Seeds; kind?: string }) {
  const kinds = KINDS.filter(
    (each) => (each !== 'plan' || seeds.first.value) && (each !== 'set' || seeds.sets.length > 0),
  );
  return (
    <fieldset class="compete-seeds">
      <legend>{t('compete.form.seeds')}</legend>
      {kinds.map((kind) => (
        <div key={kind}>
          <label class="compete-radio">
            <input
              type="radio"
              name="compete-seeds"
              value={kind}
              checked={seeds.kind.value === kind}
              onChange={() => {
                seeds.kind.value = kind;
              }}
            />
            <span>{t(`compete.seeds.${kind}`)}</span>
            <span class="hint">{t(`compete.seeds.${kind}.hint`)}</span>
          </label>
          {kind === 'set' && seeds.kind.value === 'set' && <Sets seeds={seeds} />}
          {kind === 'list' && seeds.kind.value === 'list' && <List seeds={seeds} />}
        </div>
      ))}
      {/* A gauntlet has its own numbers of fixed and new seeds. */}
      {of === 'gauntlet' && (
        <p class="hint" aria-live="polite">
          {t(`compete.seeds.gauntlet.${seeds.kind.value === 'plan' ? 'new' : seeds.kind.value}`)}
        </p>
      )}
    </fieldset>
  );
}

/** The list box of sets, the newest first. */
function Sets({ seeds: { sets, set } }: { seeds: Seeds }) {
  const options = sets.map(
    ({ name, seeds }, k) => [String(k), t('compete.form.set', { name, count: seeds.length })] as const,
  );
  return (
    <Select
      aria-label={t('compete.form.sets')}
      value={set}
      groups={[{ label: '', options: options.reverse() }]}
    />
  );
}

/** The field for a list. Its problem is shown at the end of the form, which is always visible. */
function List({ seeds: { typed, problem } }: { seeds: Seeds }) {
  return (
    <textarea
      rows={2}
      spellcheck={false}
      placeholder="1-20, 42, 77"
      aria-label={t('compete.form.list')}
      aria-invalid={problem.value !== ''}
      value={typed.value}
      onInput={({ currentTarget }) => {
        typed.value = currentTarget.value;
      }}
    />
  );
}
