// A clock that a test sets, in the place of Node's own: what is imported after this module measures by it. Messages between
// the ends of a channel come one after the other, in the order in which they were sent, as in a browser.

let now = 0;
let count = 0;
/** What timers are going to do, and when. */
const due = new Map<number, { at: number; work: () => void }>();
/** Messages on their way. */
let messages: { port: Port; data: unknown }[] = [];

class Port {
  onmessage: ((event: { data: any }) => void) | null = null;
  other: Port | null = null;
  isOpen = true;

  postMessage(data: unknown) {
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
globalThis.setTimeout = ((work: () => void, ms = 0) => {
  count += 1;
  due.set(count, { at: now + ms, work });
  return count;
}) as unknown as typeof setTimeout;
globalThis.clearTimeout = ((timer: number) => void due.delete(timer)) as typeof clearTimeout;
globalThis.MessageChannel = Channel as unknown as typeof MessageChannel;

/** What waits for promises goes on. */
const rest = () => new Promise((resolve) => setImmediate(resolve));

export const clock = {
  get now() {
    return now;
  },

  /** Time that nobody has to wait for. */
  skip(ms: number) {
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

  /** Time goes by, and everything is on time. */
  async pass(ms: number) {
    await this.settle();
    for (const end = now + ms; ; ) {
      now = Math.max(now, Math.min(end, ...[...due.values()].map(({ at }) => at)));
      this.fire();
      await this.settle();
      if (now >= end && ![...due.values()].some(({ at }) => at <= now)) return;
    }
  },

  /** Time goes by while nothing happens: what was due meanwhile is late. */
  async sleep(ms: number) {
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
