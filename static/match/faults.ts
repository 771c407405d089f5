import { plain } from '../base/text/legible.ts';
import { humansIn } from '../base/values/seats.ts';
import { knows, say, sentences, t } from '../base/words/index.ts';
import type { Use } from './nearness.ts';
import type { Answer, Fault, Match, Message } from './types.ts';

// The problems of a bot in a match, as the editor shows them to its author. No DOM.

export interface Problem {
  /** Of a bot of several files: the file with the problem. */
  file?: string;
  /** From 1; 0: no line. */
  line: number;
  text: string;
  /** An explanation beyond Python's own message. */
  hint?: Message;
  /** The fault that it is about, and the game: there may be more to explain. */
  fault?: Fault;
  game?: string;
  /** Ends the search for its line. */
  cancel?: () => void;
  /** The turn of the problem. */
  turn?: { number: number; go: () => void };
}

/**
 * The problems for the editor: the faults in this match of the bot that the editor holds.
 * @param players those that run the code in the editor
 */
export function problemsOf(match: Match, players: Set<number>, names: string[]): Problem[] {
  const faults = match.records.flatMap((record) => record.answers.filter((answer) => answer.fault));
  // The first fault of a player is the cause; what follows it says the same again.
  const first = [...players].flatMap(
    (player) => faults.find((answer) => answer.player === player)?.fault ?? [],
  );
  const problems = first.map((fault) => {
    // Our explanation of an error says more than Python's message.
    const { error } = fault.message[1];
    const hint = Array.isArray(error) ? (error as Message) : undefined;
    const text = hint ? say(hint, names) : fault.error;
    const { file } = fault;
    const sentence = plain(text ?? say(fault.message, names));
    return {
      ...(file ? { file } : {}),
      line: fault.line ?? 0,
      text: fault.kind === 'timeout' ? sentences([sentence, t('problems.askAgain')]) : sentence,
      hint,
      fault,
      game: match.header.game,
    };
  });
  return [
    ...new Map(
      problems.map((problem) => [`${problem.file} ${problem.line} ${problem.text}`, problem]),
    ).values(),
  ];
}

/**
 * The turns on which a fault of the start is noted again, by player: a bot that could not be started has the same fault on
 * the first turn on which it would have moved.
 */
export function notedAgain(records: Match['records']): Map<number, number> {
  const turns = new Map<number, number>();
  for (const { player, fault } of records[0]?.answers ?? []) {
    if (!fault) continue;
    const isOwn = (answer: Answer) => answer.player === player;
    const turn = records.findIndex(({ answers }, k) => k > 0 && answers.some(isOwn));
    const next = records[turn]?.answers.find(isOwn)?.fault;
    if (next && next.message[0] === fault.message[0] && next.traceback === fault.traceback)
      turns.set(player, turn);
  }
  return turns;
}

/** Whether a bot could not even be started. */
export const isStart = ({ message: [id] }: Fault): boolean => id === 'fault.crash_start';

/** Why nothing of a bot is ever asked, as it is said beside the line that it is about. */
export function atItsLine([id, params]: Message): Message {
  const [, name = ''] = id.split('.');
  const here = `entry.here.${name}`;
  return [knows(here) ? here : id, params];
}

/** Whether a match was over with the first move of a bot that could not be started: there is nothing to watch. */
const neverBegan = ({ header, records, result }: Match): boolean =>
  result !== null && result.turns <= header.players.length && notedAgain(records).size > 0;

/** A typo in a bot leaves no replay behind, as it leaves no version. What a person has played is kept, however short. */
export const leavesNothing = (match: Match): boolean =>
  humansIn(match.header.players).length === 0 && neverBegan(match);

/** The problem for the turn on which the bot came nearest to its limit. */
export function nearProblem(
  { turn, unit, used, budget }: Use & { turn: number },
  playback: { goTo: (turn: number) => void },
): Problem {
  return {
    line: 0,
    text: t(`problems.near.${unit}`, { used, budget }),
    turn: { number: turn, go: () => playback.goTo(turn) },
  };
}

export const placeOf = ({ file, line }: { file?: string | undefined; line: number | null }): string =>
  file ? t('problems.place', { file, line: line ?? 0 }) : t('problems.line', { line: line ?? 0 });
