// The file descriptors through which a bot's Python reaches the outside. Writing to them prints, draws or hands over a
// profile. Nothing that is done with them answers a question or counts a step.

/** As Emscripten numbers them: "try again", "no space left on device", "broken pipe". */
const [EAGAIN, ENOSPC, EPIPE] = [6, 51, 64];
/** The kind of the socket: internet, stream. */
const SOCKET = /** @type {const} */ ([2, 1, 0]);
const DEVICE = '/dev/sandlot';
const DEVICE_NUMBER = 200;
const READ_AND_WRITE = 2;
/** The bytes that are decoded at a time, and the longest write that the device takes. */
const AT_ONCE = 64 * 1024;
const LONGEST_NEWS = 1024 * 1024;

/**
 * @typedef {object} World
 * @property {(stream: 'out' | 'err', text: string) => boolean} print whether the text was accepted @property {() =>
 *   boolean} waits whether a program has to wait for its input
 * @property {(length: number) => Uint8Array | null} read its input; null: there is none, and it cannot wait
 * @property {(length: number) => Promise<Uint8Array>} wait
 * @property {(mark: string) => boolean} draw whether it was taken
 * @property {(json: string) => void} profile
 * @property {() => number} left milliseconds
 * @property {() => (number | null)[]} took the milliseconds of every player's last move
 * @property {() => number} asked the number of the question that is open
 */

/**
 * @param {any} python
 * @param {World} world
 * @returns {{socket: number, device: number, forget: () => void}} descriptors: what a program reads from; and what takes
 *   marks ("m") and profiles ("p"), and gives the time that is left, the number of the question and the times of the last moves. forget: drops halves
 *   of characters that were written
 */
export function openDescriptors(python, world) {
  const out = writer(python.FS, (text) => world.print('out', text));
  const err = writer(python.FS, (text) => world.print('err', text));
  python.setStdin({ error: true });
  python.setStdout({ write: out.write });
  python.setStderr({ write: err.write });
  return {
    socket: openSocket(python, world),
    device: openDevice(python.FS, world),
    forget() {
      out.forget();
      err.forget();
    },
  };
}

/** @param {any} FS @param {(text: string) => boolean} print */
function writer(FS, print) {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return {
    write(/** @type {Uint8Array} */ bytes) {
      for (let at = 0; at < bytes.length; at += AT_ONCE) {
        const text = decoder.decode(bytes.subarray(at, at + AT_ONCE), { stream: true });
        if (!print(text)) throw new FS.ErrnoError(EPIPE);
      }
      return bytes.length;
    },
    forget: () => void decoder.decode(),
  };
}

/**
 * Makes `recv` wait for input, in browsers where WebAssembly can wait for promises.
 * @param {any} python
 * @param {World} world
 */
function openSocket({ FS, _module: { SOCKFS } }, world) {
  const socket = SOCKFS.createSocket(...SOCKET);
  const wait = (/** @type {unknown} */ _, /** @type {number} */ length) => world.wait(length);
  socket.sock_ops = {
    get recvmsgAsync() {
      return world.waits() ? wait : undefined;
    },
    recvmsg(/** @type {unknown} */ _, /** @type {number} */ length) {
      const buffer = world.read(length);
      if (!buffer) throw new FS.ErrnoError(EAGAIN);
      return { buffer, addr: '0.0.0.0', port: 0 };
    },
    poll: () => 0,
    close() {},
  };
  return socket.stream.fd;
}

/** @param {any} FS @param {World} world */
function openDevice(FS, world) {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const number = FS.makedev(DEVICE_NUMBER, 0);
  FS.registerDevice(number, {
    // For touched.js: what is written here goes to the engine.
    keepsNothing: true,
    open() {},
    close() {},
    read(
      /** @type {unknown} */ _,
      /** @type {Int8Array} */ buffer,
      /** @type {number} */ offset,
      /** @type {number} */ length,
    ) {
      const left = world.left();
      const times = world.took().map((each) => each ?? '');
      const text = [Number.isFinite(left) ? Math.max(0, left) : '', world.asked(), ...times].join(' ');
      return encoder.encodeInto(text, new Uint8Array(buffer.buffer, buffer.byteOffset + offset, length))
        .written;
    },
    write(
      /** @type {unknown} */ _,
      /** @type {Int8Array} */ buffer,
      /** @type {number} */ offset,
      /** @type {number} */ length,
    ) {
      if (length > LONGEST_NEWS) return length;
      const text = decoder.decode(new Uint8Array(buffer.buffer, buffer.byteOffset + offset, length));
      if (text[0] === 'p') world.profile(text.slice(1));
      if (text[0] === 'm' && !world.draw(text.slice(1))) throw new FS.ErrnoError(ENOSPC);
      return length;
    },
  });
  FS.mkdev(DEVICE, number);
  return FS.open(DEVICE, READ_AND_WRITE).fd;
}
