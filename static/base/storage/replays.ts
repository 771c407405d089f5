import { beginning, LONGEST_NAME } from '../text/legible.ts';
import { createQueue } from '../values/in-turn.ts';
import type { Entry, From, Read } from './replay-entries.ts';
import { contentOf, describe, LONGEST_PICTURE } from './replay-entries.ts';
import { createReplayStore } from './replay-store.ts';

// The library: every match that was played and every replay that was opened in this browser, in its database. Without a
// database the list lasts as long as the page.

type Id = IDBValidKey;

/** How many matches without a name or a star are kept: the newest ones that were played here. */
const MOST_UNNAMED = 1000;

/** @param lost called once, when something could not be kept beyond this visit */
export function createLibrary(lost: () => void) {
  const replayStore = createReplayStore(lost);
  const listeners = new Set<() => void>();
  /** Runs the writes one after the other. */
  const inTurn = createQueue();

  function changed() {
    for (const listener of listeners) listener();
  }

  async function read() {
    await replayStore.read();
    changed();
  }

  async function forgetOldest() {
    const nameless = replayStore.list().filter(({ name, own, star }) => own && name === null && !star);
    for (const { id } of nameless.slice(MOST_UNNAMED)) await replayStore.drop(id);
  }

  inTurn(read);

  return {
    list: replayStore.list,
    text: replayStore.text,
    /** Reads the library again. */
    refresh: () => inTurn(read),

    subscribe(listener: () => void) {
      listeners.add(listener);
    },

    /**
     * Stores a replay. If its text is in the library already, its entry stays where it is; a match that was continued moves
     * to the top. A link to a match that is there adds nothing, and the fuller text of a linked match replaces the link's.
     * @returns its entry; null if there is nothing to keep
     */
    add: (read: Read, text: string, from: From): Promise<Entry | null> =>
      inTurn(async () => {
        const entry = describe(read, text, from);
        if (!entry) return null;
        const all = replayStore.list();
        const before = all.find(({ id }) => id === from.instead);
        const twin = all.find((each) => each !== before && isSame(each, entry));
        const isText = twin?.mark === entry.mark;
        // The stored text has at least as much as the new one: links leave out what bots printed.
        if (twin && !from.own && (entry.linked || isText)) {
          const { content } = entry;
          if (twin.content !== content) await replayStore.change(twin.id, { content });
          return twin;
        }
        const same = twin ?? before;
        if (same) Object.assign(entry, kept(same, entry));
        if (twin) {
          entry.mark = twin.mark;
          if (isText || !from.own) entry.time = twin.time;
          if (before)
            Object.assign(entry, { name: twin.name ?? before.name, star: twin.star || before.star });
        }
        await replayStore.put(entry, text);
        if (twin && before) await replayStore.drop(before.id);
        await forgetOldest();
        changed();
        return entry;
      }),

    /** @returns the entry of a match; undefined if it is not in the library */
    find(read: Read): Entry | undefined {
      const content = contentOf(read);
      return replayStore.list().find((each) => each.content === content);
    },

    /** @param name '' removes the name */
    rename: (id: Id, name: string) => change([id], { name: beginning(name.trim(), LONGEST_NAME) || null }),

    star: (ids: Id[], star: boolean) => change(ids, { star }),

    /** @param picture see `Entry`; if it is too long, nothing is stored */
    depict: (id: Id, picture: string) =>
      picture.length > LONGEST_PICTURE ? Promise.resolve() : change([id], { picture }),

    /** @returns a function that restores them */
    remove: (ids: Id[]): Promise<() => Promise<void>> =>
      inTurn(async () => {
        const putBack: (() => Promise<unknown>)[] = [];
        for (const id of ids) {
          putBack.push(await replayStore.hold(id).catch(() => async () => {}));
          await replayStore.drop(id);
        }
        changed();
        return () =>
          inTurn(async () => {
            for (const put of putBack) await put();
            changed();
          });
      }),
  };

  function change(ids: Id[], news: Parameters<typeof replayStore.change>[1]) {
    return inTurn(async () => {
      const written = ids.map((id) => replayStore.change(id, news));
      // Listeners are told only when it is stored, so that the shown list is the same after a reload.
      try {
        await Promise.all(written);
      } finally {
        if (written.some(Boolean)) changed();
      }
    });
  }
}

/** The fields of an entry that stay when its match is stored again. */
const kept = ({ id, own, name, star, picture }: Entry, now: Entry) => ({
  id,
  own: own || now.own,
  name,
  star,
  picture,
});

/**
 * Whether both are of the same match. The same moves with other prints and times are another match, unless a link left
 * these out. Unfinished matches that began alike may still go on differently.
 */
function isSame(each: Entry, entry: Entry) {
  const mayGoOn = entry.own && entry.result === null;
  const isLinked = each.linked || entry.linked;
  return each.mark === entry.mark || (isLinked && !mayGoOn && each.content === entry.content);
}

export type Library = ReturnType<typeof createLibrary>;
