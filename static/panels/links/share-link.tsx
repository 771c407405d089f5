// Shares what is nothing but a link: a file of tasks, a puzzle, or the address of a place.

import type { App } from '../../app.ts';
import { createLinkField } from '../../base/share/link-field.tsx';
import { PageLines } from '../../base/share/page-lines.tsx';
import { short } from '../../base/text/legible.ts';
import { t } from '../../base/words/index.ts';
import { createDialog } from './dialog.tsx';
import { createMaking } from './making.ts';

/** The ids of sentences. */
interface Said {
  /** of the shared page, with {title} */
  title: string;
  /** what whoever opens the link can do */
  about: string;
  tooLong: string;
  /** of the lines that show it in any page; none: nothing shows it there */
  embed?: string;
}

export function createShareLink({ arena }: App, { title, about, tooLong, embed }: Said) {
  const shown = createDialog('sharing');
  let now = '';
  const making = createMaking(arena, { title: () => t(title, { title: now }), tooLong });

  /** @param name what it is called @param wanted what the link holds; see `linking` of the page's Python */
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

/** Shares a place that has an address of its own. */
export function createShareAddress({ title, about, tooLong }: Omit<Said, 'embed'>) {
  const shown = createDialog('sharing');
  let now = { name: '', address: '' };
  const field = createLinkField({
    title: () => t(title, { title: now.name }),
    link: () => now.address,
    tooLong,
  });

  /** @param name what it is called @param address from its # on */
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
