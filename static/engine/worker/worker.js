// The trusted side: Python with the rules, and the clocks. It asks the bots over one port each and owns every deadline.
// It also loads Python, out of the way of a page that is still being built.

import { createDownloads } from '../../base/site/download.js';
import { loadCore } from '../python/load.js';
import { packMemory } from '../python/memory.js';
import { findSnapshot, keepSnapshot, snapshotAddress } from '../python/snapshots.js';
import { compileWasm } from '../python/wasm.js';
import { Bot, readProfile } from './bot.js';
import { Human } from './human.js';
import { work } from './jobs.js';
import { questionOf } from './question.js';
import { askInTurn, runSideBySide } from './side-by-side.js';
import { startStopwatch } from './stopwatch.js';

/** @type {{bootPython: (parts: any) => Promise<any>, canWait: boolean}} */
let core;

/** @type {any} */
let python;
/** @type {any} */
let page;

// Booting

/** Milliseconds: writing a snapshot to disk must not keep anybody from a first match. */
const KEEP_AFTER = 1000;

/**
 * @typedef {object} BootOrder
 * @property {Record<'core' | 'wasm' | 'stdlib' | 'wheel', string>} urls
 * @property {string} lock
 * @property {import('../../base/site/download.js').Place} place
 * @property {{wasm: Blob, stdlib: Blob, wheel: Blob, snapshot: Blob | null}} [parts] what an engine before this one had
 */

/** @param {BootOrder} order */
async function boot({ urls, lock, place, parts }) {
  if (!parts) return bootFirst({ urls, lock, place });
  const { wasm, snapshot, ...others } = parts;
  core = loadCore(new URL(urls.core, place.base).href);
  const fromSnapshot = await bootFrom({ ...others, lock, module: await compileWasm(wasm) }, snapshot);
  page = python.pyimport('sandlot.page');
  postMessage({ type: 'booted', snapshot, fromSnapshot });
}

/** @param {BootOrder} order */
async function bootFirst({ urls, lock, place }) {
  const downloads = createDownloads(place);
  const looking = findSnapshot(snapshotAddress(urls, place.base));
  const { wasm, script, ...parts } = await download(downloads, urls, place.sizes);
  const kept = await looking;
  // The seats take theirs while this worker boots; a snapshot of an earlier visit serves them at once.
  postMessage({ type: 'parts', script, parts: { ...parts, wasm, lock, snapshot: kept } });
  // It compiles in threads of its own while this one reads the script.
  const compiling = compileWasm(wasm);
  core = loadCore(new URL(urls.core, place.base).href);
  const module = await compiling;
  const fromSnapshot = await bootFrom({ ...parts, lock, module }, kept);
  page = python.pyimport('sandlot.page');
  const snapshot = fromSnapshot ? kept : makeSnapshot();
  postMessage({ type: 'booted', snapshot, fromSnapshot });
  if (snapshot && !fromSnapshot)
    setTimeout(keepSnapshot, KEEP_AFTER, snapshotAddress(urls, place.base), snapshot);
  await downloads.settled();
  postMessage({ type: 'settled' });
}

/**
 * @param {import('../../base/site/download.js').Downloads} downloads
 * @param {Record<'core' | 'wasm' | 'stdlib' | 'wheel', string>} urls
 * @param {Record<string, number>} sizes
 */
async function download({ fetchAsset }, urls, sizes) {
  const files = [urls.core, urls.wasm, urls.stdlib, urls.wheel];
  const all = files.reduce((sum, url) => sum + (sizes[url] ?? 0), 0);
  const done = new Map();
  const blobs = files.map(async (url) => {
    const response = await fetchAsset(url, (bytes) => {
      done.set(url, bytes);
      const arrived = [...done.values()].reduce((sum, each) => sum + each, 0);
      postMessage({ type: 'progress', done: arrived / all });
    });
    return response.blob();
  });
  const [script, wasm, stdlib, wheel] = /** @type {[Blob, Blob, Blob, Blob]} */ (await Promise.all(blobs));
  return { script, wasm, stdlib, wheel };
}

/**
 * Boot, from the snapshot if there is one and it loads.
 * @param {any} parts
 * @param {Blob | null} snapshot
 * @returns {Promise<boolean>} whether it did
 */
async function bootFrom(parts, snapshot) {
  if (snapshot) {
    try {
      python = await core.bootPython({ ...parts, snapshot });
      return true;
    } catch (error) {
      console.warn('the snapshot of an earlier visit does not load:', error);
    }
  }
  python = await core.bootPython({ ...parts, snapshot: null, keep: true });
  return false;
}

/** The option is private to Pyodide; without it bots boot the slow way. */
function makeSnapshot() {
  try {
    return packMemory(python.makeMemorySnapshot());
  } catch (error) {
    console.warn('no snapshot of Python:', error);
    return null;
  }
}

// Matches

/** What a bot does in each stage of a match. @type {Record<string, string>} */
const STATES = { start: 'importing', past: 'catching-up', move: 'thinking' };

/**
 * @typedef {object} Running
 * @property {() => void} stop
 * @property {(player: number, move: unknown) => string} move the JSON of what is wrong with it; "null": it is made
 * @property {(player: number) => void} resign
 */

/** @type {Map<number, Running>} the matches that are going on */
const matches = new Map();

/**
 * @param {object} message
 * @param {number} message.match
 * @param {any} message.config
 * @param {import('../../match/types.js').Thinking} [message.thinking]
 * @param {((import('./question.js').BotOf | {house: string}) | null)[]} message.bots by player; null: a human
 * @param {MessagePort[]} ports of the bots, in the order of the players
 */
async function play({ match, config, thinking, bots: files }, ports) {
  /** @param {string} type @param {object} content */
  const tell = (type, content) => postMessage({ type, match, ...content });
  const free = ports.map((port) => new Bot(port));
  const seats = files.map((file) => (file ? /** @type {Bot} */ (free.shift()) : new Human()));
  const bots = seats.filter((seat) => seat instanceof Bot);
  for (const [player, seat] of seats.entries()) {
    if (seat instanceof Bot) seat.onBroken = () => report(player, 'ended');
  }
  /** @type {string[]} what each player was last said to be doing */
  const states = [];
  let stopped = false;
  matches.set(match, {
    stop() {
      stopped = true;
      for (const seat of seats) seat.abandon();
    },
    move(player, move) {
      const human = humanAt(player);
      if (!human?.finish) return JSON.stringify(['human.notNow', {}]);
      const reply = JSON.stringify(move ?? null);
      const objection = driver.objection(player, reply);
      if (objection === 'null') human.finish({ reply });
      return objection;
    },
    resign: (player) => humanAt(player)?.resign(),
  });
  const isStopped = () => stopped;
  /** @param {{news: object[], turns: string[]}} said @param {boolean} recorded */
  const tellNews = ({ news, turns }, recorded) => {
    // What a replay is made of comes first: it is complete whenever this worker ends.
    tell('turns', { turns });
    for (const each of news) tell('frame', { ...each, recorded });
  };
  /** @type {any} */
  let driver;
  try {
    const opened = await work(page.open_match(JSON.stringify(config)), () => {}, isStopped);
    if (typeof opened === 'string') return tell('refused', { problem: JSON.parse(opened) });
    if (stopped) return tell('stopped', {});
    driver = opened;
    tell('start', JSON.parse(driver.begin()));
    const problem = await work(
      driver.recorded(),
      (json) => {
        for (const piece of JSON.parse(json).pieces) tellNews(piece, true);
      },
      isStopped,
    );
    if (stopped) return tell('stopped', {});
    if (problem !== 'null') return tell('refused', { problem: JSON.parse(problem) });
    let turn = JSON.parse(driver.asks());
    const ready = await Promise.all(seats.map((seat, k) => !(seat instanceof Bot) || seat.equip(files[k])));
    if (!stopped && !ready.every(Boolean)) throw new Error('a bot worker did not start');
    const inTurn = thinking === 'in_turn' || (thinking !== 'at_once' && !(await runSideBySide(bots)));
    tell('thinking', { inTurn, head: driver.think(inTurn) });
    while (!stopped) {
      if (inTurn) await askInTurn(turn.asks, answer, ({ player }) => seats[player] instanceof Bot);
      else await Promise.all(turn.asks.map(answer));
      if (stopped) break;
      turn = JSON.parse(driver.answer());
      if (turn.programs && !core.canWait) tell('reruns', {});
      tellNews(turn, false);
      for (const [player, text] of turn.notices ?? []) {
        const seat = seats[player];
        // A program for which the game is over is told so, and may end by itself; nobody waits for it.
        if (seat instanceof Bot) seat.port.postMessage(['tell', 0, text]);
      }
      if (turn.result) break;
    }
    if (turn.result) tell('end', { result: turn.result, tail: turn.tail, memories: turn.memories });
    else tell('stopped', {});
  } catch (error) {
    tell('error', { why: String(error).slice(-2000) });
    lookAfterPython();
  } finally {
    for (const port of ports) port.close();
    driver?.destroy();
    matches.delete(match);
  }

  /** @param {number} player */
  function humanAt(player) {
    const seat = seats[player];
    return seat instanceof Human ? seat : null;
  }

  /** @param {number} player @param {string} state @param {number | null} [budget] milliseconds there are for it */
  function report(player, state, budget = null) {
    if (states[player] !== state) tell('seat', { player, state, budget });
    states[player] = state;
  }

  /** Put a question and hand the answer to the driver. @param {any} ask */
  async function answer(ask) {
    const { player } = ask;
    const seat = seats[player];
    if (!(seat instanceof Human)) return answerOfBot(ask, seat);
    report(player, 'thinking', ask.budget);
    const got = seat.ask(ask.budget);
    const { k, budget, left, hand } = ask;
    if (seat.finish) tell('turn', { player, turn: { k, view: JSON.parse(ask.text), hand, budget, left } });
    driver.take(player, JSON.stringify(await got));
    report(player, 'idle');
  }

  /** @param {any} ask @param {Bot} bot */
  async function answerOfBot(ask, bot) {
    const file = /** @type {any} */ (files[ask.player]);
    const { name } = config.players[ask.player];
    report(ask.player, STATES[ask.stage] ?? 'idle', ask.budget);
    const own = file.house ? { source: page.house(config.game, file.house) } : file;
    const got = await bot.ask(questionOf(ask, own, name), ask.budget);
    const fault = driver.take(ask.player, JSON.stringify(got));
    if (fault === 'timeout' || fault === 'crash') report(ask.player, 'ended');
    else if (ask.stage !== 'past') report(ask.player, 'idle');
  }
}

// Asking again

/** Where lines are counted everything takes longer: milliseconds more than without, and how many times as long. */
const PROFILE_GRACE = 5000;
const PROFILE_TIMES = 20;
/** One that has not ended is not waited for much longer. */
const PROFILE_ENDLESS = 1000;
const PROFILE_LONGEST = 120_000;
/** So many times as long, as long as it has shown nothing: on a busy machine it comes late to the turn in question. */
const PROFILE_PATIENCE = 5;

/**
 * Ask a bot on a turn of a replay. Counting lines costs time, so it is asked twice, in two workers and at once if they run
 * side by side: one says what it answers and how long that takes, the other one where the time goes.
 *
 * @param {{id: number, config: {replay: string, turn: number, player: number, name: string}, bot: import('./question.js').BotOf}} message
 * @param {readonly MessagePort[]} ports
 * @returns {Promise<string>} JSON: what `arena.askAgain` gives, or {problem}; null: nobody waits for it any more
 */
async function askAgain({ id, config, bot: own }, ports) {
  const [timed, profiled] = ports.map((port) => new Bot(port));
  if (!timed || !profiled) throw new Error('two workers are needed');
  const again = await work(page.again(JSON.stringify(config)), tellPieces(id), () => givenUp.has(id));
  if (again === undefined) return 'null';
  if (typeof again === 'string') return JSON.stringify({ problem: JSON.parse(again) });
  try {
    const ready = await Promise.all([timed, profiled].map((bot) => bot.equip(own)));
    if (!ready.every(Boolean)) throw new Error('a bot worker did not start');
    const atOnce = await runSideBySide([timed, profiled]);
    const count = () => ask(profiled, (question) => question);
    const early = atOnce && count();
    const answer = await ask(timed, (question) => ({ ...question, profile: 0 }));
    const counting = early || count();
    const wait =
      answer.fault?.kind === 'timeout' ? PROFILE_ENDLESS : PROFILE_TIMES * answer.ms + PROFILE_GRACE;
    let times = PROFILE_PATIENCE;
    const giveUp = () => {
      times -= 1;
      if (times > 0 && profiled.profile === '') patience = startStopwatch(wait, giveUp);
      else profiled.abandon();
    };
    let patience = startStopwatch(wait, giveUp);
    await counting;
    patience.stop();
    return JSON.stringify({ ...answer, profile: readProfile(profiled.profile, own.source) });
  } finally {
    for (const port of ports) port.close();
    again.destroy();
  }

  /** @param {Bot} bot @param {(question: any) => any} change @returns {Promise<any>} */
  async function ask(bot, change) {
    const seat = again.seat();
    try {
      for (;;) {
        const question = JSON.parse(seat.ask());
        const budget = bot === profiled ? PROFILE_LONGEST : question?.budget;
        const sent = question && questionOf(change(question), own, config.name);
        const got = sent && (await bot.ask(sent, budget));
        const answer = JSON.parse(seat.answer(JSON.stringify(got)));
        if (answer) return answer;
      }
    } finally {
      seat.destroy();
    }
  }
}

// The page

/** @type {Record<string, (message: any, ports: readonly MessagePort[]) => unknown>} */
const actions = {
  async boot(message) {
    try {
      await boot(message);
    } catch (error) {
      postMessage({ type: 'failed', why: String(error).slice(-2000) });
    }
  },
  play: (message, ports) => play(message, [...ports]),
  stop({ match }) {
    matches.get(match)?.stop();
  },
  move({ match, id, player, move }) {
    const json = matches.get(match)?.move(player, move) ?? JSON.stringify(['human.notNow', {}]);
    postMessage({ type: 'opened', id, json });
  },
  resign({ match, player }) {
    matches.get(match)?.resign(player);
  },
  async again(message, ports) {
    const failed = (/** @type {unknown} */ error) =>
      JSON.stringify({ problem: ['arena.failed', { why: String(error).slice(-2000) }] });
    const json = await askAgain(message, ports).catch(failed);
    givenUp.delete(message.id);
    postMessage({ type: 'opened', id: message.id, json });
  },
  /** Nobody waits any more for the answer to a question. */
  cancel({ id }) {
    givenUp.add(id);
  },
  /** Somebody wants to know whether this worker hears at all. */
  ping: () => postMessage({ type: 'pong' }),
};

/** Questions that were given up and are not over yet. @type {Set<number>} */
const givenUp = new Set();

/** @param {number} id of the question whose answer comes in pieces */
const tellPieces = (id) => (/** @type {string} */ json) => postMessage({ type: 'piece', id, json });

/** After some mistakes nothing works in this Python any more. */
function lookAfterPython() {
  try {
    python.runPython('None');
  } catch {
    postMessage({ type: 'broken' });
  }
}

/** Questions about replays, which may take long. @type {Record<string, (message: any) => import('./jobs.js').Job>} */
const jobs = {
  open: ({ text }) => page.opening(text),
  views: ({ text, player }) => page.views(text, player),
  texts: ({ text, turn }) => page.texts(text, turn),
};

/** What is asked about bots and settings; the answer is JSON. @type {Record<string, (message: any) => string>} */
const questions = {
  declared: ({ source }) => page.declared(source),
  explain: ({ game, source, player }) => page.explain(game, source, player),
  check: ({ game, options, players }) => page.check(game, JSON.stringify(options), players),
};

/**
 * What is asked about files; the answer is JSON, with bytes beside it.
 *
 * @type {Record<string, (message: any) => {json: string, files?: [string, Uint8Array<ArrayBuffer>][]}>}
 */
const archives = {
  unzip({ data }) {
    const found = page.unzip(new Uint8Array(data));
    if (typeof found === 'string') return { json: JSON.stringify({ problem: JSON.parse(found) }) };
    const [main, files] = found.toJs();
    found.destroy();
    return { json: JSON.stringify({ main }), files };
  },
  zip({ files }) {
    const made = page.make_zip(files);
    const data = made.toJs();
    made.destroy();
    return { json: '{}', files: [['', data]] };
  },
};

/** Whoever asked is answered whatever happens. @param {any} message */
async function answerQuestion(message) {
  const { id, type } = message;
  /** @param {{json: string | null, why?: string, files?: [string, Uint8Array<ArrayBuffer>][]}} answer */
  const reply = (answer) => {
    const bytes = (answer.files ?? []).map(([, data]) => data.buffer);
    postMessage({ type: 'opened', id, ...answer }, bytes);
  };
  try {
    const files = archives[type]?.(message);
    if (files) return reply(files);
    const job = jobs[type]?.(message);
    const json = job ? await work(job, tellPieces(id), () => givenUp.has(id)) : questions[type]?.(message);
    reply({ json: json ?? 'null' });
  } catch (error) {
    reply({ json: null, why: String(error).slice(-2000) });
    lookAfterPython();
  } finally {
    givenUp.delete(id);
  }
}

globalThis.onmessage = ({ data, ports }) => (actions[data.type] ?? answerQuestion)(data, ports);
