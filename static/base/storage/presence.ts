// Transactions of a page that the browser may suspend. A browser may keep a page in its back/forward cache, and it may
// freeze a hidden page. A transaction that is still open then locks the database for every other page: in WebKit if the
// page is cached, in Chromium also if it is frozen. So open transactions are aborted, and run again when the page is back.

type Transaction = { abort: () => void };

/** @param events of the window */
export function createPresence(events: Pick<EventTarget, 'addEventListener'>) {
  /** The open transactions; isLeft: whether the page was suspended meanwhile. */
  const open = new Set<{ transaction: Transaction; isLeft: boolean }>();
  let back = Promise.resolve();
  let comeBack = () => {};

  function goAway() {
    comeBack();
    back = new Promise((resolve) => {
      comeBack = resolve;
    });
    for (const each of open) {
      each.isLeft = true;
      abort(each.transaction);
    }
  }

  events.addEventListener('pagehide', (event) => {
    // If the page is not cached but ends, its transactions end with it.
    if ((event as PageTransitionEvent).persisted) goAway();
  });
  events.addEventListener('pageshow', () => comeBack());
  // These events are the document's and do not bubble, but a window sees them in the capture phase.
  events.addEventListener('freeze', goAway, { capture: true });
  events.addEventListener('resume', () => comeBack(), { capture: true });

  /**
   * Runs work in a transaction of its own. If the page is suspended meanwhile, the transaction is aborted, and the work runs
   * again when the page is back.
   * @param work rejects when the transaction is aborted
   */
  return async function within<T extends Transaction, R>(
    begin: () => T,
    work: (transaction: T) => Promise<R>,
  ): Promise<R> {
    for (;;) {
      await back;
      const mine = { transaction: begin(), isLeft: false };
      open.add(mine);
      try {
        return await work(mine.transaction);
      } catch (error) {
        abort(mine.transaction);
        if (!mine.isLeft) throw error;
      } finally {
        open.delete(mine);
      }
    }
  };
}

/** @param transaction it may already be over */
function abort(transaction: Transaction) {
  try {
    transaction.abort();
  } catch {
    // It is over: either all of its changes were made or none.
  }
}
