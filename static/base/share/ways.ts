// Where a link goes: into the clipboard, to another program, or into the camera of a phone.

import { isCopied } from '../ui/copy.ts';
import { h, on, setText } from '../ui/dom.ts';
import { refill } from '../ui/focus.ts';
import { inPlace, tried } from '../ui/lazy.ts';
import { wasGivenUp } from '../ui/working.ts';
import { t } from '../words/index.ts';
import type { Parts } from './field.ts';

/**
 * @param whole the address; null: there is none yet
 * @param titleOf what is shared, in words
 */
export function bindWays(
  { field, said, tools, copy, share, qr, code }: Parts,
  whole: () => string | null,
  titleOf: () => string | null,
) {
  const say = inPlace(code);

  async function drawCode() {
    const text = whole();
    const isOpen = code.childElementCount > 0;
    refill(code);
    qr.setAttribute('aria-expanded', String(!isOpen));
    if (isOpen || text === null) return;
    const found = await tried(() => import('./qr.ts'), say, drawCode);
    if (!found || text !== whole()) return;
    const hint = h('p', { class: 'hint' }, t('share.qrHint'));
    refill(code, found.drawQr(text, t('share.qrLabel')), hint);
    code.scrollIntoView({ block: 'nearest' });
  }

  async function copyLink() {
    setText(said, '');
    const done = await isCopied(field.value);
    setText(said, t(done ? 'share.copied' : 'console.notCopied'));
    if (!done) field.select();
  }

  async function handOn() {
    const title = titleOf();
    if (title === null) return;
    try {
      await navigator.share({ title, url: field.value });
    } catch (error) {
      if (!wasGivenUp(error)) setText(said, t('share.notShared'));
    }
  }

  on(copy, 'click', copyLink);
  on(field, 'keydown', (event) => event.key === 'Enter' && !tools.hidden && copyLink());
  on(share, 'click', handOn);
  on(qr, 'click', drawCode);
}
