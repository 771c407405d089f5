// The link of the match that is shown: made by Python, and copied, handed on or drawn as a QR code.

import { h, on, setText } from '../../base/ui/dom.js';
import { wasGivenUp } from '../../base/ui/working.js';
import { t } from '../../base/words/index.js';
import { addressOf, LONGEST_LINK, MOST_IN_QR } from './share-lengths.js';
import { buildParts, fitsOf, sourcesOf } from './share-parts.js';
import { bindWays } from './share-ways.js';

/** @typedef {import('../../match/types.js').Match} Match */
/** @typedef {import('../../match/types.js').Made} Made */
/** @typedef {import('../../engine/arena.js').Arena['address']} Address */

/**
 * @param {object} outside
 * @param {import('../../match/playback.js').Playback} outside.playback
 * @param {Address} outside.address
 * @param {Promise<void>} outside.ready when Python is there
 * @param {() => void} outside.onlyFile the match is too long for a link
 */
export function createShare({ playback, address, ready, onlyFile }) {
  const parts = buildParts();
  const { element, field, said, tools, share, qr, code, turn, eyes, sources } = parts;
  /** @type {{match: Match, position: number, perspective: number | null} | null} what is shared */
  let shown = null;
  /** @type {Exclude<Made, {problem: unknown}> | null} */
  let made = null;
  /** @type {'loading' | 'ready' | 'failed'} */
  let python = 'loading';
  let asked = new AbortController();

  const whole = () =>
    made &&
    addressOf(
      location.href,
      made.link + (turn.input.checked ? made.turn : '') + (eyes.input.checked ? made.eyes : ''),
    );

  /** @param {string} text instead of a link @param {boolean} [isComing] whether there will be one */
  function tell(text, isComing = false) {
    setText(said, text);
    field.value = '';
    field.hidden = !isComing;
    tools.hidden = true;
    parts.lengths.hidden = true;
    code.replaceChildren();
  }

  function show() {
    const text = whole();
    if (text === null) return;
    qr.setAttribute('aria-expanded', 'false');
    if (text.length > LONGEST_LINK) {
      tell(t('share.tooLong', { length: text.length, most: LONGEST_LINK }));
      onlyFile();
      return;
    }
    tell('', true);
    for (const each of [tools, parts.lengths]) each.hidden = false;
    field.value = text;
    qr.hidden = text.length > MOST_IN_QR;
    parts.lengths.replaceChildren(h('p', {}, t('share.length', { count: text.length })), fitsOf(text.length));
    // Whoever came by the keyboard can copy it at once.
    if (document.activeElement === field) field.select();
  }

  /** Asks Python for the link; it is asked again when programs are to be in it. */
  async function make() {
    asked.abort();
    asked = new AbortController();
    const { signal } = asked;
    if (!shown) return;
    made = null;
    tell(t(python === 'ready' ? 'share.making' : `share.python.${python}`), python !== 'failed');
    if (python === 'failed') return;
    try {
      const text = (await shown.match.replay()) ?? '';
      const wanted = sources.input.checked ? sourcesOf(shown.match) : new Map();
      const answer = await address(
        text,
        { turn: shown.position, eyes: shown.perspective, sources: wanted },
        signal,
      );
      if (signal.aborted) return;
      if ('problem' in answer) return tell(t('share.refused', { why: answer.problem }));
      made = answer;
      show();
    } catch (error) {
      if (!signal.aborted && !wasGivenUp(error))
        tell(t(/** @type {string} */ (python) === 'failed' ? 'share.python.failed' : 'share.failed'));
    }
  }

  bindWays(parts, whole, () => shown?.match ?? null);
  for (const { input } of [turn, eyes]) on(input, 'input', show);
  on(sources.input, 'input', make);
  /** @param {typeof python} state */
  const settle = (state) => {
    python = state;
    // A question that waits for Python is answered when it is there.
    if (!shown || made) return;
    tell(t(state === 'ready' ? 'share.making' : 'share.python.failed'), state === 'ready');
  };
  ready.then(
    () => settle('ready'),
    () => settle('failed'),
  );

  return {
    element,
    /** The dialog shows this match. @param {Match} match @param {number} position */
    begin(match, position) {
      const { perspective } = playback.state;
      shown = { match, position, perspective };
      parts.ask(shown);
      share.hidden = typeof navigator.share !== 'function';
      field.focus();
      make();
    },
    /** The dialog is closed. */
    end() {
      asked.abort();
      shown = null;
    },
  };
}
