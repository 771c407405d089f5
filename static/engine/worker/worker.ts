// The trusted side: Python with the rules, and the clocks. It asks the bots over one port each and owns every deadline.
// It also loads Python, so that the page is not blocked while it is being built. This module handles the messages of
// the page.

import { askAgain } from './again.ts';
import type { Engine } from './boot.ts';
import { boot } from './boot.ts';
import { Bot } from './bot.ts';
import { createContests } from './contests.ts';
import { drop, seated } from './held.ts';
import type { Job } from './jobs.ts';
import { work } from './jobs.ts';
import { QuietReferee } from './quiet.ts';
import { Referee } from './referee.ts';
import { runSideBySide } from './side-by-side.ts';

/** Bytes of Python's memory with which a new engine is better than this one, when nothing is played. */
const LARGE = 768 * 2 ** 20;

let engine: Engine;
/** The running matches. */
const matches = new Map<number, Referee>();
/** Cancelled questions that are still being worked on. */
const aborted = new Set<number>();

const tell = (type: string, news: object = {}, transfer: Transferable[] = []) =>
  postMessage({ type, ...news }, { transfer });

const whyOf = (error: unknown) => String(error).slice(-2000);
/** What a person is told of an error; null: nobody has expected it. */
const textOf = (error: any): [string, object] | null =>
  error?.text ?? (error?.type === 'MemoryError' ? ['job.memory', {}] : null);

const actions: Record<string, (message: any, ports: readonly MessagePort[]) => unknown> = {
  async boot(order) {
    try {
      const { engine: booted, snapshot, fromSnapshot, settled } = await boot(order, tell);
      engine = booted;
      tell('booted', { snapshot, fromSnapshot });
      await settled();
      tell('settled');
    } catch (error) {
      tell('failed', { why: whyOf(error) });
    }
  },
  async play({ match, ...order }, ports) {
    const tellOf = (type: string, news: object, transfer?: Transferable[]) =>
      tell(type, { match, ...news }, transfer);
    try {
      const bots = seated(order.workers, ports);
      const referee = new (order.quiet ? QuietReferee : Referee)(order, bots, engine, tellOf);
      matches.set(match, referee);
      await referee.run();
    } catch (error) {
      const { player = null } = (error as any) ?? {};
      tellOf('error', { why: textOf(error) ?? whyOf(error), player });
      lookAfterPython();
    } finally {
      matches.delete(match);
    }
  },
  /** A game was void because of this player's bot, in another match. */
  known({ match, player }) {
    const referee = matches.get(match);
    if (referee instanceof QuietReferee) referee.know(player);
  },
  /** The page has ended workers that were held. */
  drop: ({ workers }) => workers.forEach(drop),
  stop: ({ match }) => matches.get(match)?.stop(),
  move({ match, id, player, move }) {
    const json = matches.get(match)?.move(player, move) ?? JSON.stringify(['human.notNow', {}]);
    tell('answered', { id, json });
  },
  resign: ({ match, player }) => matches.get(match)?.resign(player),
  startClock: ({ match }) => matches.get(match)?.startClock(),
  hinted: ({ match }) => matches.get(match)?.hinted(),
  async again(message, ports) {
    const json = await again(message, ports).catch((error) =>
      JSON.stringify({ problem: textOf(error) ?? ['arena.failed', { why: whyOf(error) }] }),
    );
    aborted.delete(message.id);
    tell('answered', { id: message.id, json });
  },
  async sideBySide({ id }, ports) {
    const bots = ports.map((port) => new Bot(port));
    const ready = await Promise.all(bots.map((bot) => bot.ready));
    const json = String(ready.every(Boolean) && (await runSideBySide(bots)));
    for (const port of ports) port.close();
    tell('answered', { id, json });
  },
  /** The page has cancelled a question. */
  cancel: ({ id }) => aborted.add(id),
  /** The page checks whether this worker still reacts. */
  ping: () => tell('pong'),
};

const tasks = (library: ArrayBuffer) => engine.load('sandlot.tasks.in_page', new Uint8Array(library));

/** Questions about replays, which may take long: their answers are sent in pieces. */
const jobs: Record<string, (message: any) => Job | Promise<Job>> = {
  open: ({ text }) => engine.page.opening(text),
  views: ({ text, player, at }) => engine.page.views(text, player, at),
  texts: ({ text, turn }) => engine.page.texts(text, turn),
  seen: ({ text, turn, player }) => engine.page.seen(text, turn, player),
  // It hashes the files of the rules, which a Python from a snapshot does not have yet.
  address: async ({ text, wanted }) =>
    (await engine.load('sandlot.page.address')).address(text, JSON.stringify(wanted)),
  openLink: async ({ text }) => (await engine.load('sandlot.page.linking')).opening(text),
  sumLink: async ({ text }) => (await engine.load('sandlot.page.linking')).summing(text),
  playOn: async ({ text, turn, names, hastes }) =>
    (await engine.load('sandlot.page.playing_on')).playing_on(text, turn, JSON.stringify(names), hastes),
  standing: async ({ ladder, played }) => (await engine.load('sandlot.page.ladder')).standing(ladder, played),
  judge: async ({ library, text, number, before, replays }) =>
    (await tasks(library)).judge(text, number, JSON.stringify(before), replays),
};

/** Questions about bots and settings; the answer is JSON. */
const questions: Record<string, (message: any) => string | Promise<string>> = {
  start: ({ text }) => engine.page.start(text),
  declared: ({ source }) => engine.page.declared(source),
  entry: ({ game, source }) => engine.page.entry(game, source),
  together: ({ texts }) => engine.page.together(JSON.stringify(texts)),
  absent: ({ source, imports }) => engine.page.absent(source, JSON.stringify(imports)),
  puzzle: async ({ library, what, given }) =>
    (await engine.load('sandlot.puzzles.in_page', new Uint8Array(library)))[what](...given),
  step: async ({ library, text }) => (await tasks(library)).step(text),
  explain: ({ game, source, player }) => engine.page.explain(game, source, player),
  hint: ({ game, view, player }) => engine.page.hint(game, JSON.stringify(view), player),
  check: ({ game, options, players }) => engine.page.check(game, JSON.stringify(options), players),
  checkEntry: async ({ library, settings, config, files }) =>
    (await engine.load('sandlot.league.in_page', new Uint8Array(library))).check_entry(
      settings,
      JSON.stringify(config),
      files,
    ),
  findContest: async ({ fingerprint, texts }) =>
    (await engine.load('sandlot.page.linking')).find_contest(fingerprint, JSON.stringify(texts)),
  makeLink: async ({ wanted, files }) =>
    (await engine.load('sandlot.page.linking')).making(JSON.stringify(wanted), files),
};

/** Questions about files; the answer is JSON, with bytes beside it. */
const archives: Record<
  string,
  (message: any) => { json: string; files?: [string, Uint8Array<ArrayBuffer>][] }
> = {
  unzip({ data }) {
    const found = engine.page.unzip(new Uint8Array(data));
    if (typeof found === 'string') return { json: JSON.stringify({ problem: JSON.parse(found) }) };
    const [main, files] = found.toJs();
    found.destroy();
    return { json: JSON.stringify({ main: main ?? null }), files };
  },
  zip({ files }) {
    const made = engine.page.make_zip(files);
    const data = made.toJs();
    made.destroy();
    return { json: '{}', files: [['', data]] };
  },
};

const contests = createContests(() => engine, workFor);

/** Always sends an answer, even after an error. */
async function answer(message: any) {
  const { id, type } = message;
  const reply = (found: {
    json: string | null;
    why?: string;
    text?: [string, object] | null;
    files?: [string, Uint8Array<ArrayBuffer>][];
  }) => {
    const bytes = (found.files ?? []).map(([, data]) => data.buffer);
    tell('answered', { id, ...found }, bytes);
  };
  try {
    const files = archives[type]?.(message) ?? (await contests.answer(message));
    if (files) return reply(files);
    const job = await jobs[type]?.(message);
    const json = job ? await workFor(id, job) : await questions[type]?.(message);
    reply({ json: json ?? 'null' });
  } catch (error) {
    reply({ json: null, why: whyOf(error), text: textOf(error) });
    lookAfterPython();
  } finally {
    aborted.delete(id);
  }
}

/**
 * @param message see `arena.askAgain`
 * @returns null: it was cancelled
 */
async function again({ id, config, bot }: any, ports: readonly MessagePort[]): Promise<string> {
  const found = await workFor(id, engine.page.again(JSON.stringify(config)));
  if (found === undefined) return 'null';
  if (typeof found === 'string') return JSON.stringify({ problem: JSON.parse(found) });
  try {
    return await askAgain(found, config.name, bot, ports);
  } finally {
    found.destroy();
  }
}

/** @param id of the question that it is done for */
function workFor(id: number, job: Job) {
  return work(
    job,
    (json) => tell('piece', { id, json }),
    () => aborted.has(id),
  );
}

/** After some errors this Python can no longer run; and its memory, once it is large, stays so until it ends. */
function lookAfterPython() {
  try {
    engine.python.runPython('None');
    if (matches.size > 0 || engine.python._module.HEAPU8.length < LARGE) return;
  } catch {}
  tell('broken');
}

globalThis.onmessage = ({ data, ports }) => (actions[data.type] ?? answer)(data, ports);
