// Shows the progress of work that may take long, with a button to cancel it.

/** Milliseconds between two changes of what is said: a screen reader reads each. */
const PACE = 1000;

/**
 * @typedef {import('../../match/types.js').Patience} Patience
 */

/** Whether work was cancelled, which is no failure. @param {unknown} error */
export const wasGivenUp = (error) => error instanceof DOMException && error.name === 'AbortError';

/**
 * Limits how often progress is announced.
 *
 * @param {(news: {done: number, of: number}) => void} say
 * @returns {(news: {done: number, of: number}) => void}
 */
export function paced(say) {
  let said = performance.now();
  return (news) => {
    if (performance.now() - said < PACE) return;
    said = performance.now();
    say(news);
  };
}

/**
 * Runs work that may take long. A notice shows its progress, and the notice's button cancels it.
 *
 * @template T
 * @param {import('./notices.js').Notices} notices
 * @param {(news: {done: number, of: number} | null) => string} words null: it has just begun
 * @param {(how: Required<Patience>) => Promise<T>} work rejects if it is cancelled, see `wasGivenUp`
 * @param {{after?: number, giveUp?: AbortController}} [when] after: milliseconds until the notice appears
 * @returns {Promise<T>}
 */
export async function withProgress(notices, words, work, { after = 0, giveUp = new AbortController() } = {}) {
  /** @type {ReturnType<import('./notices.js').Notices['work']> | null} */
  let notice = null;
  /** @type {{done: number, of: number} | null} */
  let last = null;
  const show = () => {
    notice = notices.work(words(last), () => giveUp.abort());
  };
  const tell = paced((news) => notice?.say(words(news)));
  const timer = after > 0 ? setTimeout(show, after) : 0;
  if (after === 0) show();
  try {
    return await work({
      signal: giveUp.signal,
      progress(news) {
        last = news;
        tell(news);
      },
    });
  } finally {
    clearTimeout(timer);
    /** @type {any} */ (notice)?.remove();
  }
}
