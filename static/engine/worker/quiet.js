// Runs one game of a contest. Nobody watches it, so the page hears only of bots that have to be ended, and of its end.

import { Referee } from './referee.js';

/** Python's side, which is loaded for the first game. @type {Promise<any> | null} */
let module = null;
/** What the page hears. */
const TOLD = new Set(['seat', 'thinking', 'played', 'stopped', 'refused']);

export class QuietReferee extends Referee {
  /**
   * @param {import('./referee.js').Order} order
   * @param {readonly MessagePort[]} ports
   * @param {import('./boot.js').Engine} engine
   * @param {(type: string, news: object, transfer?: Transferable[]) => void} tell the page
   */
  constructor(order, ports, engine, tell) {
    super(order, ports, engine, (type, news) => TOLD.has(type) && tell(type, news));
    this.engine = engine;
    this.tellAll = tell;
  }

  /** @override */
  async open() {
    module ??= this.engine.load('sandlot.page.contest_game');
    const opened = (await module).open_game(JSON.stringify(this.config));
    if (typeof opened === 'string') this.refuse(JSON.parse(opened));
    this.driver = opened;
  }

  /** @override */
  async playRecorded() {}

  /** @override @param {number} player @param {string} state */
  report(player, state) {
    if (state === 'ended') super.report(player, state);
  }

  /** @override */
  tellNews() {}

  /** @override @param {any} turn the last one */
  async end({ played, reports }) {
    const replay = await packed(this.driver.text());
    this.tellAll('played', { played, reports, replay }, [replay.buffer]);
  }
}

/** @param {string} text @returns {Promise<Uint8Array<ArrayBuffer>>} in zlib's format, as the command line keeps replays */
async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
