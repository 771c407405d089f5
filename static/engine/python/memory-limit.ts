/** Bytes of a page of WebAssembly's memory. */
const PAGE = 65536;

/**
 * Limits Python's memory: Python raises MemoryError at the limit. Where that is depends on what Python asks for and not
 * on how its memory grew before, so that it is the same for a bot that is seated again.
 * @param limit bytes, a number of whole pages
 * @param imports the functions of JavaScript that Python calls
 * @param full called when the limit is reached
 */
export function limitMemory(limit: number, imports: Record<string, any>, full: () => void = () => {}) {
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function (pages) {
    return grow.call(this, Math.min(pages, (limit - this.buffer.byteLength) / PAGE));
  };
  const resize = imports.emscripten_resize_heap;
  const limited = (requested: number) => {
    if (requested >>> 0 <= limit) return resize(requested);
    full();
    return false;
  };
  imports.emscripten_resize_heap = Object.assign(limited, resize);
}
