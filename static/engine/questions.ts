// The page's questions to the engine about replays, bots and files. They do not depend on a running match.

import type {
  AgainSpec,
  AnswerAgain,
  Early,
  Exchange,
  Hint,
  LaidOut,
  Message,
  Opened,
  PlayedOn,
  QuestionOptions,
  TurnRecord,
  Wanted,
} from '../match/types.ts';
import type { How } from './asked.ts';
import { botOf, messageOf } from './matches.ts';
import type { Seat } from './seat/seat.ts';

export type Ask = (message: object, how?: How) => Promise<any>;

/** Characters. Of a longer text, what it begins with is told before all of it is read. */
const LONG_TEXT = 2 ** 17;
/** How many are looked at for that. */
const LONGEST_START = 2 ** 18;

export function createQuestions(ask: Ask) {
  /** Asks a question whose answer comes in pieces. */
  const askLong = (message: object, { signal, progress }: QuestionOptions, take: (pieces: any[]) => void) =>
    ask(message, {
      signal,
      hear(pieces, news) {
        take(pieces);
        progress?.(news);
      },
    });

  return {
    async open(text: string, { start, more, ...how }: QuestionOptions & Early = {}): Promise<Opened> {
      const deltas: string[] = [];
      const records: TurnRecord[] = [];
      if (start && text.length > LONG_TEXT) {
        const begun = await ask({ type: 'start', text: text.slice(0, LONGEST_START) }, how);
        if (begun) start(begun);
      }
      const found = await askLong({ type: 'open', text }, how, (pieces) => {
        for (const [delta, record] of pieces) {
          deltas.push(delta);
          records.push(record);
        }
        more?.(deltas, records);
      });
      return { ...found, deltas, records };
    },
    /** @param take gets the deltas of some positions, each with its number; those around `at` come first */
    async views(
      { text, player, at }: { text: string; player: number; at: number },
      take: (pieces: [number, string][]) => void,
      how: QuestionOptions = {},
    ): Promise<void> {
      await askLong({ type: 'views', text, player, at }, how, take);
    },
    texts: createTexts(ask),
    address: (text: string, { sources, ...wanted }: Wanted, signal: AbortSignal) =>
      ask({ type: 'address', text, wanted: { ...wanted, sources: Object.fromEntries(sources) } }, { signal }),
    /** @param wanted see `making` in py/sandlot/page/linking.py */
    makeLink: (
      wanted: object,
      files: [number, string, Uint8Array<ArrayBuffer>][],
    ): Promise<{ link: string } | { link?: undefined; problem: Message }> =>
      ask({ type: 'makeLink', wanted, files }),
    /**
     * What a league would say of a bot; see py/sandlot/league/in_page.py.
     * @param settings the text of its league.toml
     */
    checkEntry: (
      library: ArrayBuffer,
      settings: string,
      config: { author: string; name: string; bots: string[]; language: string },
      files: [string, Uint8Array<ArrayBuffer>][],
    ): Promise<{ problems: string[]; notes: string[] }> =>
      ask({ type: 'checkEntry', library, settings, config, files }),
    /** @returns see `opening` in py/sandlot/page/linking.py */
    openLink: (text: string, how: QuestionOptions = {}): Promise<any> =>
      askLong({ type: 'openLink', text }, how, () => {}),
    /** @returns see `summing` in py/sandlot/page/linking.py */
    sumLink: (text: string, how: QuestionOptions = {}): Promise<any> =>
      askLong({ type: 'sumLink', text }, how, () => {}),
    /** @returns the index of the contest that has this fingerprint, by their JSON; -1: none has it */
    findContest: (fingerprint: string, texts: string[]): Promise<number> =>
      ask({ type: 'findContest', fingerprint, texts }),
    seen: (text: string, turn: number, player: number, signal: AbortSignal) =>
      ask({ type: 'seen', text, turn, player }, { signal }),
    standing: (ladder: string, played: string) => ask({ type: 'standing', ladder, played }),
    /** @returns see `step` in py/sandlot/tasks/in_page.py */
    readStep: (library: ArrayBuffer, text: string): Promise<any> => ask({ type: 'step', library, text }),
    /** @returns see `judge` in py/sandlot/tasks/in_page.py */
    judge: (
      library: ArrayBuffer,
      question: { text: string; number: number; before: unknown[]; replays: string[] },
      how: QuestionOptions = {},
    ): Promise<any> => askLong({ type: 'judge', library, ...question }, how, () => {}),
    /** @param what see py/sandlot/puzzles/in_page.py @param given JSON texts */
    puzzle: (
      library: ArrayBuffer,
      what: 'opened' | 'asked' | 'tried' | 'tried_alone' | 'count',
      given: string[],
    ): Promise<any> => ask({ type: 'puzzle', library, what, given }),
    /**
     * House bots play on from a turn of a replay, here and unseen; `progress` hears how many turns they have played.
     *
     * @param names of the house bots, by player
     * @param hastes bots that search compute much less than usual
     * @returns see `playing_on` in py/sandlot/page/playing_on.py
     */
    playOn: (
      question: { text: string; turn: number; names: string[]; hastes: boolean },
      how: QuestionOptions = {},
    ): Promise<PlayedOn | { problem: Message }> => askLong({ type: 'playOn', ...question }, how, () => {}),
    declared: (source: string) => ask({ type: 'declared', source }),
    entry: (game: string, source: string) => ask({ type: 'entry', game, source }),
    /**
     * The bots that Python files are which came together; see py/sandlot/files/main_file.py.
     * @param texts by name
     * @returns the names of each bot's files, the main file first
     */
    together: (texts: Record<string, string>): Promise<string[][]> => ask({ type: 'together', texts }),
    absent: (source: string, imports: [module: string, line: number][]) =>
      ask({ type: 'absent', source, imports }),
    explain: (game: string, source: string, player: number) => ask({ type: 'explain', game, source, player }),
    hint: (game: string, view: unknown, player: number): Promise<Hint> =>
      ask({ type: 'hint', game, view, player }),
    check: (game: string, options: object, players: number) => ask({ type: 'check', game, options, players }),
    unzip: (zip: Uint8Array<ArrayBuffer>) =>
      ask({ type: 'unzip', data: zip.buffer }, { transfer: [zip.buffer] }),
    async zip(laidOut: LaidOut[]) {
      const files = await Promise.all(
        laidOut.map(async ({ path, data }) => [path, new Uint8Array(await data.arrayBuffer())]),
      );
      const made = await ask({ type: 'zip', files });
      return new Blob([made.files[0][1]], { type: 'application/zip' });
    },
  };
}

/** Asks for the texts of the turn that is shown; a further call cancels the one before. */
function createTexts(ask: Ask) {
  let looked: { text: string; turn: number; found: Promise<Exchange[]>; end: AbortController } | null = null;

  return (text: string, turn: number) => {
    if (looked?.text === text && looked.turn === turn) return looked.found;
    looked?.end.abort();
    const end = new AbortController();
    const found = ask({ type: 'texts', text, turn }, { signal: end.signal });
    looked = { text, turn, found, end };
    found.catch(() => {
      if (looked?.found === found) looked = null;
    });
    return found;
  };
}

/**
 * Asks what a bot would answer on a turn of a replay.
 * @param seats two
 */
export async function askAgain(
  { replay, turn, player, ...code }: AgainSpec,
  { signal, progress = () => {} }: QuestionOptions,
  seats: readonly Seat[],
  ask: Ask,
): Promise<AnswerAgain | { problem: Message }> {
  const workers: { port: MessagePort; end: () => void }[] = [];
  try {
    const failed = new Promise((_, reject) => {
      for (const seat of seats) workers.push(seat.open(reject));
    });
    const config = { replay, turn, player, name: code.name };
    const transfer = workers.map(({ port }) => port);
    const answer = ask(
      { type: 'again', config, bot: botOf(code) },
      { transfer, signal, hear: (_, news) => progress(news) },
    );
    return (await Promise.race([failed, answer])) as any;
  } catch (why) {
    return { problem: messageOf(why as any) };
  } finally {
    for (const worker of workers) worker.end();
  }
}
