// Hints for a person who plays by hand: what the strongest house bot would play, in words beside the board or at the bar of
// the hand, and as marks on the board. They are off until they are switched on, and the result says that there were any.

import { h, setText } from '../../base/ui/dom.ts';
import { say } from '../../base/words/index.ts';
import { gameFace } from '../../games/index.ts';
import { namesOf } from '../../games/names.ts';
import { placeBySide } from './by-width.js';

/** @typedef {import('../../match/types.ts').Hint} Hint */
/** @typedef {import('../../match/types.ts').Turn} Turn */

/**
 * @param {HTMLElement} desk the side panel: there they cover nothing
 * @param {HTMLElement} bar where they are as long as there is none: the bar of the hand
 * @param {object} outside
 * @param {(game: string, view: unknown, player: number) => Promise<Hint>} outside.ask
 * @param {import('../../board/board.ts').Board} outside.board
 * @param {import('../../match/playback.ts').Playback} outside.playback
 * @param {() => void} outside.given a hint is shown
 * @param {import('../../match/visit.ts').Visit} outside.visit
 * @param {import('../../shell/layout.ts').Layout['side']} outside.side
 */
export function createHints(desk, bar, { ask, board, playback, given, visit, side }) {
  const text = h('p', { class: 'hand-hint', role: 'status', hidden: true });
  placeBySide(
    (isThere) => {
      const host = isThere ? desk : bar;
      // To put it where it stands would have a screen reader say it again.
      if (text.parentElement === host) return;
      if (isThere) host.prepend(text);
      else host.append(text);
    },
    { visit, side },
  );
  let isOn = false;
  /** Whether somebody plays who may be given hints. */
  let isPlayed = false;
  /** The match in which they do; its hints keep their place until another one is shown. @type {unknown} */
  let home = null;
  /** The question to the person that is open; null: none. @type {{player: number, turn: Turn} | null} */
  let open = null;
  /** The hint that is shown; null: none. @type {import('../../games/index.ts').ShownHint | null} */
  let shown = null;

  /** Marks stand on the newest position only, and bots' own drawings have gone by then. */
  function mark() {
    const { position, last } = playback.state;
    if (shown && position === last) board.draw([{ player: shown.ground, marks: shown.marks }]);
  }

  /** Between two hints, and after the last one, their place is kept, so that nothing below moves. */
  function place() {
    const { match } = playback.state;
    if (isPlayed) home = match;
    const isKept = isOn && (isPlayed || (home !== null && match === home));
    text.hidden = !shown && !isKept;
    text.toggleAttribute('data-idle', !shown);
  }

  function hide() {
    if (shown) board.draw([]);
    shown = null;
    place();
  }

  async function show() {
    const asked = open;
    const { match } = playback.state;
    if (!isOn || !asked || !match) return;
    const { game } = match.header;
    const hint = await ask(game, asked.turn.view, asked.player).catch(() => null);
    if (open !== asked || !isOn || !hint) return;
    given();
    shown = gameFace(game).hintOf(hint, { ...asked.turn, player: asked.player });
    const { what, expected } = shown;
    const id = expected ? 'hint.more' : 'hint.says';
    // A screen reader hears what changes in sight.
    place();
    setText(text, say([id, { by: hint.by, what, expected }], namesOf(match.header)));
    text.scrollTop = 0;
    mark();
  }

  playback.subscribe(() => {
    place();
    mark();
  });

  return {
    isOn: () => isOn,
    /** @param {number} player @param {Turn} turn a person is asked */
    turn(player, turn) {
      hide();
      open = { player, turn };
      show();
    },
    /** Nobody is asked any more. */
    clear() {
      open = null;
      hide();
    },
    /** @param {boolean} played */
    expect(played) {
      isPlayed = played;
      place();
    },
    /** @param {boolean} on */
    set(on) {
      isOn = on;
      if (on) show();
      else hide();
      place();
    },
  };
}
