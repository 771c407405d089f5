// Contests as one file, which the page writes and opens piece by piece.

/** @typedef {import('./contests.js').Found} Found */

/**
 * @param {() => import('./boot.js').Engine} engine
 * @param {(id: number, job: import('./jobs.js').Job) => Promise<any>} workFor
 * @param {(key: number) => any} sitting a contest that was taken up
 * @param {new () => Error} NotHere the error of a file that is not open
 * @returns {Record<string, (message: any) => Found | string | Promise<Found | string>>}
 */
export function createFiles(engine, workFor, sitting, NotHere) {
  const page = () => engine().load('sandlot.page.contest_files');
  /** Files that are being written, and files that are open. @type {Map<number, {value: any, path: string}>} */
  const open = new Map();
  let count = 0;

  /** @param {any} value @param {string} [path] @returns {number} */
  function keep(value, path = '') {
    count += 1;
    open.set(count, { value, path });
    return count;
  }

  /** @param {number} number */
  function find(number) {
    const found = open.get(number);
    if (!found) throw new NotHere();
    return found.value;
  }

  /** @param {number} number */
  function drop(number) {
    const found = open.get(number);
    open.delete(number);
    found?.value.close();
    found?.value.destroy();
    if (found?.path) engine().python.FS.unlink(found.path);
    return 'null';
  }

  /** @param {number} number @returns {Found} */
  function packed(number) {
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
