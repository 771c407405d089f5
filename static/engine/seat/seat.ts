// One seat: a sealed frame on the page and the workers in it. Nothing else may start a bot.

import type { Message } from '../../match/types.ts';
import type { Parts } from '../python/core.ts';

export interface Kit {
  parts: Omit<Parts, 'module' | 'keep'> & { wasm: Blob };
  /** The bot worker. */
  script: Blob;
  /** Bytes a bot may use. */
  memory: number;
}

type OnFailed = (why: Message | string) => void;

export interface Seat {
  /** Hand over Python; once. With a snapshot a worker for the first bot boots at once. */
  equip: (kit: Kit) => Promise<void>;
  useSnapshot: (snapshot: Blob | null) => void;
  /** Boot a worker for the next bot. */
  warm: () => void;
  /** For the workers started from now on. */
  limitMemory: (memory: number) => void;
  /** Start a fresh worker; its port is the engine's end. */
  open: (onFailed: OnFailed) => { port: MessagePort; end: () => void };
  /** End everything in it at once, and tell the owner of the open worker. */
  close: () => void;
  /** Begin again with an empty frame. */
  restart: () => void;
  /** End it for good. */
  remove: () => void;
}

/** Milliseconds, waited for twice: a frame that does not answer in this time is gone, or out of memory. */
const ANSWER_TIMEOUT_MS = 5000;
/** How often it is asked while there is a bot in it. */
const PULSE = 3000;

/** @param srcdoc the frame's document, whose only script the page's policy names by its hash */
export function createSeat(
  srcdoc: string,
  on: { badSnapshot: (why: string) => void; booted: (fromSnapshot: boolean) => void; lost: () => void },
): Seat {
  let frame: Frame = openFrame(srcdoc, hear);
  let equipment: Kit | null = null;
  let equipped: () => void = () => {};
  let notEquipped: (reason: Error) => void = () => {};
  const open = new Map<number, OnFailed>();
  /** Messages that the frame still has to confirm. */
  const awaited = new Map<string, () => void>();
  let count = 0;
  const pulse = setInterval(() => {
    if (open.size && !awaited.size) order('pulse', count++);
  }, PULSE);

  function hear(data: any) {
    if (data.type === 'kit') equipped();
    if (data.type === 'bad-snapshot') on.badSnapshot(data.why);
    if (data.type === 'booted') on.booted(data.fromSnapshot);
    if (data.type === 'did') awaited.get(`${data.what} ${data.number}`)?.();
    if (data.type === 'failed')
      (open.get(data.number) ?? ((why) => notEquipped(new Error(String(why)))))(data.why);
  }

  /** Sends the frame a message that it has to confirm. */
  function order(type: 'seat' | 'end' | 'pulse', number: number, transfer?: Transferable[]) {
    const key = `${type} ${number}`;
    const lost = () => {
      if (awaited.delete(key)) on.lost();
    };
    // Twice: after a machine wakes up, timers fire before messages arrive.
    let timer = setTimeout(() => {
      timer = setTimeout(lost, ANSWER_TIMEOUT_MS);
    }, ANSWER_TIMEOUT_MS);
    awaited.set(key, () => {
      clearTimeout(timer);
      awaited.delete(key);
    });
    frame.tell({ type, number }, transfer);
  }

  function close() {
    for (const confirmed of [...awaited.values()]) confirmed();
    frame.close();
    const failed = [...open.values()];
    open.clear();
    for (const onFailed of failed) onFailed(['arena.lost', {}]);
  }

  /** Replaces the frame, so that the next match gets a new one. */
  function restart() {
    close();
    frame = openFrame(srcdoc, hear);
    if (!equipment) return;
    frame.tell({ type: 'kit', ...equipment });
    frame.tell({ type: 'warm' });
  }

  return {
    equip: (kit) =>
      new Promise((resolve, reject) => {
        equipment = kit;
        equipped = resolve;
        notEquipped = reject;
        frame.tell({ type: 'kit', ...kit });
      }),
    useSnapshot(snapshot) {
      if (equipment) equipment = { ...equipment, parts: { ...equipment.parts, snapshot } };
      frame.tell({ type: 'snapshot', snapshot });
    },
    warm: () => frame.tell({ type: 'warm' }),
    limitMemory(memory) {
      if (equipment) equipment = { ...equipment, memory };
      frame.tell({ type: 'memory', memory });
    },
    open(onFailed) {
      const number = count++;
      const { port1, port2: theirs } = new MessageChannel();
      open.set(number, onFailed);
      order('seat', number, [theirs]);
      const end = () => {
        if (open.delete(number)) order('end', number);
      };
      return { port: port1, end };
    },
    close,
    restart,
    remove() {
      clearInterval(pulse);
      close();
    },
  };
}

type Frame = { tell: (message: object, transfer?: Transferable[]) => void; close: () => void };

function openFrame(srcdoc: string, hear: (data: any) => void): Frame {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  frame.hidden = true;
  const key = Array.from(crypto.getRandomValues(new Uint32Array(4)), String).join('-');
  frame.srcdoc = srcdoc.replace('data-key=""', `data-key="${key}"`);
  const done = new AbortController();
  const line: Promise<MessagePort> = new Promise((resolve) => {
    const welcome = ({ source, data, ports: [port] }: MessageEvent) => {
      // Another document that was loaded into the frame has no key.
      if (source !== frame.contentWindow || data !== key || !port) return;
      done.abort();
      port.onmessage = ({ data }) => hear(data);
      resolve(port);
    };
    addEventListener('message', welcome, { signal: done.signal });
  });
  document.body.append(frame);
  return {
    tell: (message, transfer = []) => void line.then((port) => port.postMessage(message, transfer)),
    close() {
      done.abort();
      line.then((port) => port.close());
      frame.remove();
    },
  };
}
