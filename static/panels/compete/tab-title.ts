// While the tab is hidden its title says how far its contests are, and whether the browser has put it to sleep: nothing
// else of the page can be seen. No DOM.

/**
 * @param page such as a document
 * @param percent of the games that this tab plays; null: it plays none
 * @param words percent null: what it played is over
 * @returns to be called now and then, and when the tab is hidden, shown or put to sleep
 */
export function createTabTitle(
  page: { hidden: boolean; title: string },
  percent: () => number | null,
  words: (percent: number | null, title: string, isAsleep: boolean) => string,
): (isAsleep?: boolean) => void {
  /** The title that was replaced. */
  let before: string | null = null;
  return (isAsleep = false) => {
    if (!page.hidden) {
      if (before !== null) page.title = before;
      before = null;
      return;
    }
    const now = percent();
    if (now === null && before === null) return;
    before ??= page.title;
    const title = words(now, before, isAsleep);
    if (page.title !== title) page.title = title;
  };
}
