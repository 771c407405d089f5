// A limit for the files of a bot: they are kept in memory, but not in Python's own, which has a limit already.

const BYTES = 64 * 2 ** 20;
const NODES = 20_000;
/** Characters: of the name of a file, and of what a link says. As Linux has it. */
const NAME = 255;
const LINK = 4095;
const LONG_NAME = new RegExp(`[^/]{${NAME + 1}}`);
/** Characters of the whole path of what is open, which each of these keeps for itself. */
const PATH = 4095;
/** Files that are open at once: each may hold a list of a folder, or a pipe. */
const OPEN = 256;
/** A pipe that nobody reads: in buckets of 8 KB. */
const BUCKETS = 16;
/** "No space left on device" and "File name too long", as Emscripten numbers errors. */
const [ENOSPC, ENAMETOOLONG] = [51, 37];

/** Emscripten's terminals, as numbers of devices: they would gather whatever is written until a line ends. */
const TERMINALS = /** @type {const} */ ([
  [5, 0],
  [6, 0],
]);
/** The address of every host: Emscripten would make one for each name, and keep both for good. */
const NO_ADDRESS = '0.0.0.0';

/**
 * @param {any} module Emscripten's module
 * @returns {{uncharged: (work: () => void) => void}} what it does meanwhile takes nothing from the bot's room
 */
export function limitFiles({ FS, DNS }) {
  forgetWhatIsSaid(FS, DNS);
  const { file } = FS.filesystems.MEMFS.ops_table;
  const { createNode, createStream, rename, symlink } = FS;
  let { bytes, nodes } = count(FS);
  let [roomForBytes, roomForNodes] = [bytes + BYTES, nodes + NODES];
  /** What can be done with a pipe, the same for all: the copy of a descriptor comes with what its original has. @type {object | null} */
  let pipes = null;
  const full = () => new FS.ErrnoError(ENOSPC);

  /** What was deleted since is found only when it matters. */
  const recount = () => {
    ({ bytes, nodes } = count(FS));
  };
  /** @param {any} node @param {number} size that it wants */
  function makeRoom(node, size) {
    const more = size - node.contents.length;
    if (!(more > 0)) return;
    if (bytes + more > roomForBytes) recount();
    if (bytes + more > roomForBytes) throw full();
  }
  /** @param {any} node @param {number} before */
  const charge = (node, before) => {
    bytes += node.contents.length - before;
  };

  const { write } = file.stream;
  file.stream.write = (/** @type {any[]} */ ...given) => {
    const [{ node }, , , length, position] = given;
    const before = node.contents.length;
    makeRoom(node, position + length);
    const written = write(...given);
    charge(node, before);
    return written;
  };
  // What is written back from a mapped file would be written past all this.
  file.stream.msync = (/** @type {any[]} */ ...[stream, buffer, position, length]) => {
    file.stream.write(stream, buffer, 0, length, position, false);
    return 0;
  };
  const { setattr } = file.node;
  file.node.setattr = (/** @type {any} */ node, /** @type {any} */ attributes) => {
    const before = node.contents.length;
    if (attributes.size !== undefined) makeRoom(node, attributes.size);
    setattr(node, attributes);
    charge(node, before);
  };
  /** @param {string} text @param {number} longest */
  const checkLength = (text, longest) => {
    if (text.length > longest) throw new FS.ErrnoError(ENAMETOOLONG);
  };
  FS.rename = (/** @type {string} */ from, /** @type {string} */ to) => {
    if (LONG_NAME.test(to)) throw new FS.ErrnoError(ENAMETOOLONG);
    return rename.call(FS, from, to);
  };
  FS.symlink = (/** @type {string} */ to, /** @type {string} */ from) => {
    checkLength(to, LINK);
    return symlink.call(FS, to, from);
  };
  FS.MAX_OPEN_FDS = OPEN;
  FS.createNode = (/** @type {any[]} */ ...given) => {
    checkLength(given[1], NAME);
    if (nodes >= roomForNodes) recount();
    if (nodes >= roomForNodes) throw full();
    nodes += 1;
    return createNode.apply(FS, given);
  };
  FS.createStream = (/** @type {any[]} */ ...given) => {
    checkLength(given[0].path ?? '', PATH);
    const stream = createStream.apply(FS, given);
    const { node } = stream;
    // Nobody looks for these by name, and once they are closed nobody would take them off the list of names.
    if (node?.pipe || node?.sock) FS.hashRemoveNode(node);
    if (node?.pipe) {
      pipes ??= limitPipes(stream.stream_ops, full);
      stream.stream_ops = pipes;
    }
    return stream;
  };

  return {
    uncharged(work) {
      [roomForBytes, roomForNodes] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
      try {
        work();
      } finally {
        recount();
        [roomForBytes, roomForNodes] = [bytes + BYTES, nodes + NODES];
      }
    },
  };
}

/** @param {any} ops what is done with pipes @param {() => Error} full */
function limitPipes(ops, full) {
  return {
    ...ops,
    write(/** @type {any[]} */ ...given) {
      if (given[0].node.pipe.buckets.length >= BUCKETS) throw full();
      return ops.write(given[0], given[1], given[2], Math.min(given[3], BUCKETS * 8192), given[4]);
    },
  };
}

/** Some parts of Emscripten keep what they are told in JavaScript's memory, which has no limit. @param {any} FS @param {any} DNS */
function forgetWhatIsSaid(FS, DNS) {
  const nowhere = {
    open() {},
    close() {},
    read: () => 0,
    write: (/** @type {any[]} */ ...[, , , length]) => length,
  };
  for (const [major, minor] of TERMINALS) FS.registerDevice(FS.makedev(major, minor), nowhere);
  DNS.lookup_name = () => NO_ADDRESS;
}

/**
 * All files and folders, also those that are deleted but still open, and those that no path leads to, because a folder was
 * moved into itself: by the list of names that Emscripten keeps.
 * @param {any} FS
 */
function count(FS) {
  const seen = new Set(FS.streams.map((/** @type {any} */ stream) => stream?.node));
  for (let node of FS.nameTable) for (; node; node = node.name_next) seen.add(node);
  let bytes = 0;
  for (const node of seen) if (ArrayBuffer.isView(node?.contents)) bytes += node.contents.byteLength;
  return { bytes, nodes: seen.size };
}
