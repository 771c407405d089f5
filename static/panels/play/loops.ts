// Finds loops in a Python file by the indentation of its lines. No DOM.

const HEAD = /^\s*(?:async\s+)?(?:for|while)\b/;
/** Definitions: a loop around one of them does not repeat the lines in it. */
const OUTSIDE = /^\s*(?:async\s+def|def|class)\b/;

const indentOf = (text: string) => text.length - text.trimStart().length;
const isCode = (text: string) => text.trim() !== '' && !text.trimStart().startsWith('#');

/**
 * The innermost loop that a line belongs to; the line may be the loop's first.
 *
 * @param line from 1
 * @param ran whether a line has run: lines in a string that look like a loop have not
 * @returns its first and its last line; null if there is none
 */
export function loopAround(
  source: string,
  line: number,
  ran: (line: number) => boolean,
): { first: number; last: number } | null {
  const lines = source.split('\n');
  let inside = Number.POSITIVE_INFINITY;
  for (let at = line; at > 0; at -= 1) {
    const text = lines[at - 1] ?? '';
    if (!isCode(text) || indentOf(text) >= inside) continue;
    inside = indentOf(text);
    if (HEAD.test(text) && ran(at)) return { first: at, last: Math.max(line, endOf(lines, at, inside)) };
    if (OUTSIDE.test(text)) return null;
  }
  return null;
}

/** @param first the first line of a loop, from 1 @returns its last line */
function endOf(lines: string[], first: number, indent: number): number {
  let last = first;
  for (let at = first + 1; at <= lines.length; at += 1) {
    const text = lines[at - 1] ?? '';
    if (!isCode(text)) continue;
    if (indentOf(text) <= indent) break;
    last = at;
  }
  return last;
}
