// Plays the games of a step's tasks, and asks the engine after each seed what has come of them.

import type { Arena } from '../../engine/arena.ts';
import type { Message } from '../../match/types.ts';
import type { GameMark, Judged, Mark, Step, Task } from './types.ts';

/** What the program is called in its games. */
const NAME = 'my_bot';

export interface News {
  task: Task;
  seed: string;
  /** which game of this task, from 1, of how many at most */
  number: number;
  count: number;
}

export interface Watch {
  signal: AbortSignal;
  /** a game begins */
  news: (news: News) => void;
  /** a seed was played */
  marks: (marks: Mark[]) => void;
}

/** Why games could not be played: a sentence. */
export class Unplayed extends Error {
  constructor(readonly text: Message) {
    super(text[0]);
  }
}

/**
 * Plays all tasks, each until it is decided.
 *
 * @returns what came of them; null: it was stopped
 */
export async function check(
  arena: Pick<Arena, 'play' | 'judge'>,
  library: () => Promise<ArrayBuffer>,
  step: Step,
  source: string,
  { signal, news, marks: tell }: Watch,
): Promise<Mark[] | null> {
  const judging = await library();
  const marks: Mark[] = [];
  for (const [number, task] of step.tasks.entries()) {
    const mark: Mark = { task, seeds: [], text: null, passed: false };
    marks.push(mark);
    const before: unknown[] = [];
    for (const seed of task.seeds) {
      const replays: string[] = [];
      for (const seat of [0, 1]) {
        news({ task, seed, number: 2 * before.length + seat + 1, count: 2 * task.seeds.length });
        const replay = await play(arena, step, task, source, seed, seat, signal);
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
      mark.text = judged.text;
      mark.passed = judged.passed;
      tell(marks.map((each) => ({ ...each })));
      if (judged.text) break;
    }
  }
  return marks;
}

/** Plays one game. @returns its replay; null: it was stopped */
function play(
  arena: Pick<Arena, 'play'>,
  step: Step,
  { against }: Task,
  source: string,
  seed: string,
  seat: number,
  signal: AbortSignal,
): Promise<string | null> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return resolve(null);
    const mine = { kind: 'code' as const, name: NAME, source };
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
