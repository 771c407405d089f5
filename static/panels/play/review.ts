// The review of the bots after a match: problems in the editor for the bot that it holds, and notices.

import type { Notices } from '../../base/ui/notices.ts';
import { isSame } from '../../base/values/bundle-shape.ts';
import { say } from '../../base/words/index.ts';
import type { Arena } from '../../engine/arena.ts';
import { namesOf } from '../../games/names.ts';
import type { Problem } from '../../match/faults.ts';
import { nearProblem, problemsOf } from '../../match/faults.ts';
import { nearest } from '../../match/nearness.ts';
import type { Playback } from '../../match/playback.ts';
import type { Run } from '../../match/runner.ts';
import type { Match, MatchSpec, Message } from '../../match/types.ts';
import type { createCode } from '../code/code.ts';

export interface Outside {
  arena: Pick<Arena, 'explain'>;
  playback: Playback;
  code: Pick<ReturnType<typeof createCode>, 'current' | 'mark'>;
  notices: Notices;
  /** says what the text in the editor is, where Python could not */
  explain: (problems: Problem[]) => Promise<Problem[]>;
}

/** Answers of a bot, its start being the first, after which it was plainly written for this game. */
const EARLY = 2;

export function createReview({ arena, playback, code, notices, explain }: Outside) {
  function problemsIn({ seats }: MatchSpec, match: Match) {
    const now = code.current();
    const own = seats.flatMap((seat, k) => (seat.kind === 'code' && isSame(seat, now) ? [k] : []));
    const players = new Set(own);
    const problems = problemsOf(match, players, namesOf(match.header));
    const near = nearest(match, players);
    return near ? [...problems, nearProblem(near, playback)] : problems;
  }

  async function mark(problems: Problem[], isUnderWay: () => boolean) {
    const before = code.current();
    code.mark(problems);
    if (problems.length === 0) return;
    const explained = await explain(problems);
    if (isSame(before, code.current()) && !isUnderWay()) code.mark(explained);
  }

  /** Bots that failed at their first question may be for another game. */
  async function explainFaults({ seats }: MatchSpec, { header, records }: Match): Promise<Message[]> {
    const answers = records.flatMap((record) => record.answers);
    const found = seats.map(async (seat, player) => {
      const own = answers.filter((answer) => answer.player === player).slice(0, EARLY);
      const failed = seat.kind === 'code' && own.some(({ fault }) => fault);
      return failed ? arena.explain(header.game, seat.source, player) : null;
    });
    return (await Promise.all(found)).filter((message) => message !== null);
  }

  async function sayWhatElse(spec: MatchSpec, match: Match, isUnderWay: () => boolean) {
    const names = namesOf(match.header);
    const before = code.current();
    const problems = [];
    for (const message of await explainFaults(spec, match)) {
      const [id, { who, line, why }] = message as [string, any];
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
    /** @param run that is over @param isUnderWay whether another one runs by now @returns what is wrong with the bot in the editor */
    show({ spec, match }: Run, isUnderWay: () => boolean): Problem[] {
      if (!match) return [];
      const problems = problemsIn(spec, match);
      mark(problems, isUnderWay);
      sayWhatElse(spec, match, isUnderWay);
      return problems;
    },
  };
}
