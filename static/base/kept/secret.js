// What no bot knows: 128 bits of this browser's own. The engine makes the secret of every match from them, the game and the
// seed, so that the same seed gives the same match here, and a replay that is shared gives away no other match's secret.

import { hex } from '../values/hex.js';
import { local } from './settings.js';

const BYTES = 16;
/** For as long as the page, where nothing can be kept. */
let drawn = '';

/** @returns {string} hexadecimal digits; none where somebody keeps an empty one, to have what the command line has */
export function profileSecret() {
  const kept = local.get('secret', null);
  if (kept !== null) return kept;
  drawn ||= hex(crypto.getRandomValues(new Uint8Array(BYTES)));
  local.set('secret', drawn);
  return drawn;
}
