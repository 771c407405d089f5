// The questions to a reader, one at a time. A newer question of a kind takes the place of one that still waits, except for
// those about bots that are not in the editor. A reader that stays silent is replaced, a few times.

/** See `Reader.answer` in py/sandlot_editor/reader.py. */
export type Question = { kind: string; [name: string]: unknown };

export type Connection = { send: (message: unknown[]) => void; end: () => void };

export type Listener = {
  ready: () => void;
  answer: (id: number, answer: string) => void;
  failed: () => void;
};

type Asked = { question: Question; resolve: (answer: any) => void };

/** What is answered first: what somebody waits for. */
const ORDER = ['complete', 'explain', 'hover', 'marks', 'returned', 'check'];
/** Each of these is about another bot, so all of them are answered, in turn. */
const IN_TURN = 'check';
/** What may be answered late, by the reader after a lost one. */
const PATIENT = ['marks', 'returned', IN_TURN];
/** Milliseconds that an answer may take: so many times as long as this machine took to start a reader, within bounds. */
const STARTS = 2;
const TIMEOUT = 6000;
const LONGEST_TIMEOUT = 60_000;
/** After so many readers that did not answer there is none in this visit. */
const MOST_LOST = 5;

/** @param connect starts a reader */
export function createLine(
  connect: (on: Listener) => Connection,
  timers: { set: (work: () => void, ms: number) => unknown; clear: (timer: any) => void; now: () => number },
) {
  let connection: Connection | null = null;
  let isReady = false;
  let lost = 0;
  let count = 0;
  let timeout = TIMEOUT;
  /** The other files of the bot, and those that the reader has. */
  let files = '{}';
  let given = '{}';
  let open: (Asked & { id: number; timer: unknown }) | null = null;
  const waiting = new Map<string, Asked[]>();
  let isThere: () => void = () => {};
  let isNever: (why: Error) => void = () => {};
  const first: Promise<void> = new Promise((resolve, reject) => {
    isThere = resolve;
    isNever = reject;
  });
  // Whoever asks without waiting for a reader gets no answer.
  first.catch(() => {});

  function end() {
    const ended = connection;
    connection = null;
    isReady = false;
    ended?.end();
    settle('null');
  }

  /** Its open question is not asked again: it may be what the reader was lost by. */
  function lose() {
    end();
    lost += 1;
    begin();
    forget(waiting, connection ? PATIENT : []);
    if (!connection) isNever(new Error('no reader could be started'));
  }

  /** @param answer to the open question */
  function settle(answer: string) {
    const asked = open;
    open = null;
    if (!asked) return;
    timers.clear(asked.timer);
    asked.resolve(JSON.parse(answer));
  }

  function begin() {
    if (connection || lost >= MOST_LOST) return;
    given = '{}';
    const start = timers.now();
    const mine: Connection = connect({
      ready() {
        if (connection !== mine) return;
        timeout = Math.min(Math.max(timeout, STARTS * (timers.now() - start)), LONGEST_TIMEOUT);
        isReady = true;
        isThere();
        next();
      },
      answer(id, answer) {
        if (connection !== mine || open?.id !== id) return;
        settle(answer);
        next();
      },
      failed: () => connection === mine && lose(),
    });
    connection = mine;
  }

  function next() {
    if (open || !isReady || !connection) return;
    const kind = ORDER.find((each) => waiting.has(each));
    const [asked, ...others] = (kind && waiting.get(kind)) || [];
    if (!kind || !asked) return;
    waiting.delete(kind);
    if (others.length > 0) waiting.set(kind, others);
    if (files !== given) connection.send(['files', files]);
    given = files;
    count += 1;
    open = { ...asked, id: count, timer: timers.set(lose, timeout) };
    connection.send(['ask', open.id, JSON.stringify(asked.question)]);
  }

  return {
    /** @returns when a reader is there for the first time; it fails if there will be none in this visit */
    begin(): Promise<void> {
      begin();
      return first;
    },
    /** Whether a question would be answered now, and not after a start. */
    isReady: () => isReady,
    /** @param others texts by path */
    lay(others: Record<string, string>) {
      files = JSON.stringify(others);
    },
    /** @returns null: there is no answer, or a newer question has come */
    ask(question: Question): Promise<any> {
      begin();
      if (!connection) return Promise.resolve(null);
      return new Promise((resolve) => {
        if (question.kind !== IN_TURN) drop(waiting, question.kind);
        waiting.set(question.kind, [...(waiting.get(question.kind) ?? []), { question, resolve }]);
        next();
      });
    },
    /** The page is left; `begin` starts again. */
    close() {
      end();
      forget(waiting);
    },
  };
}

/** @param spared kinds of questions */
function forget(waiting: Map<string, Asked[]>, spared: readonly string[] = []) {
  for (const kind of [...waiting.keys()]) if (!spared.includes(kind)) drop(waiting, kind);
}

/** The questions of a kind have no answer. */
function drop(waiting: Map<string, Asked[]>, kind: string) {
  const dropped = waiting.get(kind) ?? [];
  waiting.delete(kind);
  for (const { resolve } of dropped) resolve(null);
}
