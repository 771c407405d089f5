// What stands around a match: before it the seed that is shown, during it the tools and hints, after it its end.

import { humansIn } from '../../base/values/seats.ts';
import { createAfter } from './after.js';
import { createWhilePlaying } from './while-playing.js';

/** @typedef {import('../../match/runner.ts').Run} Run */
/** @typedef {import('../../match/types.ts').MatchSpec} MatchSpec */
/** @typedef {Parameters<typeof createAfter>[0]} OfAfter */
/** @typedef {Parameters<typeof createWhilePlaying>[0]} OfPlaying */

/**
 * @param {Omit<OfAfter, 'run' | 'start'> & Omit<OfPlaying, 'resign' | 'hinted' | 'goOn'> & {
 *   run: ReturnType<typeof import('./run.js').createRun>,
 * }} outside
 */
export function createAround({ run, ...outside }) {
  const playing = createWhilePlaying({
    ...outside,
    resign: run.resign,
    hinted: run.hinted,
    goOn(spec, instead) {
      after.follows(spec, instead.spec);
      run.goOn(spec, instead);
    },
  });
  const after = createAfter({ ...outside, run: run.run, start: run.start });

  return {
    actions: { ...after.actions, ...playing.actions },
    began: after.began,
    asked: playing.turn,
    played: playing.played,
    /** The stage of a match has changed. @param {Run} latest */
    changed(latest) {
      const { spec, stage } = latest;
      const isPlayed = stage === 'over' || stage === 'stopped';
      if (isPlayed && humansIn(spec.seats).length > 0) outside.setup.renew(spec.seed);
      playing.changed(latest);
      after.changed(latest);
    },
  };
}
