// Starts the reader of bots in a sealed frame, from the parts of Python that the page has loaded already and a library of
// its own.

import { fetchAsset, manifest } from '../../base/site/manifest.ts';
import type { BootArtifacts } from '../loading.ts';
import type { Seat } from '../seat/seat.ts';
import { createSeat } from '../seat/seat.ts';
import type { Connection, Listener } from './line.ts';
import { createLine } from './line.ts';

/** Bytes of Python's memory: stubs take more of it than bots. */
const MEMORY = 384 * 2 ** 20;

/** @param bootArtifacts what the page has loaded */
export async function createReader(
  bootArtifacts: () => Promise<BootArtifacts>,
): Promise<ReturnType<typeof createLine>> {
  const blobOf = async (url: string) => (await fetchAsset(url)).blob();
  const [{ kit }, core, script, library] = await Promise.all([
    bootArtifacts(),
    blobOf(manifest.core),
    blobOf(manifest.reader.worker),
    blobOf(manifest.reader.library),
  ]);
  const seat = createSeat(manifest.frame, {
    badSnapshot() {},
    booted() {},
    lost: () => seat.restart(),
  });
  await seat.equip({
    parts: { ...kit.parts, library } as any,
    script: new Blob([core, '\n', script], { type: 'text/javascript' }),
    memory: MEMORY,
  });
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

function connect(seat: Seat, on: Listener): Connection {
  const { port, end } = seat.open(on.failed);
  port.onmessage = ({ data: [kind, id, answer] }) => {
    if (kind === 'ready') on.ready();
    else if (kind === 'died') on.failed();
    else on.answer(id, answer);
  };
  return { send: (message) => port.postMessage(message), end };
}
