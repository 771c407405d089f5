// The parts of the dialog that shares a match: its link, what it fits into, and what may be chosen.

import { h, icon, setText } from '../../base/ui/dom.js';
import { list, t } from '../../base/words/index.js';
import { namesOf } from '../../games/names.js';
import { fits } from './share-lengths.js';

/** @typedef {import('../../match/types.js').Match} Match */

export function buildParts() {
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
  const [turn, eyes, sources] = [choice(), choice(), choice()];
  const several = h('p', { class: 'hint' });
  const element = h(
    'section',
    { class: 'share' },
    h('h3', {}, t('share.link')),
    h('p', { class: 'hint' }, t('share.about')),
    ...[turn, eyes, sources].map(({ label }) => label),
    several,
    field,
    tools,
    said,
    lengths,
    code,
  );
  return {
    ...{ element, field, said, lengths, tools, copy, share, qr, code, turn, eyes, sources },
    /** What can be chosen for this match. @param {{match: Match, position: number, perspective: number | null}} shown */
    ask({ match, position, perspective }) {
      const names = namesOf(match.header);
      const nameOf = (/** @type {number} */ player) => names[player] ?? '';
      const with_ = [...sourcesOf(match).keys()];
      const without = [...(match.codes?.keys() ?? [])].filter((player) => !with_.includes(player));
      turn.offer(t('share.turn', { turn: position }), position > 0, true);
      eyes.offer(t('share.eyes', { name: nameOf(perspective ?? 0) }), perspective !== null, true);
      sources.offer(t('share.sources', { names: list(with_.map(nameOf)) }), with_.length > 0, false);
      setText(several, t('share.several', { names: list(without.map(nameOf)) }));
      several.hidden = without.length === 0;
    },
  };
}

/** Something to be chosen. */
function choice() {
  const input = h('input', { type: 'checkbox' });
  const text = h('span');
  const label = h('label', {}, input, text);
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

/** The programs that a link can hold: those of one file. @param {Match} match @returns {Map<number, string>} */
export function sourcesOf({ codes = new Map() }) {
  const found = [...codes].filter(([, { files }]) => !files?.length);
  return new Map(found.map(([player, { source }]) => [player, source]));
}

/** @param {number} length */
export function fitsOf(length) {
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
