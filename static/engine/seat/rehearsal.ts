// Measures the steps that Python itself takes around a bot, before there is a bot. No bot is charged for them.

import type { Around, Counter } from './steps.ts';

/** The small bots that are run for the measurement. */
const MODULE = 'def move(view): return 0';
const PROGRAM = '';
const READS = 'input()';
const PRINTS = "import posix\nposix.write(1, b'x')";
const LINE = new TextEncoder().encode('\n');

/** The streams of such a bot. */
export type Stage = { read: (length: number) => Uint8Array | null; print: () => void };

/** @param read reads a bot, see py/sandlot/seat/in_worker.py */
export function rehearse(
  counter: Counter,
  read: (source: string) => [string, any, any],
  setStage: (stage: Stage | null) => void,
): Around {
  let begun = 0;
  /** The steps of a second run, because the first one may load something. */
  const takes = (work: () => unknown) => {
    work();
    begun = counter.total();
    work();
    return counter.total() - begun;
  };
  /** The steps from the beginning to its last read or print, and from there to its end. */
  let at = 0;
  const note = () => {
    at = counter.total() - begun;
  };
  let line: Uint8Array | null = LINE;
  const read_ = () => {
    note();
    return line;
  };
  setStage({ read: read_, print: note });

  const [, start, ask] = read(MODULE);
  const [, run] = read(PROGRAM);
  const [, reads] = read(READS);
  const [, prints] = read(PRINTS);
  // One step is the call of the file itself, or of its function.
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
