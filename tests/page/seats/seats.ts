// A seat as the product has it, without the page and the engine around it.

import { manifest, place } from '../../../static/base/site/manifest.ts';
import { createSeat } from '../../../static/engine/seat/seat.ts';

const asText = { type: 'text/javascript' };

export const inline = (code: string) => new Worker(URL.createObjectURL(new Blob([code], asText)));

/** The engine loads Python's parts and makes the snapshot. */
export function bootedEngine(): Promise<any> {
  const engine = inline(manifest.engine);
  const { core, wasm, stdlib, wheel, lock } = manifest;
  let found: any;
  return new Promise((resolve, reject) => {
    engine.onmessage = ({ data }) => {
      if (data.type === 'parts') found = data;
      if (data.type === 'failed') reject(new Error(data.why));
      if (data.type !== 'booted') return;
      engine.terminate();
      resolve({ ...found, snapshot: data.snapshot });
    };
    engine.postMessage({ type: 'boot', urls: { core, wasm, stdlib, wheel }, lock, place });
  });
}

/** A sealed frame with Python compiled and a snapshot made, but no worker waiting. */
export async function equippedSeat() {
  const seat = createSeat(manifest.frame, {
    badSnapshot: (why) => console.error(why),
    booted: () => {},
    lost: () => {},
  });
  const { script: core, parts, snapshot } = await bootedEngine();
  const script = new Blob([core, '\n', manifest.bot], asText);
  await seat.equip({ parts: { ...parts, snapshot: null }, script, memory: 256 * 2 ** 20 });
  seat.useSnapshot(snapshot);
  return seat;
}
