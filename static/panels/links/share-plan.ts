// Shares the plan of a contest, with the code of the bots and with results if they are wanted.

import { choice } from '../../base/share/field.ts';
import { h } from '../../base/ui/dom.ts';
import { t } from '../../base/words/index.ts';
import { described, filesOf, wellFormed } from '../../contest/begin.ts';
import type { ContestRow } from '../../contest/types.ts';
import { createDialog } from './dialog.ts';
import { short } from './facts.ts';
import { createMaking } from './making.ts';
import type { Outside } from './room.ts';

export function createSharePlan({ arena, bundles, contests }: Outside) {
  const shown = createDialog('sharing');
  let row: ContestRow | null = null;
  const [sources, results] = [choice(() => void make()), choice(() => void make())];
  const making = createMaking(arena, {
    title: () => row && t('links.titlePlan', { title: row.title }),
    tooLong: 'links.planTooLong',
  });
  const element = h(
    'section',
    { class: 'share' },
    h('p', { class: 'hint' }, t('links.aboutPlan')),
    results.label,
    sources.label,
    ...making.elements,
  );

  const make = async () => row && making.make(compose.bind(null, row));

  async function compose(of: ContestRow): ReturnType<Parameters<typeof making.make>[0]> {
    const entrants = of.entrants.map(wellFormed);
    const withCode = (each: (typeof entrants)[number]) => sources.input.checked && each.code;
    const files = sources.input.checked ? await filesOf(entrants, bundles.layOut) : [];
    if ('problem' in files) return files;
    const wanted = {
      kind: 'plan',
      text: of.text,
      entrants: entrants.map((each) => (withCode(each) ? described(each) : null)),
      blocks: results.input.checked ? await (await contests()).results(of.id) : [],
      withdrawn: results.input.checked ? of.withdrawn : [],
    };
    return [wanted, files];
  }

  return async (given: ContestRow) => {
    // What is shown of it may be a moment old.
    row = (await contests()).list().find(({ id }) => id === given.id) ?? given;
    const hasCode = row.entrants.some(({ code }) => code !== null);
    results.offer(t('links.withResults'), row.games > 0, row.state === 'over');
    sources.offer(t('links.withSources'), hasCode, false);
    shown.show(t('links.share', { name: short(row.title) }), [element], []);
    making.begin();
    void make();
  };
}
