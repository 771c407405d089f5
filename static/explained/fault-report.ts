// What is known of a fault of a bot: what the message says, and what Python's traceback marks. No DOM.

import type { Message } from '../match/types.ts';

/** As much of a fault as is known where it is shown. */
export interface FaultReport {
  message: Message;
  /** Python's message; null: there is none */
  error?: string | null;
  traceback?: string | null;
}

/** The line of code in which it happened, as Python shows it. */
export interface Shown {
  code: string;
  /** what was to be taken apart or called, where Python marks it; "": it does not */
  object: string;
}

/** Characters of a traceback that are read: the seat sends no longer ones. */
const LONGEST_TRACEBACK = 32_000;
/** And of Python's message. */
const LONGEST_ERROR = 1000;

/** Python's message. @returns "": it is not of Python */
export function errorOf({ message, error }: FaultReport): string {
  const given = error ?? message[1].error;
  // The referee writes ? where Python has said nothing: whoever is late raises no error.
  return typeof given === 'string' && given !== '?' ? given.slice(0, LONGEST_ERROR) : '';
}

/** The innermost line in a traceback that is of the bot itself and not of a module of Python or a game. */
export function shownIn({ traceback }: FaultReport): Shown {
  const lines = (traceback ?? '').slice(-LONGEST_TRACEBACK).split('\n');
  const places = lines.flatMap((line, k) => (/^ {2}File "/.test(line) ? [k] : []));
  const own = places.filter(
    (k) =>
      !/^ {2}File "(?:\/lib\/|\/usr\/|<|.*[/\\]lib[/\\]python|.*[/\\]sandlot[/\\]games[/\\])/.test(
        lines[k] ?? '',
      ),
  );
  const place = own.at(-1);
  const code = place === undefined ? '' : (lines[place + 1] ?? '');
  if (place === undefined || !code.startsWith('    ')) return { code: '', object: '' };
  const marks = /^(\s*)(~+)\^+\s*$/.exec(lines[place + 2] ?? '');
  const object = marks
    ? code.slice(marks[1]?.length ?? 0, (marks[1]?.length ?? 0) + (marks[2]?.length ?? 0))
    : '';
  return { code: code.trim(), object: object.trim() };
}

/** Whether the innermost line of a traceback is of the bot itself. */
export const isOwn = (traceback: string | null | undefined, { code }: Shown): boolean =>
  code !== '' && (traceback ?? '').lastIndexOf(code) > (traceback ?? '').lastIndexOf('  File "');
