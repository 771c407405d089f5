// Sends a bot's prints and marks to the engine, cut to their limits and in few messages, because the engine also keeps
// the clocks. The first ones go at once, later ones now and then, so that the prints of a bot that hangs can still be
// read.

import { CHANGES, MARK_LIMIT, MARKS, OUTPUT_LIMIT, PROFILE_LIMIT, upTo } from '../python/limits.ts';

/** The messages of one question that go at once, and the milliseconds between later ones. */
const BURSTS = [
  [0, 0],
  [40, 20],
  [160, 1000],
] as const;

/** @param onWaiting whether something waits, so that `tick` has to be called soon */
export function createOutbox(send: (message: unknown[]) => void, onWaiting: (waiting: boolean) => void) {
  let id = 0;
  let room = OUTPUT_LIMIT;
  let cut = 0;
  let changes = 0;
  let marks = 0;
  let messages = 0;
  let last = Number.NEGATIVE_INFINITY;
  let waits = false;
  /** Streams and texts, alternating. */
  let parts: string[] = [];
  let drawn: string[] = [];
  let profile = '';

  const pause = () => BURSTS.findLast(([from]) => messages >= from)?.[1] ?? 0;

  function flush() {
    if (drawn.length) parts.push('draw', drawn.join('\n'));
    if (profile) parts.push('profile', profile);
    if (parts.length) {
      send(['emit', id, ...parts]);
      messages += 1;
      last = performance.now();
    }
    parts = [];
    drawn = [];
    profile = '';
    wait(false);
  }

  function tick() {
    if (waits && performance.now() - last >= pause()) flush();
  }

  function wait(waiting: boolean) {
    if (waits !== waiting) onWaiting(waiting);
    waits = waiting;
  }

  function sendSoon() {
    wait(true);
    tick();
  }

  return {
    /** A new question begins, with its own limits. */
    begin(number: number) {
      flush();
      id = number;
      [room, cut, changes, marks, messages] = [OUTPUT_LIMIT, 0, 0, 0, 0];
    },
    print(stream: 'out' | 'err' | 'answer', text: string) {
      const joins = parts.at(-2) === stream;
      if (!joins) changes += 1;
      const kept = changes > CHANGES ? '' : upTo(text, room);
      room -= kept.length;
      cut += text.length - kept.length;
      if (!kept) return;
      if (joins) parts[parts.length - 1] += kept;
      else parts.push(stream, kept);
      sendSoon();
    },
    /**
     * @param mark as JSON
     * @returns false for the first one without room
     */
    draw(mark: string): boolean {
      marks += 1;
      if (marks > MARKS) return marks > MARKS + 1;
      if (mark.length > MARK_LIMIT) return true;
      drawn.push(mark);
      sendSoon();
      return true;
    },
    profile(text: string) {
      if (text.length > PROFILE_LIMIT) return;
      profile = text;
      sendSoon();
    },
    tick,
    waits: () => waits,
    flush,
    /** Sends everything that waits, before an answer. */
    close() {
      if (cut) parts.push('cut', String(cut));
      cut = 0;
      flush();
    },
  };
}
