// The secret of this browser: 128 bits that no bot knows. The engine derives the secret of every match from them, the
// game and the seed. So the same seed gives the same match here, and a shared replay reveals the secret of no other
// match.

import { hex } from '../values/hex.ts';
import { local } from './settings.ts';

const BYTES = 16;
/** The secret until the page is closed, if nothing can be stored. */
let drawn = '';

/**
 * @returns hexadecimal digits; '' if the stored secret is empty, which gives the same matches as the command line
 */
export function profileSecret(): string {
  const kept = local.get('secret', null);
  if (kept !== null) return kept;
  drawn ||= hex(crypto.getRandomValues(new Uint8Array(BYTES)));
  local.set('secret', drawn);
  return drawn;
}
