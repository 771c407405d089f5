// Finds lines of one text of a bot in another text of it. No DOM.

import { MAIN, textAt } from '../../base/values/bundle-shape.ts';
import type { Problem } from '../../match/faults.ts';
import type { Code } from '../../match/types.ts';

/**
 * Moves problems of one text to the lines of another. A problem whose line was changed gets no line.
 *
 * @param before the text with the problems
 * @param after the text that is shown
 */
export function linesIn(before: Code, after: Code, problems: readonly Problem[]): Problem[] {
  const fileOf = ({ main }: Code, file?: string) => file ?? main ?? MAIN;
  return problems.map((problem) => {
    if (problem.line === 0) return problem;
    const [was, is] = [before, after].map((code) => textAt(code, fileOf(code, problem.file)) ?? '');
    return { ...problem, line: lineIn(was ?? '', is ?? '', problem.line) };
  });
}

/** The same for one problem, whose line may have been edited in its place. @returns null if the line is gone */
export function placeIn(before: Code, after: Code, problem: Problem): Problem | null {
  const [same] = linesIn(before, after, [problem]);
  if (same && same.line > 0) return same;
  const fileOf = ({ main }: Code) => problem.file ?? main ?? MAIN;
  const [was, is] = [before, after].map((code) => (textAt(code, fileOf(code)) ?? '').split('\n'));
  const isOther = (line: string, k: number) => line !== is?.[k];
  const isEdited = was?.length === is?.length && was?.findIndex(isOther) === was?.findLastIndex(isOther);
  return isEdited ? problem : null;
}

/**
 * Finds a line of an earlier text in a later one: it has the same words, and the same distance from the beginning or the end;
 * or it is the only line with these words.
 *
 * @returns the line's number, from 1; 0 if it is not there
 */
export function lineIn(before: string, after: string, line: number): number {
  const [was, is] = [before.split('\n'), after.split('\n')];
  const words = was[line - 1];
  if (words === undefined) return 0;
  let same = 0;
  while (same < was.length && was[same] === is[same]) same += 1;
  if (line <= same) return line;
  let end = 0;
  while (end < Math.min(was.length, is.length) - same && was.at(-1 - end) === is.at(-1 - end)) end += 1;
  if (line > was.length - end) return line + is.length - was.length;
  const isOnly = (lines: string[]) => lines.indexOf(words) === lines.lastIndexOf(words);
  return isOnly(was) && isOnly(is) && words.trim() !== '' ? is.indexOf(words) + 1 : 0;
}
