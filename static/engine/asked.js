// The open questions: those that the page has sent to the engine and that have no answer yet.

/** @typedef {import('../match/types.js').Message} Message */
/** @typedef {{done: number, of: number}} Progress turns played of turns there are */

/**
 * @typedef {object} How
 * @property {Transferable[]} [transfer]
 * @property {AbortSignal} [signal] cancels the question
 * @property {(pieces: any[], progress: Progress) => void} [hear] hears an answer that comes in pieces
 *
 * @typedef {object} Answer
 * @property {string | null} json null: there is none
 * @property {string} why
 * @property {Message | null} [text] the same as a sentence, where there is one
 * @property {unknown} [files] bytes that come with the answer
 *
 * @typedef {object} Question
 * @property {(answer: Answer) => void} settle
 * @property {(error: Error) => void} fail
 * @property {NonNullable<How['hear']>} hear
 */

/** The error that open questions are rejected with when the engine ends. */
export class EngineLost extends Error {
  constructor() {
    super('the engine was started anew');
    /** @type {Message} */
    this.text = ['arena.gone', {}];
  }
}

/**
 * @param {(message: object, transfer?: Transferable[]) => void} tell the engine
 * @param {() => void} insist checks that the engine hears that a question was cancelled
 */
export function createAsked(tell, insist) {
  /** @type {Map<number, Question>} */
  const open = new Map();
  let count = 0;

  /** @param {number} id @param {AbortSignal | undefined} signal */
  function cancel(id, signal) {
    const question = open.get(id);
    open.delete(id);
    tell({ type: 'cancel', id });
    insist();
    question?.fail(signal?.reason);
  }

  return {
    /**
     * @param {object} message
     * @param {How} [how]
     * @returns {Promise<any>}
     */
    async ask(message, { transfer = [], signal, hear = () => {} } = {}) {
      signal?.throwIfAborted();
      const id = count++;
      const over = new AbortController();
      try {
        /** @type {Answer} */
        const { json, why, text, files } = await new Promise((settle, fail) => {
          open.set(id, { settle, fail, hear });
          tell({ id, ...message }, transfer);
          signal?.addEventListener('abort', () => cancel(id, signal), { signal: over.signal });
        });
        if (json === null) throw text ? Object.assign(new Error(why), { text }) : new Error(why);
        const answer = JSON.parse(json);
        return files ? { ...answer, files } : answer;
      } finally {
        over.abort();
        open.delete(id);
      }
    },

    /** @param {{id: number} & Answer} answer */
    answered: ({ id, ...answer }) => open.get(id)?.settle(answer),

    /** @param {{id: number, json: string}} piece */
    piece({ id, json }) {
      const { pieces, done, of } = JSON.parse(json);
      open.get(id)?.hear(pieces, { done, of });
    },

    /** Rejects all open questions: the engine is gone. */
    fail() {
      const all = [...open.values()];
      open.clear();
      for (const { fail } of all) fail(new EngineLost());
    },
  };
}
