/** Milliseconds between two changes of what is said: a screen reader reads each. */
const PACE = 1000;

/**
 * @typedef {import('../../match/types.js').Patience} Patience
 */

/** What somebody has given up is no failure. @param {unknown} error */
export const wasGivenUp = (error) => error instanceof DOMException && error.name === 'AbortError';

/**
 * Says how far something is, now and then.
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
 * Does what may take long. A notice says how far it is, and its button gives it up.
 *
 * @template T
 * @param {import('./notices.js').Notices} notices
 * @param {(news: {done: number, of: number} | null) => string} words null: it has only begun
 * @param {(how: Required<Patience>) => Promise<T>} work rejects if it is given up, see `wasGivenUp`
 * @param {{after?: number, giveUp?: AbortController}} [when] after: milliseconds until anything is said
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
