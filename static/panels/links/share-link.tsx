// Shares what is nothing but a link: a file of tasks, or a puzzle.

import type { ReadonlySignal } from '@preact/signals';
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { App } from '../../app.ts';
import { isCopied } from '../../base/ui/copy.ts';
import { Button } from '../../base/ui/parts.tsx';
import { t } from '../../base/words/index.ts';
import { createDialog } from './dialog.tsx';
import { short } from './facts.tsx';
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
        {embed && <Lines about={t(embed)} address={making.address} />}
      </section>
    );
    shown.show(t('links.share', { name: short(name) }), share, null);
    making.begin();
    void making.make(async () => [wanted, []]);
  };
}

/** What shows it in any page: a script and an element, see static/guide/links.md. */
function Lines({ about, address }: { about: string; address: ReadonlySignal<string> }) {
  const said = useSignal('');
  const field = useRef<HTMLTextAreaElement>(null);
  if (!address.value) return null;
  const lines = linesOf(address.value);
  async function copy() {
    const done = await isCopied(lines);
    said.value = t(done ? 'links.linesCopied' : 'console.notCopied');
    if (!done) field.current?.select();
  }
  return (
    <section class="share-lines">
      <h3>{t('links.inPage')}</h3>
      <p class="hint">{about}</p>
      <textarea ref={field} readOnly rows={3} aria-label={t('links.inPage')} value={lines} />
      <Button icon="copy" says={t('links.copyLines')} onClick={copy} />
      <p class="hint" role="status">
        {said}
      </p>
    </section>
  );
}

/** @param address of this page, with what is shown behind its # */
function linesOf(address: string): string {
  const { hash } = new URL(address);
  const here = (name: string) => new URL(name, address).href;
  return [
    `<script src="${here('sandlot-match.js')}"></script>`,
    `<sandlot-match src="${here('embed.html')}${hash}"></sandlot-match>`,
  ].join('\n');
}
