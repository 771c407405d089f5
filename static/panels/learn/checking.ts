// Plays the games of a step's tasks, and has the engine judge them after each seed.

import { MOST_LATE } from '../../base/values/late.ts';
import type { Arena } from '../../engine/arena.ts';
import type { Code, Message } from '../../match/types.ts';
import type { GameMark, Judged, Mark, Step, Task } from './types.ts';

/** The name of the user's bot in the games of a task. */
export const NAME = 'my_bot';
/** The players' names in a sentence about a whole task. It only tells of faults of the user's own bot, in either seat. */
export const BOTH_OWN = [NAME, NAME];

/** The program that is checked, with all of its files. */
export type Program = Omit<Code, 'name'>;

/**
 * The first game whose fault is worth explaining. Other games mostly have the same one. A crash in one game explains more than
 * another game that was only lost.
 */
export function firstFault(marks: readonly Mark[]): GameMark | undefined {
  const games = marks.flatMap(({ seeds }) => seeds).flatMap((seed) => seed.games);
  const failed = games.filter(({ ok, why }) => !ok && why);
  return failed.find(({ why, trace }) => trace || why?.[0].includes('illegal')) ?? failed[0];
}

export interface News {
  task: Task;
  seed: string;
  /** the number of the game in this task, from 1, and the most games that there may be */
  number: number;
  count: number;
}

export interface Watch {
  signal: AbortSignal;
  /** called when a game begins */
  news: (news: News) => void;
  /** called when the games of a seed were played */
  marks: (marks: Mark[]) => void;
}

/** An error whose message is a sentence about why games could not be played. */
export class Unplayed extends Error {
  constructor(readonly text: Message) {
    super(text[0]);
  }
}

/**
 * Plays all tasks, each until it is decided. A program that does not start, or is too late several times, gets no more games.
 *
 * @returns the results; null if it was stopped
 */
export async function check(
  arena: Pick<Arena, 'play' | 'judge'>,
  library: () => Promise<ArrayBuffer>,
  step: Step,
  program: Program,
  { signal, news, marks: tell }: Watch,
): Promise<Mark[] | null> {
  const judging = await library();
  const marks: Mark[] = [];
  /** Why no more games are played; null if they are. */
  let over: Message | null = null;
  let late = 0;
  for (const [number, task] of step.tasks.entries()) {
    const mark: Mark = { task, seeds: [], text: over, passed: false };
    marks.push(mark);
    if (over || task.seeds.length === 0) {
      mark.text ??= ['grade.kept_elsewhere', {}];
      tell(marks.map((each) => ({ ...each })));
      continue;
    }
    const before: unknown[] = [];
    for (const seed of task.seeds) {
      const replays: string[] = [];
      for (const seat of [0, 1]) {
        news({ task, seed, number: 2 * before.length + seat + 1, count: 2 * task.seeds.length });
        const replay = await play(arena, step, task, program, seed, seat, signal);
        if (replay === null) return null;
        replays.push(replay);
      }
      const judged: Judged | { problem: Message } = await arena.judge(
        judging,
        { text: step.file, number, before, replays },
        { signal },
      );
      if (signal.aborted) return null;
      if ('problem' in judged) throw new Unplayed(judged.problem);
      before.push(judged.pair);
      const games = judged.games.map((game: GameMark, k) => ({ ...game, replay: replays[k] ?? '' }));
      mark.seeds = [...mark.seeds, { seed, ok: judged.pair.ok, games }];
      late += judged.games.filter(({ why }) => why?.[0].startsWith('fault.timeout')).length;
      // If a program does not start, nothing else is worth telling.
      if (judged.pair.at_start && number === 0 && before.length === 1)
        over = ['grade.not_started', { why: judged.pair.fault }];
      else if (late >= MOST_LATE) over = ['grade.late', { games: late }];
      mark.text = over?.[0] === 'grade.not_started' ? over : (judged.text ?? over);
      mark.passed = judged.passed;
      tell(marks.map((each) => ({ ...each })));
      if (mark.text) break;
    }
  }
  return marks;
}

/** Plays one game. @returns its replay; null if it was stopped */
function play(
  arena: Pick<Arena, 'play'>,
  step: Step,
  { against }: Task,
  program: Program,
  seed: string,
  seat: number,
  signal: AbortSignal,
): Promise<string | null> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return resolve(null);
    const mine = { ...program, kind: 'code' as const, name: NAME };
    const other = { kind: 'house' as const, name: against };
    const { game, options, clock } = step;
    const seats = seat === 0 ? [mine, other] : [other, mine];
    const stop = () => match.stop();
    const done = () => signal.removeEventListener('abort', stop);
    const match = arena.play(
      { game, seats, seed, options, clock, isPublic: true },
      {
        end({ replay }) {
          done();
          resolve(replay);
        },
        stop() {
          done();
          resolve(null);
        },
        error(why) {
          done();
          reject(new Unplayed(why));
        },
      },
    );
    signal.addEventListener('abort', stop);
  });
}
