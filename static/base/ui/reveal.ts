// Rows that scroll sideways where there is no room for all of their parts.

/** How much of what comes next is seen, in pixels, where a row is longer than there is room. */
const PEEK = 40;

/**
 * Scrolls a row sideways until one of its parts is seen, if there is more of it than room: it begins at its beginning, or else
 * that part is in the middle.
 */
export function reveal(row: HTMLElement, chosen: string) {
  const shown = row.querySelector<HTMLElement>(chosen);
  if (!shown) return;
  const left = shown.getBoundingClientRect().left - row.getBoundingClientRect().left + row.scrollLeft;
  const isSeenFirst = left + shown.offsetWidth + PEEK <= row.clientWidth;
  row.scrollLeft = isSeenFirst ? 0 : left - (row.clientWidth - shown.offsetWidth) / 2;
}
