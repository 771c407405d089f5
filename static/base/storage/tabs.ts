// What the tabs of this page share: locks, and a channel to tell each other something.

/**
 * Does a work that no other tab does at the same time.
 *
 * Where a page has no locks, as without HTTPS, or where the browser refuses them together with all storage, the work is
 * done without one: then there is nothing that tabs share.
 * @returns rejects when another tab has stolen the lock meanwhile
 */
export async function locked<T>(name: string, work: () => Promise<T>, how: LockOptions = {}): Promise<T> {
  let hasBegun = false;
  try {
    return await navigator.locks.request(name, how, () => {
      hasBegun = true;
      return work();
    });
  } catch (error) {
    if (hasBegun) throw error;
    return work();
  }
}

/** @returns null: this browser has none, or refuses it */
export function channelOf(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}
