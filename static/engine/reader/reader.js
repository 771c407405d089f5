// Starts the reader of bots in a sealed frame, from the parts of Python that the page has loaded already and a library of
// its own.

import { fetchAsset, manifest } from '../../base/site/manifest.js';
import { createSeat } from '../seat/seat.js';
import { createLine } from './line.js';

/** Bytes of Python's memory: stubs take more of it than bots. */
const MEMORY = 384 * 2 ** 20;

/**
 * @param {() => Promise<import('../loading.js').Legacy>} legacy what the page has loaded
 * @returns {Promise<ReturnType<typeof createLine>>}
 */
export async function createReader(legacy) {
  const urls = [manifest.core, manifest.reader.worker, manifest.reader.library];
  const [{ kit, snapshot }, core, script, library] = await Promise.all([
    legacy(),
    ...urls.map(async (url) => (await fetchAsset(url)).blob()),
  ]);
  const seat = createSeat(manifest.frame, {
    badSnapshot() {},
    booted() {},
    lost: () => seat.restart(),
  });
  await seat.equip({
    parts: /** @type {any} */ ({ ...kit.parts, library }),
    script: new Blob([core, '\n', script], { type: 'text/javascript' }),
    memory: MEMORY,
  });
  seat.useSnapshot(snapshot);
  const line = createLine((on) => connect(seat, on), {
    set: (work, ms) => setTimeout(work, ms),
    clear: (timer) => clearTimeout(timer),
    now: () => performance.now(),
  });
  addEventListener('pagehide', () => {
    line.close();
    seat.close();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    seat.restart();
    line.begin();
  });
  return line;
}

/**
 * @param {import('../seat/seat.js').Seat} seat
 * @param {import('./line.js').Heard} on
 * @returns {import('./line.js').Connection}
 */
function connect(seat, on) {
  const { port, end } = seat.open(on.failed);
  port.onmessage = ({ data: [kind, id, answer] }) => {
    if (kind === 'ready') on.ready();
    else if (kind === 'died') on.failed();
    else on.answer(id, answer);
  };
  return { send: (message) => port.postMessage(message), end };
}
