// Turns the reader's completions and marks into those of CodeMirror. No DOM.

/** A completion; see `Choice` in py/sandlot_editor/complete.py */
export interface Choice {
  label: string;
  detail?: string;
  path?: string;
  near?: number;
}
/** start: the column in the line where the completed name begins */
export interface Choices {
  start: number;
  of: 'view' | 'names';
  options: Choice[];
}
/** The text to insert for a key, and by how many existing characters the caret moves on after it */
export interface Written {
  insert: string;
  over: number;
}

/** By how much names in nearby lines are ranked higher; Python's own names are ranked lower. */
const NEARBY_LINES = 8;

/** @param number its index in the list */
export function boostOf({ near = 0 }: Choice, number: number, of: 'view' | 'names') {
  // The keys of a view stay in the order in which the game lists them.
  return of === 'view' ? Math.max(-99, 99 - number) : NEARBY_LINES * near;
}

/**
 * The text to insert for a key, with the closing quote and bracket unless the line has them already.
 *
 * @param label the key, with quotes if none is written yet
 * @param before the line up to the place of the key
 * @param after the rest of the line
 */
export function closed(label: string, before: string, after: string): Written {
  const [, quote = ''] = /(["'])$/.exec(before) ?? [];
  const bracket = before
    .slice(0, before.length - quote.length)
    .trimEnd()
    .endsWith('[')
    ? ']'
    : ')';
  const end = quote + bracket;
  if (after.startsWith(end)) return { insert: label, over: end.length };
  if (quote && after.startsWith(quote)) return { insert: label, over: quote.length };
  // Brackets that the rest of the line closes are not closed again.
  return {
    insert: label + (after.startsWith(bracket) ? quote : end),
    over: after.startsWith(bracket) ? 1 : 0,
  };
}

/**
 * Whether completions are shown without being requested: after a letter, a dot, or the beginning of a key.
 *
 * @param before the line up to the caret
 */
export const isInvited = (before: string) => /[\p{L}\p{N}_.]$|\[["']?$|\.get\(["']$|import\s$/u.test(before);

/**
 * Whether only the reader can complete at a place, not the words of the text: after a dot, or at the beginning of a key.
 *
 * @param before the line up to the caret
 */
export const isWaiting = (before: string) =>
  /[\p{L}\p{N}_\])]\.$|[\p{L}\p{N}_\])]\[["']?$|\.get\(["']$/u.test(before);

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The largest width of the explanation of an option, in pixels. */
const WIDEST = 400;

/**
 * Places the explanation of an option beside the list, or, if there is no room, below or above the list, so that it covers no
 * option, and, if possible, not the line that is being written.
 *
 * @param isAbove whether the list is above the line of the caret, not below it
 */
export function placeOfInfo(list: Box, option: Box, info: Box, space: Box, isAbove: boolean = false) {
  const [width, height] = [Math.min(WIDEST, info.right - info.left), info.bottom - info.top];
  const [atLeft, atRight] = [list.left - space.left, space.right - list.right];
  if (Math.max(atLeft, atRight) >= width) {
    const top = Math.max(space.top, Math.min(option.top, space.bottom - height)) - list.top;
    const side = atRight >= width ? 'right' : 'left';
    return { style: `top: ${top}px; max-width: ${WIDEST}px`, class: `cm-completionInfo-${side}` };
  }
  const [above, below] = [list.top - space.top, space.bottom - list.bottom];
  const isFree = isAbove ? above >= height : below >= height;
  const goesBelow = isFree ? !isAbove : below >= above;
  const edge = goesBelow ? 'top' : 'bottom';
  const left = Math.max(-atLeft, Math.min(0, space.right - list.left - width));
  return {
    style: `${edge}: ${list.bottom - list.top}px; left: ${left}px; max-width: ${WIDEST}px`,
    class: 'cm-completionInfo-right-narrow',
  };
}

/** While the typed text matches, the completions stay valid: it is still the same name or key. */
export const SAME = { names: /^[\p{L}\p{N}_]*$/u, view: /^["']?[\p{L}\p{N}_]*$/u };

/** A mistake; see `Mark` in py/sandlot_editor/marks.py */
export interface Mark {
  line: number;
  start: number;
  end: number;
  severity: 'error' | 'warning' | 'info';
  id: string;
  params: Record<string, unknown>;
}
export interface Marked {
  from: number;
  to: number;
  severity: 'error' | 'warning' | 'info';
  id: string;
  params: Record<string, unknown>;
}

/** Converts marks to positions in the document; marks outside of it are left out. */
export function placed(
  marks: Mark[],
  doc: { lines: number; line: (number: number) => { from: number; to: number } },
): Marked[] {
  return marks
    .filter(({ line }) => line >= 1 && line <= doc.lines)
    .map(({ line, start, end, severity, id, params }) => {
      const { from, to } = doc.line(line);
      const begin = Math.min(from + start, to);
      return { from: begin, to: Math.max(begin, Math.min(from + end, to)), severity, id, params };
    });
}
