// Collects what one bot says in a turn, within limits for characters, marks and messages. This module checks only kind
// and size; Python interprets the content, see py/sandlot/match/seat_replies.py, and keeps only so much of a whole match, see
// py/sandlot/match/quota.py.

import { CHANGES, MARK_LIMIT, MARKS, OUTPUT_LIMIT, PROFILE_LIMIT, upTo } from '../python/limits.ts';

/**
 * The most messages of one question, and how many more each second: a seat collects its bot's prints, see
 * engine/seat/outbox.ts, and sends fewer.
 */
const MESSAGES = 400;
const EACH_SECOND = 2;
/** The most parts of one message: its kind, the question's number, and as many texts with their streams as a seat sends. */
const PARTS = 2048;
/** The most characters of all messages of one turn: JSON can make an answer six times as long. */
const TEXT = 8 * 1024 * 1024;
/** The most characters of a seat's message about its own end. */
const LAST_WORDS = 300;

/** The answer to a question, for Python: see `answer_from` in py/sandlot/page/exchange.py. */
export interface BotOutput {
  /** The reply of a seat, which may be any text; null: it was not text. */
  said?: string | null;
  /** What a seat says when its Python cannot run any more. */
  died?: string;
  /** Whether it says that the bot may have done that itself. */
  own?: boolean;
  /** A person's move, as JSON. */
  reply?: string;
  /** The fault that the engine itself saw. */
  fault?: string;
  why?: [string, object];
  /** Where they are counted; null: it was no number. */
  steps?: number | null;
  /** The milliseconds that its seat has measured. */
  thought?: number;
}

/** Counts the messages of one bot since its last question: a flood ends the bot, because it would keep the engine busy. */
export class Flow {
  since = performance.now();
  messages = 0;
  text = 0;

  /** A question is asked. */
  begin() {
    this.since = performance.now();
    this.messages = 0;
    this.text = 0;
  }

  /**
   * @param data a message
   * @returns whether it is too much by now
   */
  add(data: unknown): boolean {
    const parts = Array.isArray(data) ? data : [];
    this.messages += 1;
    if (parts.length > PARTS) return true;
    for (const part of parts) this.text += typeof part === 'string' ? part.length : 0;
    const most = MESSAGES + (EACH_SECOND * (performance.now() - this.since)) / 1000;
    return this.messages > most || this.text > TEXT;
  }
}

/** What one bot says in a turn, within the limits. */
export class Words {
  /** Pieces of streams as they came. */
  output: [string, string][] = [];
  room: number;
  cut = 0;
  /** Marks on the board, as JSON. */
  drawings: string[] = [];
  /** Its last profile, as JSON. */
  profile = '';
  constructor() {
    this.room = OUTPUT_LIMIT;
  }

  /** @param parts streams and texts, alternating */
  add(parts: unknown[]) {
    for (let k = 0; k < parts.length; k += 2) this.print(parts[k], parts[k + 1]);
  }

  print(stream: unknown, text: unknown) {
    if (typeof stream !== 'string' || typeof text !== 'string') return;
    if (stream === 'cut') {
      if (/^\d{1,15}$/.test(text)) this.cut += Number(text);
    } else if (stream === 'draw') {
      for (const mark of text.split('\n', MARKS))
        if (this.drawings.length < MARKS && mark.length <= MARK_LIMIT) this.drawings.push(mark);
    } else if (stream === 'profile') {
      if (text.length <= PROFILE_LIMIT) this.profile = text;
    } else if (stream === 'out' || stream === 'err' || stream === 'answer') {
      this.keep(stream, text);
    }
  }

  keep(stream: string, text: string) {
    const last = this.output.at(-1);
    const joins = last?.[0] === stream;
    const kept = joins || this.output.length < CHANGES ? upTo(text, this.room) : '';
    this.cut += text.length - kept.length;
    this.room -= kept.length;
    if (joins) last[1] += kept;
    else if (kept) this.output.push([stream, kept]);
  }

  /** @returns what was said since the answer before */
  take(): { output: [string, string][]; drawings: string[] } {
    const output = this.output;
    if (this.cut) output.push(['cut', String(this.cut)]);
    this.output = [];
    this.room = OUTPUT_LIMIT;
    this.cut = 0;
    return { output, drawings: this.drawings.splice(0) };
  }
}

/** @param said the reply of a bot's seat */
export const replyOf = (said: unknown): BotOutput => ({ said: textOf(said) });

/** @param why its Python cannot run any more */
export const death = (why: unknown, own: unknown): BotOutput => ({
  died: upTo(textOf(why) ?? '', LAST_WORDS),
  own: own === true,
});

export const stepsOf = (steps: unknown): BotOutput => ({ steps: typeof steps === 'number' ? steps : null });

export const thoughtOf = (thought: unknown): BotOutput => (typeof thought === 'number' ? { thought } : {});

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);
