// The link of the match that is shown: made by Python, and copied, handed on or drawn as a QR code.

import { createLinkField } from '../../base/share/field.ts';
import { wasGivenUp } from '../../base/ui/working.ts';
import { list, t } from '../../base/words/index.ts';
import { namesOf } from '../../games/names.ts';
import { buildParts, sourcesOf } from './share-parts.js';

/** @typedef {import('../../match/types.ts').Match} Match */
/** @typedef {import('../../match/types.ts').Made} Made */
/** @typedef {import('../../engine/arena.ts').Arena['address']} Address */

/**
 * @param {object} outside
 * @param {import('../../match/playback.ts').Playback} outside.playback
 * @param {Address} outside.address
 * @param {Promise<void>} outside.ready when Python is there
 * @param {() => void} outside.onlyFile the match is too long for a link
 */
export function createShare({ playback, address, ready, onlyFile }) {
  /** @type {{match: Match, position: number, perspective: number | null} | null} what is shared */
  let shown = null;
  /** @type {Exclude<Made, {problem: unknown}> | null} */
  let made = null;
  /** @type {'loading' | 'ready' | 'failed'} */
  let python = 'loading';
  let asked = new AbortController();
  const field = createLinkField({
    link: () =>
      made && made.link + (turn.input.checked ? made.turn : '') + (eyes.input.checked ? made.eyes : ''),
    title: () => shown && titleOf(shown.match),
    tooLong: 'share.tooLong',
    onlyFile,
  });
  const { tell, show } = field;
  const parts = buildParts(field.elements, { show, make: () => void make() });
  const { element, turn, eyes, sources } = parts;

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
      field.begin();
      make();
    },
    /** The dialog is closed. */
    end() {
      asked.abort();
      shown = null;
    },
  };
}

/** @param {Match} match */
const titleOf = ({ header }) =>
  t('share.title', { game: t(`game.${header.game}`), players: list(namesOf(header)) });
