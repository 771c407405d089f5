// Whether the host has published the page anew while this one stood open.

import { manifest } from './manifest.ts';

/** A host that takes longer is one that could not send the part either. */
const PATIENCE_MS = 3000;

/**
 * Whether the host has another build of the page than this one. Then it may lack the parts that this one has not loaded
 * yet, and to ask for them again is no use.
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
