// Transactions of a page that may be left or put to sleep. A browser may put a page aside as it is, to show it again when
// its user goes back, and it may freeze a hidden one. A transaction that is under way then locks the database for every
// other page: of a page put aside in WebKit, and of a frozen one in Chromium, too.

type Transaction = { abort: () => void };

/** @param events of the window */
export function createPresence(events: Pick<EventTarget, 'addEventListener'>) {
  /** What is under way; isLeft: the page was put aside meanwhile. */
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
    // A page that ends takes its transactions with it.
    if ((event as PageTransitionEvent).persisted) goAway();
  });
  events.addEventListener('pageshow', () => comeBack());
  // These happen to the document and do not bubble: a window sees them on their way there.
  events.addEventListener('freeze', goAway, { capture: true });
  events.addEventListener('resume', () => comeBack(), { capture: true });

  /**
   * Does a work in a transaction of its own. If the page goes away meanwhile, it is undone, and done again when the page is
   * back.
   * @param work it rejects when the transaction is aborted
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

/** @param transaction that may be over */
function abort(transaction: Transaction) {
  try {
    transaction.abort();
  } catch {
    // It has taken nothing, or all of it.
  }
}
