// Limits the files of a bot: they are in JavaScript's memory, which Python's own memory limit does not cover.

const BYTES = 64 * 2 ** 20;
const NODES = 20_000;
/** The most characters of a file's name, and of a link's target. As on Linux. */
const NAME = 255;
const LINK = 4095;
const LONG_NAME = new RegExp(`[^/]{${NAME + 1}}`);
/** The most characters of the whole path of an open file, which every open file keeps. */
const PATH = 4095;
/** The most open files: each may hold a folder's list, or a pipe. */
const OPEN = 256;
/** The limit of an unread pipe, in buckets of 8 KB. */
const BUCKETS = 16;
/** "No space left on device" and "File name too long", as Emscripten numbers errors. */
const [ENOSPC, ENAMETOOLONG] = [51, 37];

/** Device numbers of Emscripten's terminals, which would gather all text until a line ends. */
const TERMINALS = [
  [5, 0],
  [6, 0],
] as const;
/** One address for every host: Emscripten would create one for each name and keep both for good. */
const NO_ADDRESS = '0.0.0.0';

/**
 * @param module Emscripten's module
 * @returns files made during `work` do not count against the bot's limit
 */
export function limitFiles({ FS, DNS }: any): { uncharged: (work: () => void) => void } {
  forgetWhatIsSaid(FS, DNS);
  const { file } = FS.filesystems.MEMFS.ops_table;
  const { createNode, createStream, rename, symlink } = FS;
  let { bytes, nodes } = count(FS);
  let [roomForBytes, roomForNodes] = [bytes + BYTES, nodes + NODES];
  /** The operations of pipes, shared by all: a copied descriptor gets those of its original. */
  let pipes: object | null = null;
  const full = () => new FS.ErrnoError(ENOSPC);

  /** Deleted files are subtracted only when the limit is reached. */
  const recount = () => {
    ({ bytes, nodes } = count(FS));
  };
  /** @param size the size it wants */
  function makeRoom(node: any, size: number) {
    const more = size - node.contents.length;
    if (!(more > 0)) return;
    if (bytes + more > roomForBytes) recount();
    if (bytes + more > roomForBytes) throw full();
  }
  const charge = (node: any, before: number) => {
    bytes += node.contents.length - before;
  };

  const { write } = file.stream;
  file.stream.write = (...given: any[]) => {
    const [{ node }, , , length, position] = given;
    const before = node.contents.length;
    makeRoom(node, position + length);
    const written = write(...given);
    charge(node, before);
    return written;
  };
  // The write-back of a mapped file would bypass the limit.
  file.stream.msync = (...[stream, buffer, position, length]: any[]) => {
    file.stream.write(stream, buffer, 0, length, position, false);
    return 0;
  };
  const { setattr } = file.node;
  file.node.setattr = (node: any, attributes: any) => {
    const before = node.contents.length;
    if (attributes.size !== undefined) makeRoom(node, attributes.size);
    setattr(node, attributes);
    charge(node, before);
  };
  const checkLength = (text: string, longest: number) => {
    if (text.length > longest) throw new FS.ErrnoError(ENAMETOOLONG);
  };
  FS.rename = (from: string, to: string) => {
    if (LONG_NAME.test(to)) throw new FS.ErrnoError(ENAMETOOLONG);
    return rename.call(FS, from, to);
  };
  FS.symlink = (to: string, from: string) => {
    checkLength(to, LINK);
    return symlink.call(FS, to, from);
  };
  FS.MAX_OPEN_FDS = OPEN;
  FS.createNode = (...given: any[]) => {
    checkLength(given[1], NAME);
    if (nodes >= roomForNodes) recount();
    if (nodes >= roomForNodes) throw full();
    nodes += 1;
    return createNode.apply(FS, given);
  };
  FS.createStream = (...given: any[]) => {
    checkLength(given[0].path ?? '', PATH);
    const stream = createStream.apply(FS, given);
    const { node } = stream;
    // These are not looked up by name, and would stay in the name table after they are closed.
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

/** @param ops what is done with pipes */
function limitPipes(ops: any, full: () => Error) {
  return {
    ...ops,
    write(...given: any[]) {
      if (given[0].node.pipe.buckets.length >= BUCKETS) throw full();
      return ops.write(given[0], given[1], given[2], Math.min(given[3], BUCKETS * 8192), given[4]);
    },
  };
}

/** Disables parts of Emscripten that keep data in JavaScript's memory, which has no limit. */
function forgetWhatIsSaid(FS: any, DNS: any) {
  const nowhere = {
    open() {},
    close() {},
    read: () => 0,
    write: (...[, , , length]: any[]) => length,
  };
  for (const [major, minor] of TERMINALS) FS.registerDevice(FS.makedev(major, minor), nowhere);
  DNS.lookup_name = () => NO_ADDRESS;
}

/**
 * All files and folders of Emscripten's name table, also those that are deleted but still open, and those that no path
 * leads to, because a folder was moved into itself.
 */
function count(FS: any) {
  const seen = new Set<any>(FS.streams.map((stream: any) => stream?.node));
  for (let node of FS.nameTable) for (; node; node = node.name_next) seen.add(node);
  let bytes = 0;
  for (const node of seen) if (ArrayBuffer.isView(node?.contents)) bytes += node.contents.byteLength;
  return { bytes, nodes: seen.size };
}
