// Sends a bot's prints and marks to the engine, cut to their limits and in few messages, because the engine also keeps
// the clocks. The first ones go at once, later ones now and then, so that the prints of a bot that hangs can still be
// read.

import { CHANGES, MARK_LIMIT, MARKS, OUTPUT_LIMIT, PROFILE_LIMIT, upTo } from '../python/limits.js';

/** The messages of one question that go at once, and the milliseconds between later ones. */
const PACE = /** @type {const} */ ([
  [0, 0],
  [40, 20],
  [160, 1000],
]);

/**
 * @param {(message: unknown[]) => void} send
 * @param {(waiting: boolean) => void} onWaiting whether something waits, so that `tick` has to be called soon
 */
export function createOutbox(send, onWaiting) {
  let id = 0;
  let room = OUTPUT_LIMIT;
  let cut = 0;
  let changes = 0;
  let marks = 0;
  let messages = 0;
  let last = Number.NEGATIVE_INFINITY;
  let waits = false;
  /** Streams and texts, alternating. @type {string[]} */
  let parts = [];
  /** @type {string[]} */
  let drawn = [];
  let profile = '';

  const pause = () => PACE.findLast(([from]) => messages >= from)?.[1] ?? 0;

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

  /** @param {boolean} waiting */
  function wait(waiting) {
    if (waits !== waiting) onWaiting(waiting);
    waits = waiting;
  }

  function sendSoon() {
    wait(true);
    tick();
  }

  return {
    /** A new question begins, with its own limits. @param {number} number */
    begin(number) {
      flush();
      id = number;
      [room, cut, changes, marks, messages] = [OUTPUT_LIMIT, 0, 0, 0, 0];
    },
    /** @param {'out' | 'err' | 'answer'} stream @param {string} text */
    print(stream, text) {
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
    /** @param {string} mark as JSON @returns {boolean} false for the first one without room */
    draw(mark) {
      marks += 1;
      if (marks > MARKS) return marks > MARKS + 1;
      if (mark.length > MARK_LIMIT) return true;
      drawn.push(mark);
      sendSoon();
      return true;
    },
    /** @param {string} text */
    profile(text) {
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
