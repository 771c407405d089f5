// Shares the plan of a contest, with the code of the bots and with results if they are wanted.

import { choice, createLinkField } from '../../base/share/field.js';
import { h } from '../../base/ui/dom.js';
import { say, t } from '../../base/words/index.js';
import { described, filesOf, wellFormed } from '../../contest/begin.js';
import { createDialog } from './dialog.js';
import { short } from './facts.js';

/** @typedef {import('../../contest/types.js').ContestRow} ContestRow */
/** @typedef {import('../../contest/types.js').BlockResult} BlockResult */

/** @param {import('./room.js').Outside} outside */
export function createSharePlan({ arena, bundles, contests }) {
  const shown = createDialog('sharing');
  /** @type {ContestRow | null} */
  let row = null;
  /** @type {string | null} */
  let made = null;
  let asked = 0;
  const [sources, results] = [choice(() => void make()), choice(() => void make())];
  const field = createLinkField({
    title: () => row && t('links.titlePlan', { title: row.title }),
    link: () => made,
    tooLong: 'links.planTooLong',
  });
  const element = h(
    'section',
    { class: 'share' },
    h('p', { class: 'hint' }, t('links.aboutPlan')),
    results.label,
    sources.label,
    ...field.elements,
  );

  async function make() {
    asked += 1;
    const mine = asked;
    const of = row;
    if (!of) return;
    made = null;
    field.tell(t('share.making'), true);
    try {
      await arena.ready;
      const entrants = of.entrants.map(wellFormed);
      const withCode = (/** @type {typeof entrants[number]} */ each) => sources.input.checked && each.code;
      const files = sources.input.checked ? await filesOf(entrants, bundles.layOut) : [];
      if ('problem' in files) return field.tell(say(files.problem));
      const wanted = {
        kind: 'plan',
        text: of.text,
        entrants: entrants.map((each) => (withCode(each) ? described(each) : null)),
        blocks: results.input.checked ? await (await contests()).results(of.id) : [],
        withdrawn: results.input.checked ? of.withdrawn : [],
      };
      const found = await arena.makeLink(wanted, files);
      if (mine !== asked) return;
      if (found.link === undefined) return field.tell(t('links.noLink', { why: say(found.problem) }));
      made = found.link;
      field.show();
    } catch {
      if (mine === asked) field.tell(t('share.failed'));
    }
  }

  /** @param {ContestRow} given */
  return async (given) => {
    // What is shown of it may be a moment old.
    row = (await contests()).list().find(({ id }) => id === given.id) ?? given;
    const hasCode = row.entrants.some(({ code }) => code !== null);
    results.offer(t('links.withResults'), row.games > 0, row.state === 'over');
    sources.offer(t('links.withSources'), hasCode, false);
    shown.show(t('links.share', { name: short(row.title) }), [element], []);
    field.begin();
    void make();
  };
}
