// Rows that scroll sideways if there is no room for all of their parts.

/** How many pixels of the next part stay visible, so that people see that the row scrolls. */
const PEEK = 40;

/**
 * Scrolls a row that is too long sideways until one of its parts is visible: to its beginning if that is enough, else so
 * that the part is in the middle.
 */
export function reveal(row: HTMLElement, chosen: string) {
  const shown = row.querySelector<HTMLElement>(chosen);
  if (!shown) return;
  const left = shown.getBoundingClientRect().left - row.getBoundingClientRect().left + row.scrollLeft;
  const isSeenFirst = left + shown.offsetWidth + PEEK <= row.clientWidth;
  row.scrollLeft = isSeenFirst ? 0 : left - (row.clientWidth - shown.offsetWidth) / 2;
}
