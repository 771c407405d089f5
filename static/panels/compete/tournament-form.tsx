// The form for a new tournament: who plays, by which plan, on which seeds.

import { batch, computed, signal } from '@preact/signals';
import { useLayoutEffect, useMemo } from 'preact/hooks';
import { LONGEST_NAME } from '../../base/text/legible.ts';
import type { Typed } from '../../base/ui/field.tsx';
import { createTyped, Field, NumberField, SelectField } from '../../base/ui/field.tsx';
import { capital, t } from '../../base/words/index.ts';
import { choicesIn, planOf } from '../../contest/plan-of.ts';
import type { ContestRow, ContestSpec, PlanOption, Plans } from '../../contest/types.ts';
import type { Actions } from './actions.ts';
import { ContestForm } from './begin.tsx';
import { createEntrants, EntrantsField } from './entrants-field.tsx';
import { createRoster, useArrivals } from './roster.ts';
import { createSeeds, SeedsField } from './seeds-field.tsx';
import { sizeOf } from './size.ts';
import { tournamentPlan } from './specs.ts';
import type { Compete } from './view.tsx';

interface Props {
  game: string;
  compete: Compete;
  actions: Actions;
}

function createState(game: string, compete: Compete) {
  const { plans, games } = compete;
  const [fewest, most] = games[game]?.players ?? [2, 2];
  /** Of a kind or a preset. */
  const name = signal('round-robin');
  const title = signal('');
  const entrants = createEntrants(createRoster(game, compete), (code) => compete.doubt(game, code));
  const chosen = computed(() => {
    const { kind, ...given }: Plans['climb'] = plans.presets[name.value] ?? { kind: name.value };
    const options = Object.entries(plans.kinds[kind]?.options ?? {}).map(([key, option]) => {
      const bounds = key === 'players' ? [fewest, most] : [];
      return [key, createTyped(within(option, bounds, given[key]))] as [string, Typed];
    });
    return { kind, options };
  });
  /** Null: one of them is not valid. */
  const options = computed(() => {
    const found: Record<string, number> = {};
    for (const [key, { value }] of chosen.value.options) {
      if (value.value === null) return null;
      found[key] = value.value;
    }
    return found;
  });
  const size = computed(
    () => options.value && sizeOf(chosen.value.kind, entrants.list.value.length, options.value),
  );
  /** Why so many cannot play; '': they can. */
  const problem = computed(() => {
    const { kind } = chosen.value;
    const count = entrants.list.value.length;
    const says = (id: string, bounds: object) => t(id, { kind: capital(nameOf(kind)), count, ...bounds });
    const { fewest: few = 2, most: many = Number.POSITIVE_INFINITY } = plans.kinds[kind] ?? {};
    const least = Math.max(few, (kind === 'free-for-all' && options.value?.players) || 0);
    if (count > many) return says('compete.form.tooMany', { most: many });
    return count < least ? says('compete.form.tooFew', { fewest: least }) : '';
  });
  // Where a game is for two, nobody plays against many at once.
  const kinds = Object.keys(plans.kinds).filter((each) => most > 2 || !plans.kinds[each]?.options.players);
  const own = Object.keys(plans.presets).filter((each) => each.startsWith(`${game}-`));
  /** What the games of an earlier contest were played with; null: it is none, and what is set now holds. */
  const played = signal<Pick<ContestSpec, 'options' | 'clock'> | null>(null);

  /** Chooses all that was chosen for an earlier contest. */
  function take(row: ContestRow) {
    const { numbers, ...rest } = choicesIn(row);
    batch(() => {
      name.value = planOf(row).kind;
      for (const [key, { text }] of chosen.value.options) text.value = String(numbers[key] ?? text.value);
      entrants.take(row.entrants);
      played.value = rest;
    });
  }

  const names = [...own, ...kinds];
  return { names, name, title, entrants, chosen, options, problem, size, played, take };
}

/** @param bounds of the game: the least and the most, or nothing @param given by a preset */
function within(option: PlanOption, [least = option.low, most = option.high]: number[], given: unknown) {
  const [low, high] = [Math.max(option.low, least), Math.min(option.high, most)];
  return { low, high, value: Math.min(Math.max(Number(given ?? option.default), low), high) };
}

export function TournamentForm({ game, compete, actions }: Props) {
  const { notices, go } = compete;
  const state = useMemo(() => createState(game, compete), [game]);
  const seeds = useMemo(() => createSeeds([]), [game]);
  const { roster, put } = state.entrants;
  useArrivals(roster, compete, (words) => put(...words));
  const { kind, options } = state.chosen.value;
  const waiting = compete.entries.value;
  useLayoutEffect(() => {
    if (waiting?.game !== game) return;
    compete.entries.value = null;
    state.title.value ||= waiting.title;
    if (waiting.like) {
      state.take(waiting.like);
      const { seeds: given } = planOf(waiting.like);
      if (given.length > 0) seeds.give(given.map(String));
    }
    state.entrants.put(...waiting.bots.map((id) => `bot:${id}`).filter(state.entrants.isNew));
  }, [waiting]);
  const usual = t('compete.form.titled', { game: t(`game.${game}`), kind: nameOf(state.name.value) });

  async function begin() {
    const chosen = seeds.chosen();
    if (!chosen || state.problem.value) return;
    if (!state.options.value) return void notices.show(t('compete.form.bad'), { bad: true, here: true });
    const id = await actions.begin({
      game,
      title: state.title.value.trim() || usual,
      entrants: state.entrants.list.value.map(({ entrant }) => entrant),
      plan: tournamentPlan(kind, state.options.value, chosen),
      ...state.played.value,
    });
    if (id !== null) go({ tab: 'compete', game, contest: id });
  }

  return (
    <ContestForm
      game={game}
      compete={compete}
      title={t('compete.form.tournament', { game: t(`game.${game}`) })}
      size={seeds.isReady.value ? state.size.value : null}
      problem={state.problem.value}
      begin={begin}
    >
      <fieldset>
        <legend>{t('compete.form.plan')}</legend>
        <div class="compete-sides">
          <SelectField
            label={t('compete.form.kind')}
            value={state.name}
            groups={[{ label: '', options: state.names.map((name) => [name, nameOf(name)] as const) }]}
          />
          <Field label={t('compete.title')}>
            {(named) => (
              <input
                {...named}
                type="text"
                maxLength={LONGEST_NAME}
                autocomplete="off"
                placeholder={usual}
                value={state.title.value}
                onInput={({ currentTarget }) => {
                  state.title.value = currentTarget.value;
                }}
              />
            )}
          </Field>
        </div>
        <p class="hint" aria-live="polite">
          {t(`compete.about.${kind}`)}
        </p>
        <div class="compete-settings">
          {options.map(([name, typed]) => (
            <NumberField
              key={name}
              label={t(`compete.option.${name}`)}
              hint={t(`compete.option.${name}.hint`)}
              typed={typed}
            />
          ))}
        </div>
      </fieldset>
      <EntrantsField entrants={state.entrants} />
      <SeedsField seeds={seeds} kind={kind} />
    </ContestForm>
  );
}

/** @param name of a kind or a preset */
const nameOf = (name: string) => t(`compete.kind.${name}`);
