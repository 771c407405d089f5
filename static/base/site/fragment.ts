// The fragment of the address bar.

import { mended } from '../values/address.ts';

/** The fragment of the address. If it is a link that a program altered on its way, the address is repaired first. */
export function fragment(): string {
  const hash = mended(location.hash);
  if (hash !== location.hash) history.replaceState(history.state, '', hash);
  return hash;
}
