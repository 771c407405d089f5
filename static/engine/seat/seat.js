// One seat: a sealed frame on the page and the workers in it. Nothing else may start a bot.

/** @typedef {import('../python/core.js').Parts} Parts */

/** @typedef {object} Kit
 * @property {Omit<Parts, 'module' | 'keep'> & {wasm: Blob}} parts
 * @property {Blob} script the bot worker
 * @property {number} memory bytes a bot may use
 */

/** @typedef {(why: import('../../match/types.js').Message | string) => void} OnFailed */

/**
 * @typedef {object} Seat
 * @property {(kit: Kit) => Promise<void>} equip hand over Python; once
 * @property {(snapshot: Blob | null) => void} useSnapshot
 * @property {() => void} warm boot a worker for the next bot
 * @property {(memory: number) => void} limitMemory for the workers started from now on
 * @property {(onFailed: OnFailed) => {port: MessagePort, end: () => void}} open start a fresh worker; its port is the
 *   engine's end
 * @property {() => void} close end everything in it at once, and tell the owner of the open worker
 * @property {() => void} restart begin again with an empty frame
 * @property {() => void} remove end it for good
 */

/** Milliseconds, waited for twice: a frame that does not answer in this time is gone, or out of memory. */
const PATIENCE = 5000;
/** How often it is asked while there is a bot in it. */
const PULSE = 3000;

/**
 * @param {string} srcdoc the frame's document, whose only script the page's policy names by its hash
 * @param {object} on
 * @param {(why: string) => void} on.badSnapshot
 * @param {(fromSnapshot: boolean) => void} on.booted
 * @param {() => void} on.lost the frame does not answer any more
 * @returns {Seat}
 */
export function createSeat(srcdoc, on) {
  /** @type {Frame} */
  let frame = openFrame(srcdoc, hear);
  /** @type {Kit | null} */
  let equipment = null;
  /** @type {Blob | null} */
  let snapshot = null;
  /** @type {() => void} */
  let equipped = () => {};
  /** @type {(reason: Error) => void} */
  let notEquipped = () => {};
  /** @type {Map<number, OnFailed>} */
  const open = new Map();
  /** @type {Map<string, () => void>} messages that the frame still has to confirm */
  const awaited = new Map();
  let count = 0;
  const pulse = setInterval(() => {
    if (open.size && !awaited.size) order('pulse', count++);
  }, PULSE);

  /** @param {any} data */
  function hear(data) {
    if (data.type === 'kit') equipped();
    if (data.type === 'bad-snapshot') on.badSnapshot(data.why);
    if (data.type === 'booted') on.booted(data.fromSnapshot);
    if (data.type === 'did') awaited.get(`${data.what} ${data.number}`)?.();
    if (data.type === 'failed')
      (open.get(data.number) ?? ((why) => notEquipped(new Error(String(why)))))(data.why);
  }

  /**
   * Sends the frame a message that it has to confirm.
   * @param {'seat' | 'end' | 'pulse'} type
   * @param {number} number
   * @param {Transferable[]} [transfer]
   */
  function order(type, number, transfer) {
    const key = `${type} ${number}`;
    const lost = () => {
      if (awaited.delete(key)) on.lost();
    };
    // Twice: after a machine wakes up, timers fire before messages arrive.
    let timer = setTimeout(() => {
      timer = setTimeout(lost, PATIENCE);
    }, PATIENCE);
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
    frame.tell({ type: 'snapshot', snapshot });
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
    useSnapshot(given) {
      snapshot = given;
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

/** @typedef {{tell: (message: object, transfer?: Transferable[]) => void, close: () => void}} Frame */

/** @param {string} srcdoc @param {(data: any) => void} hear @returns {Frame} */
function openFrame(srcdoc, hear) {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  frame.hidden = true;
  const key = Array.from(crypto.getRandomValues(new Uint32Array(4)), String).join('-');
  frame.srcdoc = srcdoc.replace('data-key=""', `data-key="${key}"`);
  const done = new AbortController();
  /** @type {Promise<MessagePort>} */
  const line = new Promise((resolve) => {
    const welcome = (/** @type {MessageEvent} */ { source, data, ports: [port] }) => {
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
