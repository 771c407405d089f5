// Locks that the tabs of this page share, and channels between them.

/**
 * Runs work that no other tab runs at the same time.
 *
 * If the page has no locks, as without HTTPS, or the browser refuses them together with all storage, the work runs without
 * a lock: then the tabs share nothing.
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

/** @returns null if the browser has no channels or refuses them */
export function channelOf(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}
