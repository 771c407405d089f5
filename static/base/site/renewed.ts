// Finds out whether a newer build of the page was published while this one was open.

import { manifest } from './manifest.ts';

/** A host that takes longer could not have sent the missing part either. */
const PATIENCE_MS = 3000;

/**
 * Whether the host has another build of the page than this one. Then the parts that this page has not loaded yet may be
 * gone from the host, and it is no use to request them again.
 */
export async function wasRenewed(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const response = await fetch('./', { cache: 'no-store', signal });
    const [, build] = /"build":"(\w{1,64})"/.exec(await response.text()) ?? [];
    return build !== undefined && build !== manifest.build;
  } catch {
    return false;
  }
}
