// What the reader offers, as options of CodeMirror. Nothing here touches the page.

/** See `Choice` in py/sandlot_editor/complete.py */
export interface Choice {
  label: string;
  detail?: string;
  path?: string;
  near?: number;
}
/** Start: column in its line */
export interface Choices {
  start: number;
  of: 'view' | 'names';
  options: Choice[];
}
/** What is written for a key, and how many characters after it the caret goes over */
export interface Written {
  insert: string;
  over: number;
}

/** How far a name of the text itself goes before others, and those of Python behind them. */
const NEARBY_LINES = 8;

/** @param number of it in the list */
export function boostOf({ near = 0 }: Choice, number: number, of: 'view' | 'names') {
  // The keys of a view keep the order that the game gives them.
  return of === 'view' ? Math.max(-99, 99 - number) : NEARBY_LINES * near;
}

/**
 * Writes a key with what closes it, unless that stands there already.
 *
 * @param label with quotes if none is written yet
 * @param before the line up to where the label goes
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
  // Brackets that the text closes later are not closed twice.
  return {
    insert: label + (after.startsWith(bracket) ? quote : end),
    over: after.startsWith(bracket) ? 1 : 0,
  };
}

/**
 * Whether a list is offered at a place without being asked for: behind a letter, a dot, or the beginning of a key.
 *
 * @param before the line up to the caret
 */
export const isInvited = (before: string) => /[\p{L}\p{N}_.]$|\[["']?$|\.get\(["']$|import\s$/u.test(before);

/**
 * Whether nobody can go on at a place without knowing what there is: behind a dot, or at the beginning of a key.
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

/** The widest that what is said of an option becomes, in pixels. */
const WIDEST = 400;

/**
 * Where stands what is said of an option: beside the list, or, where there is no room for that, below or above all of it,
 * so that no option is covered; and, if it can be, not over what is being written.
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

/** Whether what is offered stays good while one types on: the same name or key, not the next. */
export const SAME = { names: /^[\p{L}\p{N}_]*$/u, view: /^["']?[\p{L}\p{N}_]*$/u };

/** See `Mark` in py/sandlot_editor/marks.py */
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

/** Marks by their places in the document; those that do not fit into it are left out. */
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
