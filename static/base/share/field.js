// A link as people get it: a field with the address, what it fits into, and the ways it goes.

import { h, icon, on, setText } from '../ui/dom.js';
import { refill } from '../ui/focus.js';
import { t } from '../words/index.js';
import { addressOf, fits, LONGEST_LINK, MOST_IN_QR } from './lengths.js';
import { bindWays } from './ways.js';

/**
 * @param {object} outside
 * @param {() => string | null} outside.title what is sent, in words; null: nothing yet
 * @param {() => string | null} outside.link from its # on; null: there is none yet
 * @param {string} outside.tooLong the id of what is said of a link that is too long
 * @param {() => void} [outside.onlyFile] it is too long for a link
 */
export function createLinkField({ title, link, tooLong, onlyFile = () => {} }) {
  const parts = buildParts();
  const { field, said, lengths, tools, share, qr, code } = parts;

  const whole = () => {
    const made = link();
    return made === null ? null : addressOf(location.href, made);
  };

  /** @param {string} text instead of a link @param {boolean} [isComing] whether there will be one */
  function tell(text, isComing = false) {
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

  /** @param {number} length */
  function tellLength(length) {
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

/** @typedef {ReturnType<typeof buildParts>} Parts */

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

/** @param {number} length */
function fitsOf(length) {
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

/** Something to be chosen about a link. @param {() => void} changed */
export function choice(changed) {
  const input = h('input', { type: 'checkbox' });
  const text = h('span');
  const label = h('label', {}, input, text);
  on(input, 'input', changed);
  return {
    input,
    label,
    /** @param {string} says @param {boolean} isThere @param {boolean} isOn */
    offer(says, isThere, isOn) {
      setText(text, says);
      label.hidden = !isThere;
      input.checked = isThere && isOn;
    },
  };
}
