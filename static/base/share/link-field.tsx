// The field with a link to share: the address, what it is short enough for, and buttons that copy it, hand it to another
// program, or show it as a QR code.

import type { ReadonlySignal } from '@preact/signals';
import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import { createRef } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { isCopied } from '../ui/copy.ts';
import type { Say } from '../ui/lazy.ts';
import { tried } from '../ui/lazy.ts';
import { Button, Icon, LoadFailed } from '../ui/parts.tsx';
import { wasAborted } from '../ui/working.ts';
import { language, t } from '../words/index.ts';
import { addressOf, fits, LONGEST_LINK, MOST_IN_QR } from './lengths.ts';

/**
 * @param title what is shared, in words; null if nothing is
 * @param link from its # on; null if there is none yet
 * @param tooLong the id of the sentence that is shown if it is too long for a link
 * @param onlyFile called if it is too long for a link
 * @param hasFile whether a file can be saved instead, with a button below
 * @param sent called when the link was copied or handed to another program
 */
export function createLinkField({
  title,
  link,
  tooLong,
  onlyFile = () => {},
  hasFile = false,
  sent = () => {},
}: {
  title: () => string | null;
  link: () => string | null;
  tooLong: string;
  onlyFile?: () => void;
  hasFile?: boolean;
  sent?: () => void;
}) {
  /** The whole address; '' if there is none. */
  const address = signal('');
  /** The link's buttons take up their room before the link is there, so that what is below them does not move under a press. */
  const isComing = signal(true);
  const said = signal('');
  const code = signal<VNode | null>(null);
  const field = createRef<HTMLInputElement>();
  const drawn = createRef<HTMLDivElement>();

  /**
   * @param text shown instead of a link
   * @param comes whether there will be a link
   */
  function tell(text: string, comes: boolean = false) {
    said.value = text;
    address.value = '';
    isComing.value = comes;
    code.value = null;
  }

  function show() {
    const made = link();
    if (made === null) return;
    const text = addressOf(location.href, made);
    const isTooLong = text.length > LONGEST_LINK;
    tell(isTooLong ? t(tooLong, { length: text.length, most: LONGEST_LINK }) : '');
    if (isTooLong) onlyFile();
    else address.value = text;
  }

  async function drawCode() {
    const text = address.value;
    const say: Say = (failed) => {
      code.value = failed && <LoadFailed {...failed} />;
    };
    const found = await tried(() => import('./qr.tsx'), say, drawCode);
    if (found && text === address.value) code.value = <found.QrCode text={text} />;
  }

  function toggleCode() {
    if (code.value) code.value = null;
    else void drawCode();
  }

  async function copyLink() {
    said.value = '';
    const done = await isCopied(address.value);
    said.value = t(done ? 'share.copied' : 'console.notCopied');
    if (done) sent();
    else field.current?.select();
  }

  async function handOn() {
    const what = title();
    if (what === null) return;
    try {
      await navigator.share({ title: what, url: address.value });
      sent();
    } catch (error) {
      if (!wasAborted(error)) said.value = t('share.notShared');
    }
  }

  function LinkField() {
    const isThere = address.value !== '';
    const isHidden = !isThere && !isComing.value;
    const coming = isThere ? undefined : '';
    useLayoutEffect(() => {
      // If the field has the focus, its text is selected, so that a key copies it.
      if (address.value && document.activeElement === field.current) field.current?.select();
    }, [address.value]);
    useLayoutEffect(() => drawn.current?.scrollIntoView({ block: 'nearest' }), [code.value]);
    return (
      <>
        <input
          ref={field}
          type="text"
          readOnly
          class="share-link"
          aria-label={t('share.link')}
          hidden={isHidden}
          value={address.value}
          onKeyDown={(event) => event.key === 'Enter' && isThere && copyLink()}
          onCopy={() => isThere && sent()}
        />
        <div class="share-tools" hidden={isHidden} data-coming={coming}>
          <Button icon="copy" says={t('share.copy')} class="accent" onClick={copyLink} />
          {typeof navigator.share === 'function' && (
            <Button icon="share" says={t('share.hand')} onClick={handOn} />
          )}
          {address.value.length <= MOST_IN_QR && (
            <Button says={t('share.qr')} aria-expanded={code.value !== null} onClick={toggleCode} />
          )}
        </div>
        <p class="hint" role="status">
          {said}
        </p>
        <div class="share-lengths" hidden={isHidden} data-coming={coming}>
          <Lengths length={address.value.length} hasFile={hasFile} />
        </div>
        <div class="share-code">{code.value && <div ref={drawn}>{code.value}</div>}</div>
      </>
    );
  }

  return {
    LinkField,
    /** The whole address; '' if there is none. */
    address: address as ReadonlySignal<string>,
    tell,
    show,
    /** To be called when the dialog is opened. */
    begin: () => void Promise.resolve().then(() => field.current?.focus()),
  };
}

function Lengths({ length, hasFile }: { length: number; hasFile: boolean }) {
  const all = fits(length);
  return (
    <>
      <p>{t('share.length', { count: length })}</p>
      <ul>
        {all.map(({ what, most, isIn }) => (
          <li key={what} data-fits={String(isIn)}>
            <Icon name={isIn ? 'check' : 'x'} />
            {t(isIn ? 'share.fits' : 'share.fitsNot', { what, most })}
          </li>
        ))}
      </ul>
      {length > MOST_IN_QR && <p>{t('share.noQr')}</p>}
      {hasFile && all.some(({ isIn }) => !isIn) && <p>{t('share.orFile')}</p>}
      {/* No reliable limit is known, so there is no number. */}
      {language === 'zh' && <p>{t('share.inApps')}</p>}
    </>
  );
}
