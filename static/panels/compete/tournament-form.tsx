// The form for a new tournament: who plays, by which plan, on which seeds.

import { batch, computed, effect, signal } from '@preact/signals';
import { useLayoutEffect, useMemo } from 'preact/hooks';
import { LONGEST_VALUE } from '../../base/storage/keys.ts';
import { tabStore } from '../../base/storage/settings.ts';
import { LONGEST_NAME, short } from '../../base/text/legible.ts';
import type { Typed } from '../../base/ui/field.tsx';
import { createTyped, Field, NumberField, rangeWords, SelectField } from '../../base/ui/field.tsx';
import { bareName } from '../../base/values/bundle-shape.ts';
import { type Goal, isSamePlan, NO_GOAL } from '../../base/values/goal.ts';
import { MOST_SEATS } from '../../base/values/seats.ts';
import { capital, sentences, t } from '../../base/words/index.ts';
import { choicesIn, planOf } from '../../contest/plan-of.ts';
import type { ContestRow, ContestSpec, PlanOption, Plans } from '../../contest/types.ts';
import type { Actions } from './actions.ts';
import { ContestForm, mayBegin, whyWords } from './begin.tsx';
import type { OfPlan } from './draft.ts';
import { clearForm, createDraft, useDraft } from './draft.ts';
import { arrivedWords, createEntrants, EntrantsField } from './entrants-field.tsx';
import { LinksField } from './links-field.tsx';
import { Missing } from './missing.tsx';
import { createRoster, useArrivals } from './roster.ts';
import type { SeedsDraft } from './seeds-field.tsx';
import { createSeeds, SeedsField } from './seeds-field.tsx';
import { allRounds, fewestRounds, mayTie, proposedRounds, sizeOf, usualRounds } from './size.ts';
import type { SeedChoice } from './specs.ts';
import { tournamentPlan } from './specs.ts';
import type { Compete, Entries, Planned } from './view.tsx';

interface Props {
  game: string;
  compete: Compete;
  actions: Actions;
}

function createState(game: string, compete: Compete) {
  const { plans, games } = compete;
  const [low, most] = games[game]?.players ?? [2, 2];
  const high = Math.min(most, MOST_SEATS);
  /** The name of the chosen kind or preset. */
  const name = signal('round-robin');
  const title = signal('');
  const seeds = createSeeds([]);
  const entrants = createEntrants(createRoster(game, compete), (code) => compete.doubt(game, code));
  /** The number that the form has proposed last for each field. A field with another text was changed by the user. */
  const proposals = new WeakMap<Typed, string>();
  const propose = (count: number) => String(count < 2 ? 0 : proposedRounds(count));
  const chosen = computed(() => {
    const { kind, ...given }: Plans['climb'] = plans.presets[name.value] ?? { kind: name.value };
    const options = Object.entries(plans.kinds[kind]?.options ?? {}).map(([key, option]) => {
      const bounds = key === 'players' ? [low, high] : [];
      const ranged = within(option, bounds, given[key]);
      const limit = () => mostOf(key, kind, entrants.list.value.length) ?? ranged.high;
      const typed = createTyped({ ...ranged, limit });
      if (isSwissRounds(key, kind) && given[key] === undefined) {
        typed.text.value = propose(entrants.list.peek().length);
        proposals.set(typed, typed.text.peek());
      }
      return [key, typed] as [string, Typed];
    });
    return { kind, options };
  });
  /** Keeps proposed numbers up to date with the number of entrants. @returns stops that */
  const follow = () =>
    effect(() => {
      const proposed = propose(entrants.list.value.length);
      for (const [, typed] of chosen.value.options)
        if (proposals.get(typed) === typed.text.peek()) {
          typed.text.value = proposed;
          proposals.set(typed, proposed);
        }
    });
  /** The numbers of the plan; null if one of them is not valid. */
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
  /** The most entrants of this kind. */
  const mostEntrants = computed(() => plans.kinds[chosen.value.kind]?.most ?? Number.POSITIVE_INFINITY);
  const isTooMany = computed(() => entrants.list.value.length > mostEntrants.value);
  /** Why it cannot be played as it is; '' if it can. */
  const problem = computed(() => {
    const { kind } = chosen.value;
    const count = entrants.list.value.length;
    const says = (id: string, bounds: object) => t(id, { kind: capital(nameOf(kind)), count, ...bounds });
    const { fewest: few = 2 } = plans.kinds[kind] ?? {};
    const least = Math.max(few, (kind === 'free-for-all' && options.value?.players) || 0);
    if (isTooMany.value) return says('compete.form.tooMany', { most: mostEntrants.value });
    if (count < least) return says('compete.form.tooFew', { fewest: least });
    const [key, wrong] = chosen.value.options.find(([, { value }]) => value.value === null) ?? [];
    if (!wrong) return '';
    return t('settings.bad', { label: t(`compete.option.${key}`), expected: rangeWords(wrong) });
  });
  // If the game is for two players, kinds with more players in a game are left out.
  const kinds = Object.keys(plans.kinds).filter((each) => high > 2 || !plans.kinds[each]?.options.players);
  const own = Object.keys(plans.presets).filter((each) => each.startsWith(`${game}-`));
  /** The options and clock of an earlier contest that this form repeats; null if none: then the current settings are used. */
  const played = signal<Pick<ContestSpec, 'options' | 'clock'> | null>(null);
  /** The names of a plan's entrants whose code did not come with it. */
  const missing = signal<readonly string[]>([]);

  /** Fills in the numbers of a plan, which stay the same whatever the number of entrants. */
  function give(numbers: Record<string, unknown>) {
    for (const [key, typed] of chosen.value.options) {
      // A plan without a number of rounds has the default number.
      typed.text.value = String(numbers[key] ?? (proposals.has(typed) ? 0 : typed.text.value));
      proposals.delete(typed);
    }
  }

  /** Fills in the form from an earlier contest. */
  function take(row: ContestRow) {
    const { numbers, ...rest } = choicesIn(row);
    const { kind, first, seeds: given } = planOf(row);
    batch(() => {
      name.value = kind;
      give(numbers);
      entrants.take(row);
      // Entries for a contest are played on its maps.
      seeds.take({ first, given: given.map(String) });
      played.value = rest;
    });
  }

  /** Fills in the form from a plan that came in a link. */
  function takePlan({ plan, options, clock, entrants: all }: Planned) {
    batch(() => {
      name.value = plan.kind;
      give(plan);
      seeds.take(plan.seeds);
      entrants.restore(all.flatMap(({ word }) => word ?? []));
      missing.value = all.filter(({ word }) => word === null).map((each) => each.name);
      played.value = { options, clock };
    });
  }

  /** The pasted links. They are kept apart from the form, which entries may only fill in if nothing else was chosen. */
  const links = signal('');
  const pasted = createDraft<string>(tabStore, `pastedLinks.${game}`, {
    // A longer text could not be read back.
    now: () => (links.value.length > LONGEST_VALUE ? '' : links.value),
    put: (kept) => {
      links.value = kept;
    },
  });
  const names = [...own, ...kinds];
  const draft = createDraft<TournamentDraft>(tabStore, `tournamentDraft.${game}`, {
    now: () => ({
      ...{ name: name.value, title: title.value, seeds: seeds.draft(), played: played.value },
      numbers: Object.fromEntries(chosen.value.options.map(([key, { text }]) => [key, text.value])),
      entrants: entrants.list.value.map(({ word }) => word),
      ...(missing.value.length > 0 && { missing: [...missing.value] }),
    }),
    put: (kept) =>
      batch(() => {
        // An earlier version of the page may have had kinds that do not exist any more.
        if (names.includes(kept.name)) name.value = kept.name;
        for (const [key, { text }] of chosen.value.options) text.value = kept.numbers[key] ?? text.value;
        title.value = kept.title;
        seeds.restore(kept.seeds);
        played.value = kept.played ?? null;
        missing.value = kept.missing ?? [];
        entrants.restore(kept.entrants);
        // Whether a number was typed is not kept: one that is the same as the proposal counts as not typed.
        for (const [, typed] of chosen.value.options)
          if (proposals.has(typed)) proposals.set(typed, propose(entrants.list.value.length));
      }),
  });
  return {
    ...{
      names,
      name,
      title,
      entrants,
      seeds,
      draft,
      links,
      pasted,
      chosen,
      options,
      played,
      missing,
      take,
      takePlan,
    },
    ...{ most: mostEntrants, isTooMany, problem, size, follow },
    /** The contest that the entries are for. */
    goal: NO_GOAL as Goal,
  };
}

/** The content that is kept while the form is closed. entrants: their words, see roster.ts */
interface TournamentDraft extends OfPlan {
  name: string;
  title: string;
  numbers: Record<string, string>;
  entrants: string[];
  seeds: SeedsDraft;
}

/** @param bounds the game's own least and most number, or empty @param given the preset's number */
function within(option: PlanOption, [least = option.low, most = option.high]: number[], given: unknown) {
  const [low, high] = [Math.max(option.low, least), Math.min(option.high, most)];
  return { low, high, value: Math.min(Math.max(Number(given ?? option.default), low), high) };
}

/** The highest value of a number with `count` entrants, as in Python; null if it does not depend on them. */
const mostOf = (key: string, kind: string, count: number) =>
  isSwissRounds(key, kind) ? allRounds(count) : null;

const isSwissRounds = (key: string, kind: string) => key === 'rounds' && kind !== 'free-for-all';

export function TournamentForm({ game, compete, actions }: Props) {
  const { notices, go } = compete;
  const state = useMemo(() => createState(game, compete), [game]);
  const { seeds, draft, pasted, entrants } = state;
  useDraft(draft);
  useDraft(pasted);
  useLayoutEffect(state.follow, [state]);
  useArrivals(entrants.roster, compete, entrants.arrive, entrants.follow, true);
  const { kind, options } = state.chosen.value;
  const waiting = compete.entries.value;
  useLayoutEffect(() => {
    if (waiting?.game !== game) return;
    compete.entries.value = null;
    receive(waiting);
  }, [waiting]);
  const planned = compete.planned.value;
  useLayoutEffect(() => {
    if (planned?.game !== game || planned.plan.kind === 'series') return;
    compete.planned.value = null;
    if (draft.isChanged.peek()) clear();
    state.takePlan(planned);
    state.title.value = planned.title;
    state.goal = { contest: planned.title, plan: planned.goal };
  }, [planned]);
  const there = entrants.list.value.map(({ entrant }) => bareName(entrant));
  const missing = state.missing.value.filter((name) => !there.includes(bareName({ name })));
  const problem = state.problem.value || seeds.problem.value;
  const size = problem ? null : state.size.value;
  const bound = mayTie(kind, state.options.value ?? {}) ? 'least' : null;
  const usual = t('compete.form.titled', { game: t(`game.${game}`), kind: nameOf(state.name.value) });

  /** Everything in the form. */
  const all = {
    mark() {
      const [putBack, pasteBack] = [draft.mark(), pasted.mark()];
      return () => {
        putBack();
        pasteBack();
      };
    },
    clear() {
      draft.clear();
      pasted.clear();
    },
  };
  const clear = () => clearForm(all, notices);

  /** Adds the bots that came as entries for a contest. */
  function receive({ title, like, plan, bots }: Omit<Entries, 'game'>) {
    // The title in an entry may be in its sender's language.
    const named = like?.title ?? title;
    // The form is for another tournament, unless it has this title and repeats the same contest.
    const isSame = state.title.peek() === named && (!like || entrants.isFrom(like));
    const { goal } = state;
    const putBack = draft.mark();
    const isCleared = draft.isChanged.peek() && !isSame;
    if (isCleared) draft.clear();
    const run = () => {
      putBack();
      state.goal = goal;
    };
    const says = [
      ...(isCleared ? [t('compete.form.cleared')] : []),
      ...(like && !isSame ? [t('compete.links.setAs', { contest: short(like.title) })] : []),
    ];
    if (says.length > 0)
      notices.show(sentences(says), { action: { label: t('notice.undo'), run }, here: true });
    enterInto({ title: named, like: isSame ? null : like, plan, bots });
  }

  /** Adds bots. like: the contest from which the form is filled in first; null leaves it as it is */
  function enterInto({ title, like, plan, bots }: Omit<Entries, 'game'>) {
    state.title.value = title;
    state.goal = { contest: title, plan };
    if (like) state.take(like);
    entrants.put(...bots.map((id) => `bot:${id}`).filter(entrants.isNew));
  }

  /** Adds the bots of links, if they are for this contest. */
  async function collect(text: string, told: (done: number) => void) {
    const contest = state.title.peek().trim();
    const wanted = contest === state.goal.contest ? state.goal : { contest, plan: '' };
    const isWanted = contest || wanted.plan;
    const found = await compete.collect(game, isWanted ? wanted : null, text, told).catch(() => {
      notices.show(t('compete.links.failed'), { bad: true, here: true });
    });
    if (!found) return null;
    const { goal, taken } = found;
    const there = taken.filter(({ id }) => !entrants.isNew(`bot:${id}`));
    const fresh = taken.filter((each) => !there.includes(each)).map(({ id }) => id);
    const names = fresh.map((id) => entrants.roster.nameOf(id));
    const refused = [
      ...found.refused,
      ...there.map(({ line }) => ({ line, why: t('compete.links.there') })),
    ].sort((a, b) => a.line - b.line);
    const title = contest || short(goal?.contest ?? '');
    const enter = () => {
      entrants.put(...fresh.map((id) => `bot:${id}`));
      state.title.value = title;
      if (goal) state.goal = { contest: title, plan: goal.plan };
    };
    // The form may already be filled in from this plan, if that came in a link.
    const isOfPlan = goal && contest === state.goal.contest && isSamePlan(goal, state.goal);
    const begun = goal && taken.length > 0 && !isOfPlan ? await compete.likeOf(game, goal) : null;
    const like = begun && !entrants.isFrom(begun) ? begun : null;
    // An untouched form is filled in from that contest's plan. The user's own choices stay.
    const isSet = like !== null && !draft.isChanged.peek();
    const putBack = draft.mark();
    if (isSet) enterInto({ title: like.title, plan: goal?.plan ?? '', bots: fresh, like });
    else enter();
    const says = [
      ...(names.length > 0 ? [arrivedWords(names)] : []),
      ...(refused.length > 0 ? [t('compete.links.refused', { count: refused.length })] : []),
    ];
    const undo = () => {
      putBack();
      enter();
    };
    return {
      ...{ says: says.join(' · '), refused },
      set: like && {
        says: t(isSet ? 'compete.links.setAs' : 'compete.links.notSetAs', { contest: short(like.title) }),
        undo: isSet ? undo : null,
      },
    };
  }

  const specOf = (chosen: SeedChoice, numbers: Numbers) => ({
    game,
    title: state.title.value.trim() || usual,
    titled: state.title.value.trim() !== '',
    entrants: state.entrants.list.value.map(({ entrant }) => entrant),
    plan: tournamentPlan(kind, numbers, chosen),
    ...state.played.value,
  });

  async function share() {
    const chosen = seeds.settled();
    if (chosen && state.options.value) await actions.sharePlan(specOf(chosen, state.options.value));
  }

  async function begin(button: HTMLElement, say: (doing: string) => void) {
    const chosen = seeds.chosen();
    if (!chosen || !state.options.value) return;
    say(t('compete.form.waits'));
    if (!(await mayBegin(button, await entrants.checked()))) return;
    say(t('compete.form.prepares'));
    const id = await actions.begin(specOf(chosen, state.options.value));
    if (id === null) return;
    draft.done();
    pasted.done();
    go({ tab: 'compete', game, contest: id });
  }

  return (
    <ContestForm
      game={game}
      compete={compete}
      title={t('compete.form.tournament', { game: t(`game.${game}`) })}
      size={size}
      bound={bound}
      problem={problem}
      remedy={
        state.isTooMany.value
          ? {
              says: t('compete.form.keepFirst', { count: state.most.value }),
              run: () => entrants.keepFirst(state.most.value),
            }
          : null
      }
      clear={draft.isChanged.value || pasted.isChanged.value ? clear : null}
      begin={begin}
      share={share}
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
          {t(`compete.about.${state.name.value}`)}
        </p>
        <div class="compete-settings">
          {options.map((option) => (
            <NumberField
              key={option[0]}
              label={t(`compete.option.${option[0]}`)}
              hint={hintOf(option, kind, state.options.value ?? {}, entrants.list.value.length)}
              typed={option[1]}
            />
          ))}
        </div>
        {size !== null && (
          <p class="hint" aria-live="polite">
            {whyWords(size, bound, state.options.value?.players ?? 2)}
          </p>
        )}
      </fieldset>
      <EntrantsField entrants={entrants} order={orderWords(kind)} isSeeded={SEEDED.includes(kind)}>
        <Missing names={missing} />
        <LinksField
          text={state.links}
          collect={collect}
          contest={state.title.value.trim()}
          isOpen={missing.length > 0}
        />
      </EntrantsField>
      <SeedsField seeds={seeds} kind={kind} />
      {state.played.value && <p class="hint">{t('compete.form.played')}</p>}
    </ContestForm>
  );
}

/** The kinds in which the order of the entrants is their seeding. */
const SEEDED = ['swiss', 'finals', 'single-elimination', 'double-elimination'];

/** The sentence about the meaning of the entrants' order; '' if it has none. */
function orderWords(kind: string): string {
  if (kind === 'gauntlet') return t('compete.form.order.gauntlet');
  return SEEDED.includes(kind) ? t('compete.form.order.seeded') : '';
}

/**
 * The hint below a number.
 *
 * @param count the number of entrants
 */
function hintOf([name, { low, high }]: [string, Typed], kind: string, numbers: Numbers, count: number) {
  const { players = 0, rounds = 0, top = 0 } = numbers;
  if (name === 'top' && top >= count && count > 1) return t('compete.option.top.hint.all', { count });
  if (name !== 'rounds') return t(`compete.option.${name}.hint`, { low, high });
  if (kind !== 'free-for-all') return roundsWords(rounds, count);
  // No hint if there are too few entrants, which is reported elsewhere, or if one of an odd number would have no partner.
  if (players === 0 || players > count || (players === 2 && count % 2 === 1)) return '';
  // Each entrant sits at as many tables as a table has seats; at one table if all entrants fit, or if a table has two seats.
  const tables = players === 2 || players === count ? 1 : players;
  return t('compete.option.rounds.hint.free-for-all', { tables });
}

type Numbers = Record<string, number>;

/** The hint about a number of Swiss rounds. @param rounds 0 for the default number */
function roundsWords(rounds: number, count: number): string {
  if (count < 2) return t('compete.option.rounds.hint.usual');
  const fewest = fewestRounds(count);
  const usual = usualRounds(count);
  const said = t('compete.option.rounds.hint', { count: usual });
  // With two entrants everybody has to meet everybody.
  if ((rounds || usual) < allRounds(count) || fewest === allRounds(count))
    return rounds ? t('compete.option.rounds.hint.fewest', { count: fewest }) : said;
  return rounds
    ? t('compete.option.rounds.hint.robin', { count: fewest })
    : t('compete.option.rounds.hint.all', { usual: said, count: fewest });
}

/** @param name the name of a kind or a preset */
const nameOf = (name: string) => t(`compete.kind.${name}`);
