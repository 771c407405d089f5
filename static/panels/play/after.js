// After a match: its end is said on the board, and it can be played again - on another map, on the same one, or with the
// sides swapped.

import { part } from '../../base/ui/dom.ts';
import { createBanner } from './banner.js';

/** @typedef {import('../../match/runner.ts').Run} Run */
/** @typedef {import('../../match/types.ts').MatchSpec} MatchSpec */
/** @typedef {import('./setup.js').Choice} Choice */

/**
 * @param {object} outside
 * @param {import('../../match/playback.ts').Playback} outside.playback
 * @param {HTMLCanvasElement} outside.canvas
 * @param {ReturnType<typeof import('./setup.js').createSetup>} outside.setup
 * @param {{rest: () => void}} outside.hands
 * @param {() => void} outside.run begins the match that is set up
 * @param {(spec: MatchSpec) => void} outside.start
 * @param {() => void} outside.save offers the match as files and pictures
 */
export function createAfter({ playback, canvas, setup, hands, run, start, save }) {
  /** Who was chosen for a match, in the words of an address. @type {WeakMap<MatchSpec, Choice>} */
  const choices = new WeakMap();
  /** The match whose end is said. @type {MatchSpec | null} */
  let latest = null;

  /** @param {(choice: Choice) => Choice} change */
  function again(change) {
    if (!latest) return;
    const choice = choices.get(latest);
    if (!choice) return start(latest);
    setup.choose(change(choice));
    run();
  }

  /** The map of a match is known to who has played it. @param {string[]} seats @returns {Choice} */
  const onNewMap = (seats) => ({ seats, seed: setup.otherSeed(latest?.seed ?? '') });

  const toBoard = () => canvas.focus({ preventScroll: true });
  const deeds = {
    rematch: () => again(({ seats }) => onNewMap(seats)),
    same: () => again((choice) => choice),
    swap: () => again(({ seats }) => onNewMap([...seats.slice(1), ...seats.slice(0, 1)])),
    watch() {
      playback.goTo(0);
      playback.play();
      toBoard();
    },
    save,
  };
  const banner = createBanner(part('.board-frame'), {
    playback,
    deeds,
    closed() {
      hands.rest();
      toBoard();
    },
    lost: toBoard,
  });

  /** Its keys do nothing while it is not shown. @param {() => void} deed */
  const whileShown = (deed) => () => banner.isShown() && deed();

  return {
    actions: {
      rematch: whileShown(deeds.rematch),
      swap: whileShown(() => latest && choices.has(latest) && deeds.swap()),
      same: whileShown(() => latest && choices.has(latest) && deeds.same()),
      watch: whileShown(deeds.watch),
    },
    /** A match is about to begin. @param {MatchSpec} spec @param {Choice} choice */
    began: (spec, choice) => void choices.set(spec, choice),
    /** A match takes the place of another one, and of its players. @param {MatchSpec} spec @param {MatchSpec} before */
    follows(spec, before) {
      const choice = choices.get(before);
      if (choice) choices.set(spec, choice);
    },
    /** The stage of a match has changed. @param {Run} run */
    changed({ stage, spec, match }) {
      if (stage === 'asked') banner.hide();
      if (stage !== 'over' || !match) return;
      latest = spec;
      banner.show(match, choices.has(spec));
    },
  };
}
