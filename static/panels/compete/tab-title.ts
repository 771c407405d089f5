// While the browser tab is hidden, its title shows the progress of its contests, and whether the browser has suspended it. No
// DOM.

/**
 * @param page such as a document
 * @param percent the percentage of games played; null if this tab plays none
 * @param words the title; its percent is null if what it played is over
 * @returns to be called now and then, and when the tab is hidden, shown or suspended
 */
export function createTabTitle(
  page: { hidden: boolean; title: string },
  percent: () => number | null,
  words: (percent: number | null, title: string, isAsleep: boolean) => string,
): (isAsleep?: boolean) => void {
  /** The title that was replaced; null if none was. */
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
