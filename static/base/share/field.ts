// A link as people get it: a field with the address, what it fits into, and the ways it goes.

import { h, icon, on, setText } from '../ui/dom.ts';
import { refill } from '../ui/focus.ts';
import { t } from '../words/index.ts';
import { addressOf, fits, LONGEST_LINK, MOST_IN_QR } from './lengths.ts';
import { bindWays } from './ways.ts';

export function createLinkField({
  title,
  link,
  tooLong,
  onlyFile = () => {},
}: {
  title: () => string | null;
  link: () => string | null;
  tooLong: string;
  onlyFile?: () => void;
}) {
  const parts = buildParts();
  const { field, said, lengths, tools, share, qr, code } = parts;

  const whole = () => {
    const made = link();
    return made === null ? null : addressOf(location.href, made);
  };

  /**
   * @param text instead of a link
   * @param isComing whether there will be one
   */
  function tell(text: string, isComing: boolean = false) {
    setText(said, text);
    field.value = '';
    field.hidden = !isComing;
    // What comes with the link has its place before: what stands below does not move away from a press.
    for (const each of [tools, lengths]) {
      each.hidden = !isComing;
      each.toggleAttribute('data-coming', isComing);
    }
    if (isComing) tellLength(0);
    refill(code);
  }

  function tellLength(length: number) {
    qr.hidden = length > MOST_IN_QR;
    refill(lengths, h('p', {}, t('share.length', { count: length })), fitsOf(length));
  }

  function show() {
    const text = whole();
    if (text === null) return;
    qr.setAttribute('aria-expanded', 'false');
    if (text.length > LONGEST_LINK) {
      tell(t(tooLong, { length: text.length, most: LONGEST_LINK }));
      onlyFile();
      return;
    }
    tell('', true);
    for (const each of [tools, lengths]) each.removeAttribute('data-coming');
    field.value = text;
    tellLength(text.length);
    // Whoever came by the keyboard can copy it at once.
    if (document.activeElement === field) field.select();
  }

  bindWays(parts, whole, title);

  return {
    elements: [field, tools, said, lengths, code],
    tell,
    show,
    /** The dialog is opened. */
    begin() {
      share.hidden = typeof navigator.share !== 'function';
      field.focus();
    },
  };
}

export type Parts = ReturnType<typeof buildParts>;

function buildParts() {
  const field = h('input', {
    type: 'text',
    readOnly: true,
    class: 'share-link',
    'aria-label': t('share.link'),
  });
  const said = h('p', { class: 'hint', role: 'status' });
  const lengths = h('div', { class: 'share-lengths' });
  const copy = h('button', { type: 'button', class: 'accent' }, icon('copy'), h('span', {}, t('share.copy')));
  const share = h(
    'button',
    { type: 'button', class: 'plain' },
    icon('share'),
    h('span', {}, t('share.hand')),
  );
  const qr = h('button', { type: 'button', class: 'plain', 'aria-expanded': 'false' }, t('share.qr'));
  const tools = h('div', { class: 'share-tools' }, copy, share, qr);
  const code = h('div', { class: 'share-code' });
  return { field, said, lengths, tools, copy, share, qr, code };
}

function fitsOf(length: number) {
  const rows = fits(length).map(({ what, most, isIn }) => {
    const row = h(
      'li',
      {},
      icon(isIn ? 'check' : 'x'),
      t(isIn ? 'share.fits' : 'share.fitsNot', { what, most }),
    );
    row.dataset.fits = String(isIn);
    return row;
  });
  return h('ul', {}, ...rows);
}

/** Something to be chosen about a link. */
export function choice(changed: () => void) {
  const input = h('input', { type: 'checkbox' });
  const text = h('span');
  const label = h('label', {}, input, text);
  on(input, 'input', changed);
  return {
    input,
    label,
    offer(says: string, isThere: boolean, isOn: boolean) {
      setText(text, says);
      label.hidden = !isThere;
      input.checked = isThere && isOn;
    },
  };
}
