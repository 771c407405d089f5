// The end of a match, as an event: a banner on the board says how it ended, and what can be done now.

import { h, iconButton, on, setText, swatch } from '../../base/ui/dom.ts';
import { refill } from '../../base/ui/focus.ts';
import { MOST_SHOWN } from '../../base/values/seats.ts';
import { knows, say, t } from '../../base/words/index.ts';
import { namesOf } from '../../games/names.ts';
import { endingOf } from '../../match/ending.ts';

/** @typedef {import('../../match/types.ts').Match} Match */
/** @typedef {'rematch' | 'swap' | 'same' | 'watch' | 'save'} Deed what can be done after a match */

/**
 * The deeds with their keys, which the list of shortcuts names as well. None is a key that steers in a game: who is
 * still playing when the match ends does nothing by mistake.
 *
 * @type {[Deed, string][]}
 */
const DEEDS = [
  ['rematch', 'r'],
  ['same', 'm'],
  ['swap', 'v'],
  ['watch', 'b'],
  ['save', 'x'],
];

/**
 * @param {HTMLElement} frame of the board
 * @param {object} outside
 * @param {import('../../match/playback.ts').Playback} outside.playback
 * @param {Record<Deed, () => void>} outside.deeds
 * @param {() => void} outside.closed the person has closed it
 * @param {() => void} outside.lost what had the focus is gone
 */
export function createBanner(frame, { playback, deeds, closed, lost }) {
  const marks = h('span', { class: 'ending-marks' });
  const text = h('span');
  const says = h('p', { class: 'ending-says', id: 'ending-says' }, marks, text);
  const more = h('p', { class: 'ending-more' });
  const close = iconButton('x', t('ending.close'));
  const buttons = new Map(DEEDS.map(([deed, key]) => [deed, deedButton(deed, key, deeds[deed])]));
  const row = h('div', { class: 'ending-deeds' }, ...buttons.values());
  const element = h('section', { class: 'ending panel', 'aria-labelledby': says.id }, close, says, more, row);
  element.hidden = true;
  element.dataset.testid = 'ending';
  frame.append(element);
  /** The match whose end is said. @type {Match | null} */
  let shown = null;

  /** It stands where the match has ended; who looks at an earlier turn sees the board. */
  function isShown() {
    const { match, position, last, live } = playback.state;
    return shown !== null && match === shown && !live && position === last;
  }

  function place() {
    element.hidden = !isShown();
  }

  playback.subscribe(place);
  on(close, 'click', () => {
    shown = null;
    place();
    closed();
  });

  return {
    isShown,
    /** @param {Match} match that is over @param {boolean} canSwap whether its players can change places */
    show(match, canSwap) {
      if (!match.result) return;
      const names = namesOf(match.header);
      const { tone, says: message, place: rank, winners } = endingOf(match.header, match.result, knows);
      element.dataset.tone = tone;
      refill(marks, ...winners.slice(0, MOST_SHOWN).map(swatch));
      setText(text, say(message, names));
      const hinted = match.header.hinted ? t('hint.used') : null;
      const parts = [rank && say(rank, names), t('ending.seed', { seed: match.header.seed }), hinted];
      setText(more, parts.filter((part) => part !== null).join(' · '));
      for (const deed of /** @type {const} */ (['swap', 'same'])) {
        const button = buttons.get(deed);
        if (button) button.hidden = !canSwap;
      }
      shown = match;
      place();
      // What one has played with cannot be pressed any more.
      const { activeElement: active } = document;
      if (!active || active === document.body || active.matches(':disabled')) lost();
    },
    /** Something else is about to be shown. */
    hide() {
      shown = null;
      place();
    },
  };
}

/** @param {Deed} deed @param {string} key @param {() => void} run */
function deedButton(deed, key, run) {
  const button = h(
    'button',
    { type: 'button', class: deed === 'rematch' ? 'accent' : 'plain' },
    h('span', {}, t(`ending.${deed}`)),
    h('kbd', { 'aria-hidden': 'true' }, key),
  );
  button.setAttribute('aria-keyshortcuts', key);
  button.dataset.deed = deed;
  on(button, 'click', run);
  return button;
}
