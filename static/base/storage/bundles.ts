import type { BotFile, Code, LaidOut, Message } from '../../match/types.ts';
import { declareUtf8 } from '../text/coding-line.ts';
import { isFile, MAIN, MOST_BYTES, MOST_FILES } from '../values/bundle-shape.ts';
import { hashOf, hex } from '../values/hex.ts';
import { database } from './database.ts';
import { misfits } from './misfits.ts';
import { locked } from './tabs.ts';

// Stores the files of bots that have several. A bot itself is a name, the text of its main file and a list of the other
// files. A file that can be edited holds its text. All other files are kept in this browser's database by their hash,
// so that a hundred versions of a bot keep its data once.

const TABLE = 'files';
/** The most files in the database, and the most bytes of all of them: browsers allow hardly more without asking the user. */
const MOST_KEPT = 10_000;
const MOST_BYTES_KEPT = 2 ** 30;
/** The most characters of a file that can be edited; a longer file counts as data. */
const LONGEST_TEXT = 200_000;
/** The most characters of all texts of a bot but its main file: they are kept in the small storage. */
const MOST_TEXT = 1_000_000;
/**
 * Two locks: each tab that needs files holds one with its own name, and a tab that adds or removes files holds the
 * other.
 */
const TAB = 'sandlot.files.tab.';
const CHANGE = 'sandlot.files.change';

/** @param lost called once, when a file could not be kept beyond this visit */
export function createBundles(lost: () => void) {
  /** Files that could not be stored in the database. */
  const loose = new Map<string, Blob>();
  /** The files that this tab may still need, even if no stored bot mentions them. */
  const needed = new Set<string>();
  const tab = TAB + crypto.getRandomValues(new Uint32Array(4)).join('-');
  let complained = false;

  function note({ files = [] }: Code) {
    const none = needed.size === 0;
    for (const file of files) if ('id' in file) needed.add(file.id);
    // As long as this tab is open, the lock keeps other tabs from removing files.
    if (none && needed.size > 0)
      navigator.locks?.request(tab, { mode: 'shared' }, () => new Promise(() => {})).catch(() => {});
  }

  /** @returns its id */
  async function keep(data: Blob, isFull: boolean): Promise<string> {
    const id = await nameOf(data);
    try {
      const db = await database();
      const there = await db.get(TABLE, id);
      if (isFile(there, data.size)) return id;
      if (there !== undefined) await misfits.setAside('files', [[id, there]], () => db.delete(TABLE, id));
      if (isFull) throw new Error('no room');
      await db.put(TABLE, data, id);
    } catch {
      loose.set(id, data);
      if (!complained) lost();
      complained = true;
    }
    return id;
  }

  /** Whether there is no room for another bot's files. */
  async function isFull() {
    try {
      const kept = await (await database()).getAll(TABLE, undefined, MOST_KEPT);
      const bytes = kept.reduce((sum, data) => sum + (data instanceof Blob ? data.size : 0), 0);
      return kept.length >= MOST_KEPT || bytes + MOST_BYTES > MOST_BYTES_KEPT;
    } catch {
      return true;
    }
  }

  /** @returns null if the file is gone or has another size */
  async function find(id: string, size: number): Promise<Blob | null> {
    const here = loose.get(id);
    if (here) return here;
    try {
      const found = await (await database()).get(TABLE, id);
      return isFile(found, size) ? found : null;
    } catch {
      return null;
    }
  }

  async function takeAll(entries: [string, Uint8Array<ArrayBuffer>][]): Promise<BotFile[]> {
    const full = await isFull();
    let room = MOST_TEXT;
    const files: BotFile[] = [];
    for (const [path, bytes] of [...entries].sort(byPath)) {
      const text =
        path.endsWith('.py') && bytes.length <= Math.min(room, LONGEST_TEXT) ? textOf(bytes) : null;
      room -= text?.length ?? 0;
      files.push(
        text === null
          ? { path, id: await keep(new Blob([bytes]), full), size: bytes.length }
          : { path, text },
      );
    }
    note({ name: '', source: '', files });
    return files;
  }

  return {
    /** To be called when this tab has a bot with files, in its editor or elsewhere. */
    note,

    /**
     * @param entries the files beside the main file
     * @returns in the order of their paths
     */
    take: (entries: [string, Uint8Array<ArrayBuffer>][]): Promise<BotFile[]> =>
      alone('shared', () => takeAll(entries)),

    /** @returns all its files, the main file first */
    async layOut({
      name,
      source,
      main = MAIN,
      files = [],
    }: Code): Promise<{ files: LaidOut[] } | { problem: Message }> {
      const found = [{ path: main, data: textFile(source) }];
      for (const file of files) {
        const data = 'text' in file ? textFile(file.text) : await find(file.id, file.size);
        if (data === null) return { problem: ['bundle.gone', { name, file: file.path }] };
        found.push({ path: file.path, data });
      }
      const bytes = found.reduce((sum, { data }) => sum + data.size, 0);
      // Edited texts can be of any length, so the total is checked again here.
      if (bytes <= MOST_BYTES && found.length <= MOST_FILES) return { files: found };
      const why = ['bundle.unpacks', { megabytes: MOST_BYTES / 2 ** 20, files: MOST_FILES }];
      return { problem: ['bundle.refused', { name, why }] };
    },

    /**
     * Removes the files that no bot needs any more. This tab does not know what other tabs are about to use, so
     * nothing is removed while another tab has such a bot, nor where the browser cannot say which tabs are open.
     * @param mentioned returns every stored text that may be a file's id; rejects if that is not known
     */
    async collect(mentioned: () => Promise<Set<string>>) {
      if (!navigator.locks) return;
      await alone('exclusive', async () => {
        const db = await database();
        const keys = await db.getAllKeys(TABLE, undefined, MOST_KEPT);
        if (keys.length === 0) return;
        // The mentions are read before the locks: a tab that opens in between uses only files that are mentioned by now, or
        // holds its lock before it uses others.
        const stored = await mentioned();
        const { held = [], pending = [] } = await navigator.locks.query();
        const isOther = ({ name = '' }: LockInfo) => name.startsWith(TAB) && name !== tab;
        if ([...held, ...pending].some(isOther)) return;
        const unused = keys.filter((key) => !stored.has(String(key)) && !needed.has(String(key)));
        await Promise.all(unused.map((key) => db.delete(TABLE, key)));
      }).catch(() => {});
    },
  };
}

export type Bundles = ReturnType<typeof createBundles>;

/** @param mode exclusive: no other tab adds or removes files meanwhile */
const alone = <T>(mode: LockMode, work: () => Promise<T>) => locked(CHANGE, work, { mode });

/** The text as a UTF-8 file; if its first lines declare another coding, that is corrected. */
const textFile = (text: string) => new Blob([declareUtf8(text)]);

function byPath([a]: [string, unknown], [b]: [string, unknown]) {
  return a < b ? -1 : Number(a > b);
}

/** @returns null if it is not text */
function textOf(bytes: Uint8Array<ArrayBuffer>): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r\n?/g, '\n');
  } catch {
    return null;
  }
}

/** @returns a file's id: the hash of its bytes, so that equal files are kept once; random if the browser cannot hash */
async function nameOf(data: Blob) {
  if (crypto.subtle) return hashOf(await data.arrayBuffer());
  return hex(crypto.getRandomValues(new Uint8Array(32)));
}
