// Contests as one file, which the page writes and opens piece by piece.

import type { Engine } from './boot.ts';
import type { Found } from './contests.ts';
import type { Job } from './jobs.ts';

/**
 * @param sitting a contest that was taken up
 * @param NotHere the error of a file that is not open
 */
export function createFiles(
  engine: () => Engine,
  workFor: (id: number, job: Job) => Promise<any>,
  sitting: (key: number) => any,
  NotHere: new () => Error,
): Record<string, (message: any) => Found | string | Promise<Found | string>> {
  const page = () => engine().load('sandlot.page.contest_files');
  /** Files that are being written, and files that are open. */
  const open = new Map<number, { value: any; path: string }>();
  let count = 0;

  function keep(value: any, path: string = ''): number {
    count += 1;
    open.set(count, { value, path });
    return count;
  }

  function find(number: number) {
    const found = open.get(number);
    if (!found) throw new NotHere();
    return found.value;
  }

  function drop(number: number) {
    const found = open.get(number);
    open.delete(number);
    found?.value.close();
    found?.value.destroy();
    if (found?.path) engine().python.FS.unlink(found.path);
    return 'null';
  }

  function packed(number: number): Found {
    const packing = find(number);
    const wanted = JSON.parse(packing.wanted());
    const json = JSON.stringify({ packing: number, wanted });
    if (wanted.length > 0) return { json };
    const made = packing.take();
    const data = made.toJs();
    made.destroy();
    drop(number);
    return { json, files: [['', data]] };
  }

  return {
    async 'contest/pack'({ id, key, config, files }) {
      const job = (await page()).pack_contest(sitting(key), JSON.stringify(config), files);
      const found = await workFor(id, job);
      if (found === undefined) return 'null';
      return typeof found === 'string' ? `{"problem":${found}}` : packed(keep(found));
    },
    'contest/packMore'({ packing, replays }) {
      const problem = find(packing).add(replays);
      if (problem === 'null') return packed(packing);
      drop(packing);
      return `{"problem":${problem}}`;
    },
    'contest/packNoMore': ({ packing }) => drop(packing),
    async 'contest/open'({ id, data }) {
      const { FS } = engine().python;
      const path = `/tmp/contest-${id}.zip`;
      // The file system is not in Python's own memory.
      FS.writeFile(path, new Uint8Array(data), { canOwn: true });
      const found = await workFor(id, (await page()).open_bundle(path));
      if (typeof found === 'string' || found === undefined) {
        FS.unlink(path);
        return `{"problem":${found ?? 'null'}}`;
      }
      const head = JSON.parse(found.head());
      return JSON.stringify({ ...head, opened: keep(found, path) });
    },
    'contest/openedBlocks': ({ opened, first, count }) => find(opened).blocks(first, count),
    'contest/openedBot': ({ opened, entrant }) => find(opened).bot(entrant),
    'contest/close': ({ opened }) => drop(opened),
  };
}
