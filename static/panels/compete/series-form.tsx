// The form for a new series: one bot against another.

import { batch, signal } from '@preact/signals';
import { useLayoutEffect, useMemo } from 'preact/hooks';
import { tabStore } from '../../base/storage/settings.ts';
import { SelectField } from '../../base/ui/field.tsx';
import { Button } from '../../base/ui/parts.tsx';
import { isSame } from '../../base/values/bundle-shape.ts';
import { callOf } from '../../base/values/calls.ts';
import { t } from '../../base/words/index.ts';
import { titleOf } from '../../contest/sentences/titles.ts';
import type { ContestSpec, Entrant, Plans } from '../../contest/types.ts';
import type { Actions } from './actions.ts';
import { ContestForm, mayPlay } from './begin.tsx';
import { createDoubts, Doubt } from './doubts.tsx';
import type { OfPlan } from './draft.ts';
import { clearForm, createDraft, useDraft } from './draft.ts';
import type { LengthDraft } from './length-field.tsx';
import { createLength, LengthField, MOST_BLOCKS } from './length-field.tsx';
import { Missing } from './missing.tsx';
import { createRoster, EDITOR, useArrivals } from './roster.ts';
import type { SeedsDraft } from './seeds-field.tsx';
import { createSeeds, SeedsField } from './seeds-field.tsx';
import type { SeedChoice } from './specs.ts';
import { seriesPlan } from './specs.ts';
import type { Compete, Planned } from './view.tsx';

interface Props {
  game: string;
  compete: Compete;
  actions: Actions;
}

/** The number of blocks in a hundred games. */
const HUNDRED = 50;

/** The two sides of a series. */
type Side = 'mine' | 'other';

interface Preset {
  name: string;
  blocks: number;
  stop: boolean;
}

function createState(game: string, compete: Compete, actions: Actions) {
  const roster = createRoster(game, compete);
  const [mine, other] = [signal(EDITOR), signal(roster.usual)];
  /** The checks whether each of the two can play. */
  const doubts = createDoubts<Side>((code) => compete.doubt(game, code));
  /** Checks the bots that are chosen now. */
  function look() {
    const [own, their] = [mine, other].map((word) => roster.entrantOf(word.peek())?.code ?? null);
    doubts.follow('mine', own ?? null);
    // A bot's problem is shown once, also if it plays against itself.
    doubts.follow('other', own && their && isSame(own, their) ? null : (their ?? null));
  }
  const [length, seeds] = [createLength(), createSeeds(actions.sets(game))];
  /** The title of a plan from a link, and the options and clock of its games; '' and null if none came. */
  const title = signal('');
  const played = signal<Pick<ContestSpec, 'options' | 'clock'> | null>(null);
  /** The names of entrants whose code did not come with the plan. */
  const missing = signal<readonly string[]>([]);

  /** Fills in the form from a plan. */
  function takePlan({ title: called, plan, options, clock, entrants }: Planned) {
    const [first, second] = entrants;
    batch(() => {
      mine.value = first?.word ?? EDITOR;
      other.value = second?.word ?? roster.usual;
      const { stop } = plan;
      length.restore({
        ...length.draft(),
        games: String(2 * Number(plan.blocks)),
        stop: Boolean(stop),
        ...(stop && { elo: String(stop.elo), alpha: String(stop.alpha), beta: String(stop.beta) }),
      });
      seeds.take(plan.seeds);
      title.value = called;
      played.value = { options, clock };
      missing.value = entrants.filter(({ word }) => word === null).map(({ name }) => name);
    });
  }
  const draft = createDraft<SeriesDraft>(tabStore, `seriesDraft.${game}`, {
    now: () => ({
      ...{ mine: mine.value, other: other.value, seeds: seeds.draft(), ...length.draft() },
      ...(played.value && { title: title.value, played: played.value, missing: [...missing.value] }),
    }),
    put: (kept) =>
      batch(() => {
        for (const [side, word] of [[mine, kept.mine] as const, [other, kept.other] as const])
          if (roster.entrantOf(word)) side.value = word;
        seeds.restore(kept.seeds);
        length.restore(kept);
        title.value = kept.title ?? '';
        played.value = kept.played ?? null;
        missing.value = kept.missing ?? [];
      }),
  });
  return { roster, mine, other, doubts, look, length, seeds, draft, title, played, missing, takePlan };
}

/** The content that is kept while the form is closed. mine, other: words, see roster.ts */
interface SeriesDraft extends LengthDraft, OfPlan {
  mine: string;
  other: string;
  seeds: SeedsDraft;
  title?: string | undefined;
}

export function SeriesForm({ game, compete, actions }: Props) {
  const { plans, notices, go } = compete;
  const state = useMemo(() => createState(game, compete, actions), [game]);
  const { roster, mine, other, doubts, look, length, seeds, draft } = state;
  useDraft(draft);
  const listed = seeds.count();
  const blocks = listed ?? length.blocks.value;
  const choices = roster.choices();
  // A single bot from a file becomes the opponent; two play against each other.
  useArrivals(
    roster,
    compete,
    ([first, second]) =>
      batch(() => {
        if (first && second) mine.value = first;
        other.value = second ?? first ?? other.value;
      }),
    // A deleted bot is replaced by the default.
    () => {
      batch(() => {
        if (!roster.entrantOf(mine.value)) mine.value = EDITOR;
        if (!roster.entrantOf(other.value)) other.value = roster.usual;
      });
      look();
    },
  );
  useLayoutEffect(look, [look, mine.value, other.value]);

  const sides = [['mine', mine] as const, ['other', other] as const];
  const nameOf = (word: string) => {
    const entrant = roster.entrantOf(word);
    return entrant ? callOf(entrant) : '';
  };

  const presets = presetsOf(plans, game);
  /** What the fields say now is one of them, or something else. */
  const chosen = presets.find(
    ({ name, blocks: count, stop }) =>
      length.games.text.value === String(2 * count) &&
      length.stop.value === stop &&
      seeds.kind.value === seedsFor(name),
  );

  function choose({ name, blocks: count, stop }: Preset) {
    length.choose(count, stop);
    seeds.kind.value = seedsFor(name);
  }

  const clear = () => clearForm(draft, notices);
  const planned = compete.planned.value;
  useLayoutEffect(() => {
    if (planned?.game !== game || planned.plan.kind !== 'series') return;
    compete.planned.value = null;
    if (draft.isChanged.peek()) clear();
    state.takePlan(planned);
  }, [planned]);

  /** @returns null if something in the form is not valid */
  function specOf(picked: SeedChoice | null, entrants: Entrant[]) {
    const long = length.value();
    if (!picked || !long) return null;
    const title = state.title.value;
    const plan = seriesPlan({ ...long, seeds: picked });
    return {
      ...{ game, title: title || titleOf({ game, plan, entrants }), titled: title !== '', entrants },
      ...{ plan, ...state.played.value },
    };
  }

  async function share() {
    const words = [mine.value, other.value];
    if (words.includes(EDITOR)) await actions.ownNow(game);
    const entrants = words.flatMap((word) => roster.entrantOf(word) ?? []);
    const spec = specOf(seeds.settled(), entrants);
    if (spec) await actions.sharePlan(spec);
  }

  async function begin(button: HTMLElement, say: (doing: string) => void) {
    const words = [mine.value, other.value];
    if (words.includes(EDITOR)) await actions.ownNow(game);
    const picked = seeds.chosen();
    const entrants = words.flatMap((word) => roster.entrantOf(word) ?? []);
    const spec = specOf(picked, entrants);
    if (!spec) return;
    say(t('compete.form.waits'));
    if (!(await mayPlay(button, game, entrants, compete.doubt))) return;
    say(t('compete.form.prepares'));
    const id = await actions.begin(spec);
    if (id === null) return;
    draft.done();
    go({ tab: 'compete', game, contest: id });
  }

  return (
    <ContestForm
      game={game}
      compete={compete}
      title={t('compete.form.series', { game: t(`game.${game}`) })}
      problem={seeds.problem.value || length.problem(listed !== null)}
      size={blocks ? { rounds: [blocks], games: 2 } : null}
      bound={length.stop.value ? 'most' : null}
      clear={draft.isChanged.value ? clear : null}
      begin={begin}
      share={share}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: A fieldset looks like a part of a form. */}
      <div class="compete-presets" role="group" aria-label={t('compete.form.presets')}>
        {presets.map((preset) => (
          <Button
            key={preset.name}
            aria-pressed={preset === chosen}
            says={t(`compete.preset.${preset.name}`)}
            onClick={() => choose(preset)}
          />
        ))}
      </div>
      <fieldset>
        <legend>{t('compete.form.who')}</legend>
        <div class="compete-sides">
          <SelectField label={t('compete.form.mine')} value={mine} groups={choices} />
          <SelectField label={t('compete.form.other')} value={other} groups={choices} />
          <Button icon="file-up" says={t('compete.roster.open')} onClick={roster.open} />
        </div>
        <div aria-live="polite">
          {sides.map(([side, word]) => (
            <Doubt
              key={side}
              why={doubts.told.value.get(side)}
              name={nameOf(word.value)}
              recheck={() => {
                const code = roster.entrantOf(word.peek())?.code;
                if (code) doubts.check(side, code);
              }}
              isNamed={true}
            />
          ))}
        </div>
        <Missing names={state.missing.value} isSeries={true} />
      </fieldset>
      <SeedsField seeds={seeds} />
      {state.played.value && <p class="hint">{t('compete.form.played')}</p>}
      <LengthField length={length} plans={plans} listed={listed} />
    </ContestForm>
  );
}

const seedsFor = (preset: string) => (preset === 'fair' ? 'fair' : 'new');

function presetsOf({ presets }: Plans, game: string): Preset[] {
  const own = Object.entries(presets).filter(
    ([name, plan]) => name.startsWith(`${game}-`) && plan.kind === 'series',
  );
  const ofGame = own.map(([name, plan]) => ({ name, blocks: Number(plan.blocks ?? 50), stop: false }));
  return [
    // Not if one of the game's own presets is the same.
    ...(ofGame.some(({ blocks }) => blocks === HUNDRED)
      ? []
      : [{ name: 'hundred', blocks: HUNDRED, stop: false }]),
    ...ofGame,
    { name: 'fair', blocks: HUNDRED, stop: false },
    { name: 'better', blocks: MOST_BLOCKS, stop: true },
  ];
}
