// A clock that a test sets, in the place of Node's own: what is imported after this module measures by it. Messages between
// the ends of a channel come one after the other, in the order in which they were sent, as in a browser.

let now = 0;
let count = 0;
/** What timers are going to do, and when. @type {Map<number, {at: number, work: () => void}>} */
const due = new Map();
/** Messages on their way. @type {{port: Port, data: unknown}[]} */
let messages = [];

class Port {
  onmessage = null;
  /** @type {Port | null} */
  other = null;
  isOpen = true;

  /** @param {unknown} data */
  postMessage(data) {
    if (this.other && this.isOpen) messages.push({ port: this.other, data });
  }

  close() {
    this.isOpen = false;
    if (this.other) this.other.isOpen = false;
  }
}

export class Channel {
  port1 = new Port();
  port2 = new Port();

  constructor() {
    this.port1.other = this.port2;
    this.port2.other = this.port1;
  }
}

performance.now = () => now;
globalThis.setTimeout = (work, ms = 0) => {
  count += 1;
  due.set(count, { at: now + ms, work });
  return count;
};
globalThis.clearTimeout = (timer) => void due.delete(timer);
globalThis.MessageChannel = Channel;

/** What waits for promises goes on. */
const rest = () => new Promise((resolve) => setImmediate(resolve));

export const clock = {
  get now() {
    return now;
  },

  /** Time that nobody has to wait for. @param {number} ms */
  skip(ms) {
    now += ms;
  },

  /** The timers whose time has come. */
  fire() {
    for (const [timer, { at, work }] of [...due]) if (at <= now && due.delete(timer)) work();
  },

  /** Whatever waits in ports and promises is heard. */
  async settle() {
    await rest();
    while (messages.length > 0) {
      const [{ port, data }] = messages.splice(0, 1);
      if (port.isOpen) port.onmessage?.({ data });
      await rest();
    }
  },

  /** Time goes by, and everything is on time. @param {number} ms */
  async pass(ms) {
    await this.settle();
    for (const end = now + ms; ; ) {
      now = Math.max(now, Math.min(end, ...[...due.values()].map(({ at }) => at)));
      this.fire();
      await this.settle();
      if (now >= end && ![...due.values()].some(({ at }) => at <= now)) return;
    }
  },

  /** Time goes by while nothing happens: what was due meanwhile is late. @param {number} ms */
  async sleep(ms) {
    now += ms;
    this.fire();
    await this.settle();
  },

  /** Nothing is due any more. */
  clear() {
    due.clear();
    messages = [];
  },
};
