// Keeps the memory of a freshly booted Python between visits: a seat that starts from it is ready in a tenth of the time.

const CACHE = 'sandlot-snapshots';

/**
 * The cache address of a snapshot. It fits one build of Pyodide and of the package, and one answer to whether Python
 * can wait for promises.
 */
export function snapshotAddress(
  { core, wasm, wheel }: Record<'core' | 'wasm' | 'wheel', string>,
  base: string,
) {
  const parts = [core, wasm, wheel].map((url) => url.replace(/\W+/g, '_'));
  const waits = 'Suspending' in WebAssembly ? 'waits' : 'reruns';
  return new URL(`./snapshot${parts.join('-')}-${waits}`, base).href;
}

export async function findSnapshot(address: string): Promise<Blob | null> {
  try {
    const found = await (await caches.open(CACHE)).match(address);
    return found ? await found.blob() : null;
  } catch {
    return null;
  }
}

/** Keeps this snapshot and deletes all others. */
export async function keepSnapshot(address: string, snapshot: Blob) {
  try {
    const cache = await caches.open(CACHE);
    for (const old of await cache.keys()) await cache.delete(old);
    await cache.put(address, new Response(snapshot));
  } catch {
    // No room, or a private window: the next visit makes its own again.
  }
}
