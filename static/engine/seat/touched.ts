// Notes what a bot does outside Python's memory. WebAssembly can change something there only by calling a
// function that it imports, so every import counts, except for those that are known to leave nothing behind.

/**
 * They compute, or tell the time, random bytes, what a file is like, or where Python is. Text goes to Python and back
 * as a copy, and `emscripten_resize_heap` only makes the memory larger.
 */
const HARMLESS = new Set(
  (
    'JsvArray_Get JsvError_Check JsvNoValue_Check can_run_sync_js _python2js_ascii _python2js_ucs1 _python2js_ucs2 ' +
    '_python2js_ucs4 _PyEM_TrampolineCall_JS _Py_CheckEmscriptenSignals_Helper emscripten_resize_heap ' +
    'emscripten_get_heap_max emscripten_get_now emscripten_date_now clock_time_get clock_res_get random_get ' +
    '_tzset_js _localtime_js _gmtime_js _mktime_js _timegm_js environ_sizes_get environ_get ' +
    '__syscall_getuid32_js __syscall_getcwd __syscall_stat64 __syscall_lstat64 ' +
    '__syscall_fstat64 __syscall_newfstatat __syscall_faccessat __syscall_readlinkat fd_fdstat_get'
  ).split(' '),
);
/** Flags of files that are opened to write, to be made, and to be emptied. */
const CHANGES = 0o3 | 0o100 | 0o1000;
/** The orders of `fcntl` that only look. */
const LOOKS = new Set([1, 2, 3]);
/** Where a bot prints. */
const OUT = [1, 2];

/** Whether a call left nothing behind. */
type Test = (result: any, ...given: any[]) => boolean;

/** @returns imports that leave nothing behind in some cases */
function testsOf(FS: any): Record<string, Test> {
  const streamOf = (fd: number) => FS.streams[fd];
  /** @param stream of which only its own position changes, and which is looked at when the bot is gone */
  const isPlain = (stream: any) => FS.isFile(stream.node.mode) || FS.isDir(stream.node.mode);
  /** @param fd whether it is nothing, or a file or folder */
  const isRead = (fd: number) => {
    const stream = streamOf(fd);
    return !stream || isPlain(stream);
  };
  return {
    js2python_js: (_, value) => typeof value === 'string',
    __syscall_openat: (fd, _, _path, flags) => (flags & CHANGES) === 0 && (fd < 0 || isPlain(streamOf(fd))),
    // That it is one of those that are to stay open is seen at the end.
    fd_close: () => true,
    fd_read: (_, fd) => isRead(fd) || isOurs(streamOf(fd)),
    fd_pread: (_, fd) => isRead(fd),
    fd_write: (_, fd) => !streamOf(fd) || OUT.includes(fd) || isOurs(streamOf(fd)),
    fd_seek: (_, fd) => isRead(fd),
    __syscall_getdents64: (_, fd) => isRead(fd),
    __syscall_ioctl: (_, fd) => !streamOf(fd)?.tty,
    __syscall_fcntl64: (_, _fd, order) => LOOKS.has(order),
  };
}

/** The descriptor by which Python hands over marks; see descriptors.ts. */
const isOurs = (stream: any) => stream?.stream_ops.keepsNothing === true;

export type Touched = ReturnType<typeof createTouched>;

export function createTouched() {
  /** The name of the first import that may have left something behind. */
  let what: string | null = null;
  /** Once there is a file system. */
  let tests: Record<string, Test> = {};

  function watched(name: string, call: (...given: any[]) => any) {
    const around = (...given: any[]) => {
      let isSure = false;
      try {
        const result = call(...given);
        isSure = tests[name]?.(result, ...given) ?? false;
        return result;
      } finally {
        if (!isSure) what ??= name;
      }
    };
    // Emscripten keeps the type of a function there.
    return Object.assign(around, call);
  }

  return {
    /** Watches all functions that a module imports, also those that it may call by their address. */
    watch(imports: Record<string, any>, module: WebAssembly.Module) {
      // A function with two names has one address, and a snapshot of Python's memory knows the addresses.
      const made = new Map<unknown, unknown>();
      for (const name of new Set(WebAssembly.Module.imports(module).map((each) => each.name))) {
        const call = imports[name];
        if (typeof call !== 'function' || HARMLESS.has(name)) continue;
        if (!made.has(call)) made.set(call, watched(name, call));
        imports[name] = made.get(call);
      }
    },
    /** @param FS Emscripten's file system, once there is one */
    connect(FS: any) {
      tests = testsOf(FS);
    },
    /** A bot begins to run. */
    begin() {
      what = null;
    },
    /** Since then: the name of the first import that may have left something behind. */
    what: () => what,
  };
}
