import { fold } from '../base/text/legible.ts';
import { inWords, nearUse } from './nearness.ts';
import type { Answer, Header, Match, Message } from './types.ts';

// The outputs of a bot on a turn, by kind, and the search through those of a whole match. No DOM.

/** Prints, errors, notes, and the text that was answered. */
export type Kind = 'out' | 'err' | 'note' | 'reply';

/** null: all. */
export type Filter = { player: number | null; kind: Kind | null };

type Said = { kind: Kind; text: string };

export type Hit = { turn: number; player: number };

export const KINDS = ['out', 'err', 'note', 'reply'] as const;

/**
 * The texts of a bot's answer, and the notice about its time.
 * @param header of its match
 */
export function saidBy(answer: Answer, header: Header, say: (message: Message) => string): Said[] {
  const said: Said[] = answer.output.flatMap(([stream, text]) =>
    // How much was left out is not a text of the bot.
    stream === 'cut' || stream === 'quota'
      ? []
      : [{ kind: stream === 'out' || stream === 'err' ? stream : 'note', text }],
  );
  if (answer.fault) {
    said.push({ kind: 'err', text: say(answer.fault.message) });
    const details = answer.fault.traceback ?? answer.fault.error;
    if (details) said.push({ kind: 'err', text: details });
  }
  for (const [kind, text] of answer.drawings ?? []) {
    if (kind === 'note' && typeof text === 'string') said.push({ kind: 'note', text });
  }
  const use = nearUse(answer, header);
  if (use) said.push({ kind: 'note', text: say(inWords(use)) });
  if (answer.reply) said.push({ kind: 'reply', text: answer.reply });
  return said;
}

/**
 * Whether there is anything to read of an answer. What was exchanged is there of every answer, and counts only where it is
 * asked for.
 */
export function saysAnything(answer: Answer, header: Header, kind: Kind | null): boolean {
  const { output, fault, drawings, reply } = answer;
  if (kind === 'reply') return reply !== '';
  const isOf = (each: Kind) => kind === null || kind === each;
  const isNote = () => drawings?.some(([mark]) => mark === 'note') || nearUse(answer, header) !== null;
  return (
    output.some(([stream]) => isOf(stream === 'err' ? 'err' : 'out')) ||
    (fault !== null && isOf('err')) ||
    (isOf('note') && isNote())
  );
}

/**
 * @param wanted case does not matter
 * @param from the first turn that is looked at
 * @returns by turn, then by player
 */
export function find(
  { records, header }: Pick<Match, 'records' | 'header'>,
  wanted: string,
  { player, kind }: Filter,
  say: (message: Message, turn: number) => string,
  from: number = 0,
): Hit[] {
  const needle = fold(wanted);
  if (!needle) return [];
  return records.slice(from).flatMap(({ answers }, k) =>
    answers
      .filter((answer) => player === null || answer.player === player)
      .filter((answer) =>
        saidBy(answer, header, (message) => say(message, from + k)).some(
          (said) => (!kind || said.kind === kind) && fold(said.text).includes(needle),
        ),
      )
      .map((answer) => ({ turn: from + k, player: answer.player })),
  );
}

/**
 * The hit after or before a turn; it wraps around at the ends.
 * @returns its index; -1: there is none
 */
export function nextHit(hits: readonly Hit[], turn: number, by: 1 | -1): number {
  if (hits.length === 0) return -1;
  if (by > 0) {
    const found = hits.findIndex((hit) => hit.turn > turn);
    return found < 0 ? 0 : found;
  }
  const found = hits.findLastIndex((hit) => hit.turn < turn);
  return found < 0 ? hits.length - 1 : found;
}

/** The positions of the matches in a text; they do not overlap. */
export function placesOf(text: string, wanted: string, most: number): number[] {
  if (!wanted) return [];
  const [needle, folded] = [fold(wanted), fold(text)];
  const found = [];
  for (let at = folded.indexOf(needle); at >= 0 && found.length < most; ) {
    found.push(at);
    at = folded.indexOf(needle, at + needle.length);
  }
  return found;
}
