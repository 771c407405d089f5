// Shows the progress of work that may take long, with a button to cancel it.

import type { QuestionOptions } from '../../match/types.ts';
import type { Notices } from './notices.tsx';

/** Milliseconds between two changes of the words: a screen reader reads each change. */
const CHANGE_EVERY_MS = 1000;

/** Whether an error means that work was cancelled, which is not a failure. */
export const wasAborted = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/** Limits how often progress is announced. */
export function paced(
  say: (news: { done: number; of: number }) => void,
): (news: { done: number; of: number }) => void {
  let said = performance.now();
  return (news) => {
    if (performance.now() - said < CHANGE_EVERY_MS) return;
    said = performance.now();
    say(news);
  };
}

/**
 * Runs work that may take long. A notice shows its progress, and the notice's button cancels it.
 * @param words the words of the notice for a state of progress; null if the work has just begun
 * @param work rejects if it is cancelled, see `wasAborted`
 * @param when after: milliseconds until the notice appears
 */
export async function withProgress<T>(
  notices: Notices,
  words: (news: { done: number; of: number } | null) => string,
  work: (how: Required<QuestionOptions>) => Promise<T>,
  { after = 0, controller = new AbortController() }: { after?: number; controller?: AbortController } = {},
): Promise<T> {
  let notice: ReturnType<Notices['work']> | null = null;
  let last: { done: number; of: number } | null = null;
  const show = () => {
    notice = notices.work(words(last), () => controller.abort());
  };
  const tell = paced((news) => notice?.say(words(news)));
  const timer = after > 0 ? setTimeout(show, after) : 0;
  if (after === 0) show();
  try {
    return await work({
      signal: controller.signal,
      progress(news) {
        last = news;
        tell(news);
      },
    });
  } finally {
    clearTimeout(timer);
    (notice as any)?.remove();
  }
}
