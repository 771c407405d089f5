// While the tab is hidden its title says how far its contests are, and whether the browser has put it to sleep: nothing
// else of the page can be seen. No DOM.

/**
 * @param {{hidden: boolean, title: string}} page such as a document
 * @param {() => number | null} percent of the games that this tab plays; null: it plays none
 * @param {(percent: number | null, title: string, isAsleep: boolean) => string} words percent null: what it played is over
 * @returns {(isAsleep?: boolean) => void} to be called now and then, and when the tab is hidden, shown or put to sleep
 */
export function createTabTitle(page, percent, words) {
  /** The title that was replaced. @type {string | null} */
  let before = null;
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
