// How every worker begins in a sealed frame: Python boots, then all is removed that what runs there does not need, and then
// the port to the page is connected.

import { silenceConsole } from './quiet.ts';
import { seal } from './seal.ts';

/** What has booted Python; nobody else finds it. */
export const core: { bootPython: (parts: any) => Promise<any>; canWait: boolean } = (globalThis as any)
  .sandlotCore;
Reflect.deleteProperty(globalThis, 'sandlotCore');

/**
 * @param boot makes what runs here, with the parts of Python
 * @param serve connects it to the port
 */
export function beginSealed<T>(
  boot: (parts: any) => Promise<T>,
  serve: (booted: T, port: MessagePort) => void,
) {
  const post = globalThis.postMessage.bind(globalThis);
  globalThis.onmessage = async ({ data }) => {
    globalThis.onmessage = null;
    silenceConsole();
    try {
      const booted = await boot(data);
      addEventListener('message', ({ ports }) => serve(booted, ports[0] as MessagePort), { once: true });
    } catch (error) {
      post({ failed: String(error).slice(-300) });
      return;
    }
    post({ booted: true });
    seal();
  };
}
