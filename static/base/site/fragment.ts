// The fragment of the address bar.

import { mended } from '../values/address.ts';

/** The fragment of the address. A link is put there as it was sent, before anything else reads the address. */
export function fragment(): string {
  const hash = mended(location.hash);
  if (hash !== location.hash) history.replaceState(history.state, '', hash);
  return hash;
}
