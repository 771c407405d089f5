// Makes a link while its dialog is open. Only the latest request counts.

import { createLinkField } from '../../base/share/link-field.tsx';
import { say, t } from '../../base/words/index.ts';
import type { Arena } from '../../engine/arena.ts';
import type { Message } from '../../match/types.ts';

/** The content of the link, and its files. */
type Wanted = Parameters<Arena['makeLink']>;

export function createMaking(
  arena: Pick<Arena, 'makeLink' | 'ready'>,
  how: Pick<Parameters<typeof createLinkField>[0], 'title' | 'tooLong' | 'hasFile' | 'sent'>,
) {
  let made: string | null = null;
  let asked = 0;
  const field = createLinkField({ ...how, link: () => made });

  return {
    LinkField: field.LinkField,
    address: field.address,
    begin: field.begin,
    /** @param compose called when Python has loaded */
    async make(compose: () => Promise<Wanted | { problem: Message }>) {
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
