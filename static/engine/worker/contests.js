// What the page asks the engine about contests. Python holds the results that it was given, one `Sitting` a contest.

import { createFiles } from './contest-files.js';

/** @typedef {import('./jobs.js').Job} Job */
/** What the page asks for was told to another engine, which is gone. */
export class NotHere extends Error {}

/** @typedef {{json: string, files?: [string, Uint8Array<ArrayBuffer>][]}} Found */

/**
 * @param {() => import('./boot.js').Engine} engine
 * @param {(id: number, job: Job) => Promise<any>} workFor works for a question; undefined: it was cancelled
 */
export function createContests(engine, workFor) {
  /** Contests that were taken up, by the page's number. @type {Map<number, any>} */
  const sittings = new Map();
  /** The module, which is loaded when it is needed first. @type {Promise<any> | null} */
  let module = null;
  const page = () => {
    module ??= engine().load('sandlot.page.contests');
    return module;
  };
  /** @param {number} key */
  const sitting = (key) => {
    const found = sittings.get(key);
    if (!found) throw new NotHere();
    return found;
  };

  /** @param {number} key */
  function leave(key) {
    sittings.get(key)?.destroy();
    sittings.delete(key);
  }

  /** Questions by their type. @type {Record<string, (message: any) => Found | string | Promise<Found | string>>} */
  const answers = {
    'contest/alive': () => 'null',
    'contest/begin': async ({ config, files }) => (await page()).begin_contest(JSON.stringify(config), files),
    async 'contest/sit'({ key, text }) {
      const python = await page();
      leave(key);
      const found = python.sit(text);
      if (typeof found === 'string') return `{"problem":${found}}`;
      sittings.set(key, found);
      return `{"problem":null,"playable":${found.playable()},"movers":${found.movers()}}`;
    },
    'contest/add': ({ key, results, withdrawn }) =>
      sitting(key).add(JSON.stringify(results), JSON.stringify(withdrawn)),
    'contest/next': ({ key }) => sitting(key).next(),
    'contest/round': ({ key }) => String(sitting(key).next_round()),
    'contest/summary': async ({ id, key }) => (await workFor(id, sitting(key).summary())) ?? 'null',
    'contest/verify': async ({ id, key, block, game, replay, reports }) =>
      (await workFor(id, sitting(key).verify(block, game, replay, JSON.stringify(reports)))) ?? 'null',
    'contest/leave'({ key }) {
      leave(key);
      return 'null';
    },
    ...createFiles(engine, workFor, sitting, NotHere),
  };

  return {
    /** @param {any} message @returns {Promise<Found> | null} null: it is about something else */
    answer(message) {
      const put = answers[message.type];
      if (!put) return null;
      const found = async () => {
        try {
          const given = await put(message);
          return typeof given === 'string' ? { json: given } : given;
        } catch (error) {
          if (error instanceof NotHere) return { json: '{"gone":true}' };
          throw error;
        }
      };
      return found();
    },
  };
}
