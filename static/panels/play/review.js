import { isSame } from '../../base/values/bundle-shape.ts';
import { say } from '../../base/words/index.ts';
import { namesOf } from '../../games/names.ts';
import { nearProblem, problemsOf } from '../../match/faults.ts';
import { nearest } from '../../match/nearness.ts';
import { explainFaults } from './explain.js';

/**
 * The review of the bots after a match: problems in the editor for the bot that it holds, and notices.
 *
 * @typedef {import('../../match/runner.ts').Run} Run
 * @typedef {import('../../match/types.ts').Match} Match
 * @typedef {import('../../match/types.ts').MatchSpec} MatchSpec
 * @typedef {import('../../match/faults.ts').Problem} Problem
 * @typedef {(problems: Problem[]) => Promise<Problem[]>} Explain says what the text in the editor is, where Python could not
 */

/**
 * @param {object} outside
 * @param {import('../../engine/arena.ts').Arena} outside.arena
 * @param {import('../../match/playback.ts').Playback} outside.playback
 * @param {ReturnType<typeof import('../code/code.ts').createCode>} outside.code
 * @param {import('../../base/ui/notices.ts').Notices} outside.notices
 * @param {Explain} outside.explain
 */
export function createReview({ arena, playback, code, notices, explain }) {
  /** @param {MatchSpec} spec @param {Match} match */
  function problemsIn({ seats }, match) {
    const now = code.current();
    const own = seats.flatMap((seat, k) => (seat.kind === 'code' && isSame(seat, now) ? [k] : []));
    const players = new Set(own);
    const problems = problemsOf(match, players, namesOf(match.header));
    const near = nearest(match, players);
    return near ? [...problems, nearProblem(near, playback)] : problems;
  }

  /** @param {Problem[]} problems @param {() => boolean} isUnderWay */
  async function mark(problems, isUnderWay) {
    const before = code.current();
    code.mark(problems);
    if (problems.length === 0) return;
    const explained = await explain(problems);
    if (isSame(before, code.current()) && !isUnderWay()) code.mark(explained);
  }

  /** @param {MatchSpec} spec @param {Match} match @param {() => boolean} isUnderWay */
  async function sayWhatElse(spec, match, isUnderWay) {
    const names = namesOf(match.header);
    const before = code.current();
    const problems = [];
    for (const message of await explainFaults(arena, spec, match)) {
      const [id, { who, line, why }] = /** @type {[string, any]} */ (message);
      const seat = spec.seats[who?.player];
      if (id === 'hint.unasked' && seat?.kind === 'code' && isSame(seat, before))
        problems.push({ line, text: say(why, names) });
      else notices.show(say(message, names), { bad: true });
    }
    // What nothing is asked of says more than how it ended.
    const [first] = problems;
    if (first && isSame(before, code.current()) && !isUnderWay()) code.mark([first]);
  }

  return {
    /** @param {Run} run that is over @param {() => boolean} isUnderWay whether another one runs by now */
    show({ spec, match }, isUnderWay) {
      if (!match) return;
      mark(problemsIn(spec, match), isUnderWay);
      sayWhatElse(spec, match, isUnderWay);
    },
  };
}
