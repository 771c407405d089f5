// What the page asks the engine about contests. Python holds the results that it was given, one `Sitting` a contest.

import type { Engine } from './boot.ts';
import { createFiles } from './contest-files.ts';
import type { Job } from './jobs.ts';

/** What the page asks for was told to another engine, which is gone. */
class NotHere extends Error {}

export type Found = { json: string; files?: [string, Uint8Array<ArrayBuffer>][] };

/** @param workFor works for a question; undefined: it was cancelled */
export function createContests(engine: () => Engine, workFor: (id: number, job: Job) => Promise<any>) {
  /** Contests that were taken up, by the page's number. */
  const sittings = new Map<number, any>();
  /** The module, which is loaded when it is needed first. */
  let module: Promise<any> | null = null;
  const page = () => {
    module ??= engine().load('sandlot.page.contests');
    return module;
  };
  const sitting = (key: number) => {
    const found = sittings.get(key);
    if (!found) throw new NotHere();
    return found;
  };

  function leave(key: number) {
    sittings.get(key)?.destroy();
    sittings.delete(key);
  }

  /** Questions by their type. */
  const answers: Record<string, (message: any) => Found | string | Promise<Found | string>> = {
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
    'contest/leaving': ({ key, entrants }) => sitting(key).leaving(JSON.stringify(entrants)),
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
    /** @returns null: it is about something else */
    answer(message: any): Promise<Found> | null {
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
