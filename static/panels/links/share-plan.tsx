// Shares the plan of a contest, optionally with the code of the bots and with the results.

import { signal } from '@preact/signals';
import type { App } from '../../app.ts';
import { short } from '../../base/text/legible.ts';
import { Check } from '../../base/ui/field.tsx';
import { list, t } from '../../base/words/index.ts';
import { described, filesOf, wellFormed } from '../../contest/begin.ts';
import { planOf, sharedOrigin, sharedTitle } from '../../contest/plan-of.ts';
import { usualTitle } from '../../contest/sentences/titles.ts';
import type { BlockResult, ContestRow } from '../../contest/types.ts';
import { createDialog } from './dialog.tsx';
import { createMaking } from './making.ts';

/** The most bots that are named. */
const MOST_NAMED = 5;

/** The optional parts of the link. */
type Chosen = { results: boolean; sources: boolean };

export function createSharePlan({ arena, bundles, compete }: App) {
  const shown = createDialog('sharing');
  const row = signal<ContestRow | null>(null);
  /** The results; null if they are stored. */
  const known = signal<BlockResult[] | null>(null);
  const chosen = signal<Chosen>({ results: false, sources: false });
  const making = createMaking(arena, {
    title: () => row.value && t('links.titlePlan', { title: row.value.title }),
    tooLong: 'links.planTooLong',
  });

  async function make() {
    const { value: of } = row;
    if (of) await making.make(() => compose(of, chosen.value));
  }

  async function compose(
    of: ContestRow,
    { results, sources }: Chosen,
  ): ReturnType<Parameters<typeof making.make>[0]> {
    const entrants = of.entrants.map(wellFormed);
    const files = sources ? await filesOf(entrants, bundles.layOut) : [];
    if ('problem' in files) return files;
    const wanted = {
      kind: 'plan',
      text: of.text,
      entrants: entrants.map((each) => (sources && each.code ? described(each) : null)),
      blocks: results ? (known.value ?? (await (await compete.contests()).results(of.id))) : [],
      withdrawn: results ? of.withdrawn : [],
      stopped: results && of.state === 'stopped',
      origin: sharedOrigin(of),
      versions: of.entrants.map(({ version }) => version ?? null),
      // A default title is left out, so that those who open the link see it in their own language.
      title: sharedTitle(of, usualTitle(of.game, planOf(of).kind, [])),
    };
    return [wanted, files];
  }

  const choice = (what: keyof Chosen, says: string) => (
    <Check
      says={t(says)}
      checked={chosen.value[what]}
      change={(isChosen) => {
        chosen.value = { ...chosen.value, [what]: isChosen };
        void make();
      }}
    />
  );

  function Share() {
    if (!row.value) return null;
    const bots = row.value.entrants.filter(({ code }) => code !== null).map(({ name }) => short(name));
    const named = bots.length > MOST_NAMED + 1 ? bots.slice(0, MOST_NAMED) : bots;
    const rest = bots.length - named.length;
    const names = list(rest > 0 ? [...named, t('links.others', { count: rest })] : named);
    return (
      <section class="share">
        <p class="hint">{t(chosen.value.results ? 'links.aboutResults' : 'links.aboutPlan')}</p>
        {row.value.games > 0 && choice('results', 'links.withResults')}
        {bots.length > 0 && choice('sources', 'links.withSources')}
        {bots.length > 0 && !chosen.value.sources && <p class="hint">{t('links.codeLacks', { names })}</p>}
        <making.LinkField />
      </section>
    );
  }

  /** @param wanted the choices at first @param played see `known` */
  return async (given: ContestRow, wanted: { results: boolean }, played: BlockResult[] | null = null) => {
    // The given row may be a moment old.
    const now = played ? null : (await compete.contests()).list().find(({ id }) => id === given.id);
    const of = now ?? given;
    row.value = of;
    known.value = played;
    chosen.value = { results: of.games > 0 && wanted.results, sources: false };
    shown.show(t('links.sharePlan', { title: short(of.title) }), <Share />, null);
    making.begin();
    void make();
  };
}
