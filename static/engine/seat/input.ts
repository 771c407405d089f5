// The standard input of a program: the questions of one run, one after another, as bytes.

const NO_BYTES = new Uint8Array();
const encoder = new TextEncoder();

export function createInput() {
  let questions: string[] = [];
  /** The number of those that were given. */
  let given = 0;
  /** The bytes that were given and not yet read. */
  let bytes = NO_BYTES;

  return {
    /** The number of questions, and of those that were given. */
    count: () => questions.length,
    given: () => given,
    last: () => questions.at(-1),
    add: (text: string) => void questions.push(text),
    /** A new program begins, without any question. */
    forget() {
      questions = [];
    },
    /** A run begins: the questions are given from the first one on. */
    rewind() {
      given = 0;
      bytes = NO_BYTES;
    },
    /**
     * Gives the next question.
     * @returns its bytes
     */
    give(): number {
      const text = questions[given] ?? '';
      bytes = encoder.encode(text.endsWith('\n') ? text : `${text}\n`);
      given += 1;
      return bytes.length;
    },
    isEmpty: () => bytes.length === 0,
    take(length: number) {
      const taken = bytes.subarray(0, length);
      bytes = bytes.subarray(taken.length);
      return taken;
    },
  };
}
