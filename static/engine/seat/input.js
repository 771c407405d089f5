// What a program is given to read: the questions of one run, one after another, in bytes.

const NOTHING = new Uint8Array();
const encoder = new TextEncoder();

/** @typedef {ReturnType<typeof createInput>} Input */

export function createInput() {
  /** @type {string[]} */
  let questions = [];
  /** How many of them were given. */
  let given = 0;
  /** What was given and has not been read. */
  let bytes = NOTHING;

  return {
    /** How many questions there are, and how many of them were given. */
    count: () => questions.length,
    given: () => given,
    last: () => questions.at(-1),
    /** @param {string} text */
    add: (text) => void questions.push(text),
    /** Another program begins, which was asked nothing. */
    forget() {
      questions = [];
    },
    /** A run begins: the questions are given from the first one on. */
    rewind() {
      given = 0;
      bytes = NOTHING;
    },
    /** Gives the next question. @returns {number} its bytes */
    give() {
      const text = questions[given] ?? '';
      bytes = encoder.encode(text.endsWith('\n') ? text : `${text}\n`);
      given += 1;
      return bytes.length;
    },
    isEmpty: () => bytes.length === 0,
    /** @param {number} length */
    take(length) {
      const taken = bytes.subarray(0, length);
      bytes = bytes.subarray(taken.length);
      return taken;
    },
  };
}
