// Makes a link while its dialog is open: of all that is asked, the last counts.

import { createLinkField } from '../../base/share/field.js';
import { say, t } from '../../base/words/index.js';

/** @typedef {import('../../match/types.js').Message} Message */
/** @typedef {Parameters<import('../../engine/arena.js').Arena['makeLink']>} Wanted what is to be in it, and its files */

/**
 * @param {Pick<import('../../engine/arena.js').Arena, 'makeLink' | 'ready'>} arena
 * @param {Pick<Parameters<typeof createLinkField>[0], 'title' | 'tooLong'>} how
 */
export function createMaking(arena, how) {
  /** @type {string | null} */
  let made = null;
  let asked = 0;
  const field = createLinkField({ ...how, link: () => made });

  return {
    elements: field.elements,
    begin: field.begin,
    /** @param {() => Promise<Wanted | {problem: Message}>} compose called when Python is there */
    async make(compose) {
      asked += 1;
      const mine = asked;
      made = null;
      field.tell(t('share.making'), true);
      try {
        await arena.ready;
        const wanted = await compose();
        if (mine !== asked) return;
        if ('problem' in wanted) return field.tell(say(wanted.problem));
        const found = await arena.makeLink(...wanted);
        if (mine !== asked) return;
        if (found.link === undefined) return field.tell(t('links.noLink', { why: say(found.problem) }));
        made = found.link;
        field.show();
      } catch {
        if (mine === asked) field.tell(t('share.failed'));
      }
    },
  };
}
