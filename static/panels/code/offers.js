// What the reader offers, as options of CodeMirror. Nothing here touches the page.

/**
 * @typedef {{label: string, detail?: string, path?: string, near?: number}} Choice see `Choice` in
 *   py/sandlot_editor/complete.py
 * @typedef {{start: number, of: 'view' | 'names', options: Choice[]}} Choices start: column in its line
 * @typedef {{insert: string, over: number}} Written what is written for a key, and how many characters after it the
 *   caret goes over
 */

/** How far a name of the text itself goes before others, and those of Python behind them. */
const NEAR = 8;

/** @param {Choice} choice @param {number} number of it in the list @param {'view' | 'names'} of */
export function boostOf({ near = 0 }, number, of) {
  // The keys of a view keep the order that the game gives them.
  return of === 'view' ? Math.max(-99, 99 - number) : NEAR * near;
}

/**
 * Writes a key with what closes it, unless that stands there already.
 *
 * @param {string} label with quotes if none is written yet
 * @param {string} before the line up to where the label goes
 * @param {string} after the rest of the line
 * @returns {Written}
 */
export function closed(label, before, after) {
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
 * @param {string} before the line up to the caret
 */
export const isInvited = (before) => /[\p{L}\p{N}_.]$|\[["']?$|\.get\(["']$|import\s$/u.test(before);

/**
 * Whether nobody can go on at a place without knowing what there is: behind a dot, or at the beginning of a key.
 *
 * @param {string} before the line up to the caret
 */
export const isWaiting = (before) =>
  /[\p{L}\p{N}_\])]\.$|[\p{L}\p{N}_\])]\[["']?$|\.get\(["']$/u.test(before);

/** The widest that what is said of an option becomes, in pixels. */
const WIDEST = 400;

/**
 * Where stands what is said of an option: beside the list, or, where there is no room for that, below or above all of it,
 * so that no option is covered; and, if it can be, not over what is being written.
 *
 * @typedef {{left: number, right: number, top: number, bottom: number}} Box
 * @param {Box} list
 * @param {Box} option
 * @param {Box} info
 * @param {Box} space
 * @param {boolean} [isAbove] whether the list is above the line of the caret, not below it
 */
export function placeOfInfo(list, option, info, space, isAbove = false) {
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

/**
 * @typedef {{line: number, start: number, end: number, severity: 'error' | 'warning' | 'info', id: string,
 *   params: Record<string, unknown>}} Mark see `Mark` in py/sandlot_editor/marks.py
 * @typedef {{from: number, to: number, severity: 'error' | 'warning' | 'info', id: string,
 *   params: Record<string, unknown>}} Marked
 */

/**
 * Marks by their places in the document; those that do not fit into it are left out.
 *
 * @param {Mark[]} marks
 * @param {{lines: number, line: (number: number) => {from: number, to: number}}} doc
 * @returns {Marked[]}
 */
export function placed(marks, doc) {
  return marks
    .filter(({ line }) => line >= 1 && line <= doc.lines)
    .map(({ line, start, end, severity, id, params }) => {
      const { from, to } = doc.line(line);
      const begin = Math.min(from + start, to);
      return { from: begin, to: Math.max(begin, Math.min(from + end, to)), severity, id, params };
    });
}
