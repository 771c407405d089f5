// The file descriptors through which a bot's Python reaches the outside. Writing to them prints, draws or hands over a
// profile. Nothing that is done with them answers a question or counts a step.

/** As Emscripten numbers them: "try again", "no space left on device", "broken pipe". */
const [EAGAIN, ENOSPC, EPIPE] = [6, 51, 64];
/** The kind of the socket: internet, stream. */
const SOCKET = [2, 1, 0] as const;
const DEVICE = '/dev/sandlot';
const DEVICE_NUMBER = 200;
const READ_AND_WRITE = 2;
/** The bytes that are decoded at a time, and the longest write that the device takes. */
const AT_ONCE = 64 * 1024;
const LONGEST_NEWS = 1024 * 1024;

export interface World {
  /** Whether the text was accepted. */
  print: (stream: 'out' | 'err', text: string) => boolean;
  /** Whether a program has to wait for its input. */
  waits: () => boolean;
  /** Its input; null: there is none, and it cannot wait. */
  read: (length: number) => Uint8Array | null;
  wait: (length: number) => Promise<Uint8Array>;
  /** Whether it was taken. */
  draw: (mark: string) => boolean;
  profile: (json: string) => void;
  /** Milliseconds. */
  left: () => number;
  /** The milliseconds of every player's last move. */
  took: () => (number | null)[];
  /** The number of the question that is open. */
  asked: () => number;
}

/**
 * @returns descriptors: what a program reads from; and what takes
 * marks ("m") and profiles ("p"), and gives the time that is left, the number of the question and the times of the last moves. forget: drops halves
 * of characters that were written
 */
export function openDescriptors(
  python: any,
  world: World,
): { socket: number; device: number; forget: () => void } {
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

function writer(FS: any, print: (text: string) => boolean) {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return {
    write(bytes: Uint8Array) {
      for (let at = 0; at < bytes.length; at += AT_ONCE) {
        const text = decoder.decode(bytes.subarray(at, at + AT_ONCE), { stream: true });
        if (!print(text)) throw new FS.ErrnoError(EPIPE);
      }
      return bytes.length;
    },
    forget: () => void decoder.decode(),
  };
}

/** Makes `recv` wait for input, in browsers where WebAssembly can wait for promises. */
function openSocket({ FS, _module: { SOCKFS } }: any, world: World) {
  const socket = SOCKFS.createSocket(...SOCKET);
  const wait = (_: unknown, length: number) => world.wait(length);
  socket.sock_ops = {
    get recvmsgAsync() {
      return world.waits() ? wait : undefined;
    },
    recvmsg(_: unknown, length: number) {
      const buffer = world.read(length);
      if (!buffer) throw new FS.ErrnoError(EAGAIN);
      return { buffer, addr: '0.0.0.0', port: 0 };
    },
    poll: () => 0,
    close() {},
  };
  return socket.stream.fd;
}

function openDevice(FS: any, world: World) {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const number = FS.makedev(DEVICE_NUMBER, 0);
  FS.registerDevice(number, {
    // For touched.ts: what is written here goes to the engine.
    keepsNothing: true,
    open() {},
    close() {},
    read(_: unknown, buffer: Int8Array, offset: number, length: number) {
      const left = world.left();
      const times = world.took().map((each) => each ?? '');
      const text = [Number.isFinite(left) ? Math.max(0, left) : '', world.asked(), ...times].join(' ');
      return encoder.encodeInto(text, new Uint8Array(buffer.buffer, buffer.byteOffset + offset, length))
        .written;
    },
    write(_: unknown, buffer: Int8Array, offset: number, length: number) {
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
