// While a person plays: the tools, the hints, and taking moves back.

import { part } from '../../base/ui/dom.ts';
import { humansIn } from '../../base/values/seats.ts';
import { allowsBack, turnBefore } from './back.js';
import { createHints } from './hints.js';
import { createSound } from './sound.js';
import { createTools } from './tools.js';

/** @typedef {import('../../match/runner.ts').Run} Run */
/** @typedef {import('../../match/types.ts').MatchSpec} MatchSpec */
/** @typedef {import('../../match/types.ts').Turn} Turn */

/**
 * @param {object} outside
 * @param {import('../../match/playback.ts').Playback} outside.playback
 * @param {import('../../match/visit.ts').Visit} outside.visit
 * @param {import('../../shell/layout.ts').Layout['side']} outside.side
 * @param {import('../../board/board.ts').Board} outside.board
 * @param {HTMLCanvasElement} outside.canvas of that board
 * @param {ReturnType<typeof import('../../board/hand/hand.ts').createHands>} outside.hands
 * @param {Pick<import('../../engine/arena.ts').Arena, 'hint'>} outside.arena
 * @param {import('../../base/kept/settings.ts').Store} outside.store
 * @param {(player: number) => void} outside.resign
 * @param {() => void} outside.hinted a person is shown a hint
 * @param {(spec: MatchSpec, instead: Run) => void} outside.goOn begins a match that takes the place of one under way
 */
export function createWhilePlaying(outside) {
  const { playback, board, canvas, hands, arena, store, resign, hinted, goOn, visit, side } = outside;
  /** The match of a person that is under way; null: there is none. @type {Run | null} */
  let playing = null;
  const bar = part('.hand');
  const sound = createSound(store, playback);
  const given = { ask: arena.hint, given: hinted };
  const hints = createHints(part('.side'), bar, { ...given, board, playback, visit, side });

  const canGoBack = () =>
    Boolean(playing?.match && allowsBack(playing.spec) && !hands.isTimed() && turnBefore(playing.match) >= 0);

  async function goBack() {
    const run = playing;
    if (!run?.match || !canGoBack()) return;
    const turn = turnBefore(run.match);
    const replay = await run.match.replay();
    if (replay === null || playing !== run) return;
    goOn({ ...run.spec, fork: { replay, turn } }, run);
  }

  const tools = createTools(
    part('.run-place'),
    bar,
    {
      pause: {
        can: () => playing?.match != null && playing.spec.humanClock !== true && hands.isTimed(),
        run: () => hands.pause(!hands.isPaused()),
        isOn: hands.isPaused,
      },
      back: { can: canGoBack, run: goBack },
      hints: {
        can: () => !playing || allowsBack(playing.spec) || playing.spec.humanClock === true,
        run: () => hints.set(!hints.isOn()),
        isOn: hints.isOn,
      },
      sound: { can: () => true, run: () => sound.set(!sound.isOn()), isOn: sound.isOn },
      resign: {
        can: () => playing?.match != null && !hands.isOut(),
        run() {
          const [asked = humansIn(playing?.spec.seats ?? [])[0] ?? 0] = hands.asked();
          // A hint that comes after this is none: the replay would not say so.
          hints.clear();
          resign(asked);
        },
      },
    },
    () => canvas.focus({ preventScroll: true }),
  );

  return {
    actions: tools.actions,
    /** The stage of a match has changed. @param {Run} run */
    changed(run) {
      const isByHand = humansIn(run.spec.seats).length > 0;
      playing = isByHand && (run.stage === 'asked' || run.stage === 'running') ? run : null;
      if (run.stage !== 'running') hints.clear();
      hints.expect(playing !== null && humansIn(run.spec.seats).length === 1);
      tools.refresh();
    },
    /** @param {number} player @param {Turn} turn a person is asked */
    turn(player, turn) {
      if (playing && humansIn(playing.spec.seats).length === 1) hints.turn(player, turn);
      sound.play('turn');
      tools.refresh();
    },
    /** A turn was played. */
    played() {
      hints.clear();
      tools.refresh();
    },
  };
}
