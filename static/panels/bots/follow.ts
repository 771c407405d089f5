// Follows a file or a folder on disk: whenever another program saves it, the bot in the editor gets its text. A text that was
// written in the page meanwhile becomes a version first. No DOM.

import type { createFollowed } from '../../base/storage/followed.ts';
import { isSame } from '../../base/values/bundle-shape.ts';
import type { Code, LaidOut } from '../../match/types.ts';
import type { Found, Handle } from './disk.ts';

export type Follow = ReturnType<typeof createFollow>;
/** asks: the user has to allow again that the file is read */
type State = 'on' | 'asks';
type May = (how: { mode: 'read' }) => Promise<PermissionState>;
/** A file handle in browsers that let a page read a file again. */
export type Asked = Handle & { queryPermission: May; requestPermission: May };

export interface Options {
  lookAt: (handle: Handle) => Promise<Found | null>;
  /** resolves after a moment */
  pause: () => Promise<void>;
  /** resolves with null if it is not a bot, which the user was told */
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
  /** called when another file is followed, or its state changed */
  changed: () => void;
}

interface Following {
  id: number;
  handle: Handle;
  runs: boolean;
  state: State;
  mark: string;
  /** the code that was last read; null if none yet */
  text: Code | null;
  failures: number;
}

/** How many reads may fail in a row: a program that saves a file may replace it, so that it is missing for a moment. */
const MOST_FAILURES = 5;
/** How many times a file is read until it is no longer being written. */
const MOST_LOOKS = 20;

export function createFollow(options: Options) {
  const { lookAt, read, kept, editor, say, changed } = options;
  let following: Following | null = null;
  let looking = false;
  /** Whether something has changed since the current read began. */
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
    // It is still followed, because it may come back: with another branch of a repository, or when a disk is connected again.
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
    /** The followed file, for the menu; null if none is followed. */
    shown: () =>
      following && {
        name: following.handle.name,
        kind: following.handle.kind,
        runs: following.runs,
        state: following.state,
      },

    /** The file or folder to watch; null if none. */
    handle: (): Handle | null => (following?.state === 'on' ? following.handle : null),

    /** Reads the file, and takes its text if it is newer. */
    look,
    stop,

    /** Begins to follow a file or folder. Its text becomes a new bot, or continues the bot with the same name. */
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

    /** Another bot is in the editor, or the page was loaded: follows the bot's file again, if the browser allows it. */
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

    /** Asks the user again for permission. Browsers require that this follows a click. */
    async allow() {
      const here = following;
      if (!here) return;
      const may = await (here.handle as Asked).requestPermission({ mode: 'read' });
      if (may === 'granted') here.state = 'on';
      changed();
      await look();
    },

    /** @param runs whether each change of the file starts a match */
    async setRuns(runs: boolean) {
      if (!following) return;
      following.runs = runs;
      await kept.put(following.id, { handle: following.handle, runs });
    },
  };
}

/** Waits until the file does not change any more, because programs may write it in parts, and returns its content. */
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
 * Takes the text from disk if it differs from the last one.
 *
 * @param isHere whether the file is still followed and its bot is in the editor
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
  // Programs empty a file before they write it.
  if (found.files.every(({ data }) => data.size === 0)) return;
  const next = await read(here.handle, found.files);
  // If it had changed while it was read, reading would have failed, and it would be read again.
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
 * Makes a version of a text that was written in the page.
 *
 * @param taken the text that was last read from disk, of which no version is needed
 * @returns false if it could not be stored
 */
async function keepOwn(taken: Code | null, editor: Options['editor'], say: Options['say']): Promise<boolean> {
  const own = editor.code();
  if (taken && isSame(taken, own)) return true;
  const { number, stored } = await editor.keepVersion();
  if (!stored) return false;
  say('follow.kept', { number });
  // The user may have typed meanwhile, so the text is checked again.
  return keepOwn(own, editor, say);
}
