// The lines of HTML that show a match or a puzzle in any web page: a script and an element, see static/guide/links.md.

import type { ReadonlySignal } from '@preact/signals';
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { isCopied } from '../ui/copy.ts';
import { Button } from '../ui/parts.tsx';
import { t } from '../words/index.ts';

/**
 * @param about a sentence about what readers of that page can do with it
 * @param address where it is shown in Sandlot; '' if it has no address yet
 */
export function PageLines({
  about,
  address,
  isFolded = false,
}: {
  about: string;
  address: ReadonlySignal<string>;
  /** It takes one line, whether there is an address or not, until somebody opens it. */
  isFolded?: boolean;
}) {
  const said = useSignal('');
  const field = useRef<HTMLTextAreaElement>(null);
  if (!address.value && !isFolded) return null;
  const lines = address.value && linesOf(address.value);
  async function copy() {
    const done = await isCopied(lines);
    said.value = t(done ? 'share.linesCopied' : 'console.notCopied');
    if (!done) field.current?.select();
  }
  const content = (
    <>
      <p class="hint">{about}</p>
      <textarea ref={field} readOnly rows={2} wrap="off" aria-label={t('share.inPage')} value={lines} />
      <Button icon="copy" says={t('share.copyLines')} onClick={copy} />
      <p class="hint" role="status">
        {said}
      </p>
    </>
  );
  return isFolded ? (
    <details class="share-lines">
      <summary>{t('share.inPage')}</summary>
      {lines && content}
    </details>
  ) : (
    <section class="share-lines">
      <h3>{t('share.inPage')}</h3>
      {content}
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
