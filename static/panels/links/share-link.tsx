// Shares things without further choices as a link: a file of tasks, a puzzle, or the address of a place.

import type { App } from '../../app.ts';
import { createLinkField } from '../../base/share/link-field.tsx';
import { PageLines } from '../../base/share/page-lines.tsx';
import { short } from '../../base/text/legible.ts';
import { t } from '../../base/words/index.ts';
import { createDialog } from './dialog.tsx';
import { createMaking } from './making.ts';

/** The ids of sentences. */
interface Said {
  /** the title of the shared page, with {title} */
  title: string;
  /** a sentence about what those who open the link can do */
  about: string;
  tooLong: string;
  /** the sentence about the HTML lines that show it in any web page; missing if it cannot be shown there */
  embed?: string;
}

export function createShareLink({ arena }: App, { title, about, tooLong, embed }: Said) {
  const shown = createDialog('sharing');
  let now = '';
  const making = createMaking(arena, { title: () => t(title, { title: now }), tooLong });

  /** @param name the title @param wanted the content of the link; see `making` in py/sandlot/page/linking.py */
  return (name: string, wanted: { kind: string; [field: string]: unknown }) => {
    now = name;
    const share = (
      <section class="share">
        <p class="hint">{t(about)}</p>
        <making.LinkField />
        {embed && <PageLines about={t(embed)} address={making.address} />}
      </section>
    );
    shown.show(t('links.share', { name: short(name) }), share, null);
    making.begin();
    void making.make(async () => [wanted, []]);
  };
}

/** Shares a place of the page by its address. */
export function createShareAddress({ title, about, tooLong }: Omit<Said, 'embed'>) {
  const shown = createDialog('sharing');
  let now = { name: '', address: '' };
  const field = createLinkField({
    title: () => t(title, { title: now.name }),
    link: () => now.address,
    tooLong,
  });

  /** @param name the title @param address from its # on */
  return (name: string, address: string) => {
    now = { name, address };
    const share = (
      <section class="share">
        <p class="hint">{t(about)}</p>
        <field.LinkField />
      </section>
    );
    shown.show(t('links.share', { name: short(name) }), share, null);
    field.begin();
    field.show();
  };
}
