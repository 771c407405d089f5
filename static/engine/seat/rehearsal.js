// What Python itself takes around a bot, in steps, measured before there is one: nobody is charged for it.

/** What is run instead of a bot. */
const MODULE = 'def move(view): return 0';
const PROGRAM = '';
const READS = 'input()';
const PRINTS = "import posix\nposix.write(1, b'x')";
const LINE = new TextEncoder().encode('\n');

/** @typedef {{read: (length: number) => Uint8Array | null, print: () => void}} Stage what such a bot reads from and prints to */

/**
 * @param {import('./steps.js').Counter} counter
 * @param {(source: string) => [string, any, any]} read reads a bot, see py/sandlot/seat/in_worker.py
 * @param {(stage: Stage | null) => void} setStage
 * @returns {import('./steps.js').Around}
 */
export function rehearse(counter, read, setStage) {
  let begun = 0;
  /** Of the second time, because the first one may load something. @param {() => unknown} work */
  const takes = (work) => {
    work();
    begun = counter.total();
    work();
    return counter.total() - begun;
  };
  /** When it read or printed last, from its beginning, and from that to its end. */
  let at = 0;
  const note = () => {
    at = counter.total() - begun;
  };
  /** @type {Uint8Array | null} */
  let line = LINE;
  const read_ = () => {
    note();
    return line;
  };
  setStage({ read: read_, print: note });

  const [, start, ask] = read(MODULE);
  const [, run] = read(PROGRAM);
  const [, reads] = read(READS);
  const [, prints] = read(PRINTS);
  // One step is that of the file itself, or of the function in it.
  const around = { start: takes(start) - 1, ask: takes(() => ask('0')) - 1, run: takes(() => run(1)) - 1 };
  takes(() => prints(1));
  const before = at;
  // One more is the call of `input`.
  const reading = takes(() => reads(1)) - around.run - 2;
  const reach = at - before;
  line = null;
  const unwind = takes(() => reads(1)) - at;
  setStage(null);
  return { ...around, reach, read: reading - reach, unwind };
}
