// The parts of the dialog that shares a match: its link, and what may be chosen.

import { choice } from '../../base/share/field.ts';
import { h, setText } from '../../base/ui/dom.ts';
import { list, t } from '../../base/words/index.ts';
import { namesOf } from '../../games/names.ts';

/** @typedef {import('../../match/types.ts').Match} Match */

/**
 * @param {HTMLElement[]} link the parts of the link itself
 * @param {{show: () => void, make: () => void}} changed show: another end of the link; make: another link
 */
export function buildParts(link, { show, make }) {
  const [turn, eyes, sources] = [choice(show), choice(show), choice(make)];
  const several = h('p', { class: 'hint' });
  const element = h(
    'section',
    { class: 'share' },
    h('h3', {}, t('share.link')),
    h('p', { class: 'hint' }, t('share.about')),
    ...[turn, eyes, sources].map(({ label }) => label),
    several,
    ...link,
  );
  return {
    ...{ element, turn, eyes, sources },
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

/** The programs that a link can hold: those of one file. @param {Match} match @returns {Map<number, string>} */
export function sourcesOf({ codes = new Map() }) {
  const found = [...codes].filter(([, { files }]) => !files?.length);
  return new Map(found.map(([player, { source }]) => [player, source]));
}
