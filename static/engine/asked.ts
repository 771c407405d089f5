// The open questions: those that the page has sent to the engine and that have no answer yet.

import type { Message } from '../match/types.ts';

/** Turns played of turns there are. */
type Progress = { done: number; of: number };

export interface How {
  transfer?: Transferable[];
  /** Cancels the question. */
  signal?: AbortSignal;
  /** Hears an answer that comes in pieces. */
  hear?: (pieces: any[], progress: Progress) => void;
}

interface Answer {
  /** null: there is none. */
  json: string | null;
  why: string;
  /** The same as a sentence, where there is one. */
  text?: Message | null;
  /** Bytes that come with the answer. */
  files?: unknown;
}

interface Question {
  settle: (answer: Answer) => void;
  fail: (error: Error) => void;
  hear: NonNullable<How['hear']>;
}

/** The error that open questions are rejected with when the engine ends. */
export class EngineLost extends Error {
  text: Message;
  constructor() {
    super('the engine was started anew');
    this.text = ['arena.gone', {}];
  }
}

/**
 * @param tell the engine
 * @param insist checks that the engine hears that a question was cancelled
 */
export function createAsked(tell: (message: object, transfer?: Transferable[]) => void, insist: () => void) {
  const open = new Map<number, Question>();
  let count = 0;

  function cancel(id: number, signal: AbortSignal | undefined) {
    const question = open.get(id);
    open.delete(id);
    tell({ type: 'cancel', id });
    insist();
    question?.fail(signal?.reason);
  }

  return {
    async ask(message: object, { transfer = [], signal, hear = () => {} }: How = {}): Promise<any> {
      signal?.throwIfAborted();
      const id = count++;
      const over = new AbortController();
      try {
        const { json, why, text, files }: Answer = await new Promise((settle, fail) => {
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

    answered: ({ id, ...answer }: { id: number } & Answer) => open.get(id)?.settle(answer),

    piece({ id, json }: { id: number; json: string }) {
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
