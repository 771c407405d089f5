// Follows a file or a folder on disk: whenever it is saved in another program, the bot in the editor takes its text. What
// was written in the page meanwhile becomes a version first. No DOM.

import type { createFollowed } from '../../base/storage/followed.ts';
import { isSame } from '../../base/values/bundle-shape.ts';
import type { Code, LaidOut } from '../../match/types.ts';
import type { Found, Handle } from './disk.ts';

export type Follow = ReturnType<typeof createFollow>;
/** asks: the browser wants to be asked again whether it may be read */
type State = 'on' | 'asks';
type May = (how: { mode: 'read' }) => Promise<PermissionState>;
/** What browsers have that let a page read a file again. */
export type Asked = Handle & { queryPermission: May; requestPermission: May };

export interface Options {
  lookAt: (handle: Handle) => Promise<Found | null>;
  /** resolves after a moment */
  pause: () => Promise<void>;
  /** @returns null: it is no bot, which was said */
  read: (handle: Handle, files: LaidOut[]) => Promise<Code | null>;
  kept: ReturnType<typeof createFollowed>;
  editor: {
    id: () => number;
    code: () => Code;
    put: (code: Code) => void;
    receive: (code: Code) => Promise<boolean>;
    keepVersion: () => Promise<{ number: number; stored: boolean }>;
  };
  run: () => void;
  say: (id: string, params: Record<string, unknown>, bad?: boolean) => void;
  /** what is followed, or how */
  changed: () => void;
}

interface Following {
  id: number;
  handle: Handle;
  runs: boolean;
  state: State;
  mark: string;
  /** what was taken last; null: nothing yet */
  text: Code | null;
  failures: number;
}

/** A program that saves a file may replace it: for a moment it is not there. */
const MOST_FAILURES = 5;
/** How often it is looked whether a file is still being written. */
const MOST_LOOKS = 20;

export function createFollow(options: Options) {
  const { lookAt, read, kept, editor, say, changed } = options;
  let following: Following | null = null;
  let looking = false;
  /** Whether something has changed since the look that is under way began. */
  let isDue = false;

  function begin(id: number, handle: Handle, runs: boolean, state: State) {
    following = { id, handle, runs, state, mark: '', text: null, failures: 0 };
    changed();
  }

  function stop() {
    if (following) kept.drop(following.id);
    following = null;
    changed();
  }

  async function failed(here: Following, error: unknown) {
    const may = await (here.handle as Asked).queryPermission({ mode: 'read' }).catch(() => 'prompt');
    if (following !== here) return;
    const isTaken = may !== 'granted' || (error instanceof Error && error.name === 'NotAllowedError');
    if (isTaken) {
      here.state = 'asks';
      return changed();
    }
    here.failures += 1;
    // It may come back: another branch of a repository, a disk that is put in again.
    if (here.failures === MOST_FAILURES) say('follow.gone', { name: here.handle.name }, true);
  }

  async function look() {
    const here = following;
    isDue = looking;
    if (!here || here.state !== 'on' || looking) return;
    looking = true;
    try {
      await take(here, options, () => following === here && editor.id() === here.id);
    } catch (error) {
      await failed(here, error);
    } finally {
      looking = false;
    }
    if (isDue) await look();
  }

  return {
    /** @returns null: nothing is followed */
    shown: () =>
      following && {
        name: following.handle.name,
        kind: following.handle.kind,
        runs: following.runs,
        state: following.state,
      },

    /** What is to be watched. */
    handle: (): Handle | null => (following?.state === 'on' ? following.handle : null),

    /** Looks whether there is a newer text, and takes it. */
    look,
    stop,

    /** Follows a file or folder from now on; its text becomes a bot, or goes on under the same name. */
    async start(handle: Handle) {
      const found = await lookAt(handle);
      if (!found) return say('follow.large', { name: handle.name }, true);
      const code = await read(handle, found.files);
      if (!code) return;
      if (!(await editor.receive(code))) return;
      const id = editor.id();
      await kept.put(id, { handle, runs: false });
      begin(id, handle, false, 'on');
      if (following) Object.assign(following, { mark: found.mark, text: code });
    },

    /** Another bot is in the editor, or the page was loaded: its file is followed again, if the browser allows it. */
    async turn() {
      const id = editor.id();
      if (following?.id === id) return;
      following = null;
      const found = await kept.get(id);
      if (editor.id() !== id) return;
      if (!found) return changed();
      const may = await (found.handle as Asked).queryPermission({ mode: 'read' });
      if (editor.id() === id) begin(id, found.handle, found.runs, may === 'granted' ? 'on' : 'asks');
    },

    /** Asks the browser again, which it wants to be done in answer to a click. */
    async allow() {
      const here = following;
      if (!here) return;
      const may = await (here.handle as Asked).requestPermission({ mode: 'read' });
      if (may === 'granted') here.state = 'on';
      changed();
      await look();
    },

    /** @param runs whether each change is run */
    async setRuns(runs: boolean) {
      if (!following) return;
      following.runs = runs;
      await kept.put(following.id, { handle: following.handle, runs });
    },
  };
}

/** What is there, once nobody writes it any more: a program that saves a file may write it in parts. */
async function settled(here: Following, { lookAt, pause }: Options) {
  let found = await lookAt(here.handle);
  for (let k = 0; k < MOST_LOOKS && found && found.mark !== here.mark; k += 1) {
    await pause();
    const next = await lookAt(here.handle);
    if (next?.mark === found.mark) return next;
    found = next;
  }
  return found;
}

/**
 * Takes the text that is on disk, if it is another one than before.
 *
 * @param isHere whether it is still what is followed, and its bot is in the editor
 */
async function take(here: Following, options: Options, isHere: () => boolean) {
  const { read, editor, run, say } = options;
  const found = await settled(here, options);
  const { name } = here.handle;
  here.failures = 0;
  if (!found || found.mark === here.mark) {
    if (!found && here.mark !== 'large') say('follow.large', { name }, true);
    if (!found) here.mark = 'large';
    return;
  }
  // A program empties a file before it writes it.
  if (found.files.every(({ data }) => data.size === 0)) return;
  const next = await read(here.handle, found.files);
  // Had it changed while it was read, that would have failed, and it is looked at again.
  here.mark = found.mark;
  if (!next || !isHere()) return;
  const isFirst = here.text === null;
  if (!isSame(next, editor.code())) {
    if (!(await keepOwn(here.text, editor, say))) return say('follow.notKept', { name }, true);
    if (!isHere()) return;
    editor.put({ ...next, name: editor.code().name });
  }
  here.text = next;
  if (here.runs && !isFirst) run();
}

/**
 * Keeps what was written in the page.
 *
 * @param taken what was taken from the disk last, which needs no keeping
 * @returns false: it could not be kept
 */
async function keepOwn(taken: Code | null, editor: Options['editor'], say: Options['say']): Promise<boolean> {
  const own = editor.code();
  if (taken && isSame(taken, own)) return true;
  const { number, stored } = await editor.keepVersion();
  if (!stored) return false;
  say('follow.kept', { number });
  // Somebody may be typing.
  return keepOwn(own, editor, say);
}
