// One seat: a sealed frame on the page, and whatever worker is in it. Nothing else may start a bot.

/** @typedef {import('./python-core.js').Parts} Parts */

/** @typedef {object} Kit
 * @property {Omit<Parts, 'module' | 'keep'> & {wasm: Blob}} parts
 * @property {Blob} script the bot worker
 * @property {number} memory bytes a bot may use
 */

/**
 * @typedef {object} Seat
 * @property {(kit: Kit) => Promise<void>} equip hand over Python; once
 * @property {(snapshot: Blob | null) => void} useSnapshot
 * @property {() => void} warm have a worker ready for whoever comes next
 * @property {(memory: number) => void} limitMemory for the workers started from now on
 * @property {(onFailed: (why: string) => void) => {port: MessagePort, end: () => void}} open start a fresh worker; its
 *   port is the engine's end
 * @property {() => void} close
 */

/**
 * @param {string} srcdoc the frame's document, whose only script the page's policy names by its hash
 * @param {{badSnapshot: (why: string) => void, booted: (fromSnapshot: boolean) => void}} on
 * @returns {Seat}
 */
export function createSeat(srcdoc, on) {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  frame.hidden = true;
  frame.srcdoc = srcdoc;
  const { port1: line, port2 } = new MessageChannel();
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  document.body.append(frame);
  const connected = loaded.then(() => frame.contentWindow?.postMessage(null, '*', [port2]));

  /** @type {() => void} */
  let equipped = () => {};
  /** @type {(reason: Error) => void} */
  let notEquipped = () => {};
  /** @type {Map<number, (why: string) => void>} */
  const open = new Map();
  let count = 0;

  line.onmessage = ({ data }) => {
    if (data.type === 'kit') equipped();
    if (data.type === 'bad-snapshot') on.badSnapshot(data.why);
    if (data.type === 'booted') on.booted(data.fromSnapshot);
    if (data.type === 'failed') (open.get(data.number) ?? ((why) => notEquipped(new Error(why))))(data.why);
  };
  /** @param {object} message @param {Transferable[]} [transfer] */
  const tell = (message, transfer = []) => connected.then(() => line.postMessage(message, transfer));

  return {
    equip: (kit) =>
      new Promise((resolve, reject) => {
        equipped = resolve;
        notEquipped = reject;
        tell({ type: 'kit', ...kit });
      }),
    useSnapshot: (snapshot) => void tell({ type: 'snapshot', snapshot }),
    warm: () => void tell({ type: 'warm' }),
    limitMemory: (memory) => void tell({ type: 'memory', memory }),
    open(onFailed) {
      const number = count++;
      const { port1, port2: theirs } = new MessageChannel();
      open.set(number, onFailed);
      tell({ type: 'seat', number }, [theirs]);
      const end = () => {
        if (open.delete(number)) tell({ type: 'end', number });
      };
      return { port: port1, end };
    },
    close() {
      line.close();
      frame.remove();
    },
  };
}
