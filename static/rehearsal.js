// What Python itself takes around a bot, in steps, measured before there is one: nobody is charged for it.

/** What is run instead of a bot. */
const MODULE = 'def move(view): return 0';
const PROGRAM = '';
const READS = 'import sys\nsys.stdin.readline()';
const LINE = new TextEncoder().encode('\n');

/** @typedef {(source: string) => [string, any, any]} Read reads a bot, see py/sandlot/worker.py */
/** @typedef {(length: number) => Uint8Array | null} Input */

/**
 * @param {import('./steps.js').Counter} counter
 * @param {Read} read
 * @param {(input: Input | null) => void} setInput what a program reads from
 * @returns {import('./steps.js').Around}
 */
export function rehearse(counter, read, setInput) {
  /** Of the second time, because the first one may load something. @param {() => unknown} work */
  const takes = (work) => {
    work();
    return counter.measure(work);
  };
  let rested = 0;
  /** @returns {null} */
  const nothing = () => {
    rested = counter.total();
    return null;
  };
  const [, start, ask] = read(MODULE);
  const [, run] = read(PROGRAM);
  const [, reads] = read(READS);
  // One step is that of the file itself, or of the function in it.
  const around = { start: takes(start) - 1, ask: takes(() => ask('0')) - 1, run: takes(() => run(1)) - 1 };
  setInput(() => LINE);
  const reading = takes(() => reads(1)) - around.run - 1;
  setInput(nothing);
  takes(() => reads(1));
  setInput(null);
  return { ...around, read: reading, unwind: counter.total() - rested };
}
