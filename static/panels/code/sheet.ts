// The sheet: the part of a bot that is in the editor.

import { find } from '../../base/ui/dom.js';
import { inNotice } from '../../base/ui/lazy.js';
import type { Notices } from '../../base/ui/notices.js';
import { MAIN, textAt } from '../../base/values/bundle-shape.js';
import type { Problem } from '../../match/faults.js';
import type { Code } from '../../match/types.js';
import type { Reader } from './asking.ts';
import { createAsking } from './asking.ts';
import { createFileChoice } from './files.ts';
import { lazyEditor } from './lazy.ts';
import type { Moves } from './moving.ts';
import { showProblems } from './problems.ts';

/** Line, how often it ran, milliseconds in all */
export type Profile = [number, number, number][];

interface Outside {
  changed: (path: string, source: string) => void;
  run: () => void;
  pasted: (tidied: { count: number; examples: string[] }) => void;
  /** when the page has time for an editor with colours */
  calm: () => Promise<void>;
  game: () => string;
  reader: Reader;
  notices: Notices;
}

/**
 * Shows one file of a bot in the editor, with the problems and the profile of that file.
 *
 * @param code the bot
 */
export function createSheet(
  host: HTMLElement,
  code: () => Code,
  { changed, run, pasted, calm, game, reader, notices }: Outside,
) {
  const main = () => code().main ?? MAIN;
  /** The path of the file that is in the editor. */
  let shown = main();
  /** of all files */
  let marked: Problem[] = [];
  /** of the file in which the bot begins */
  let profiled: Profile = [];
  const problemList = find(host, '.problems', HTMLElement);
  const files = createFileChoice(find(host, '.code-file', HTMLSelectElement), openFile);
  files.show(code(), shown);
  const handlers = {
    changed: (source: string) => changed(shown, source),
    run,
    moved,
    // The text is in the editor when this is told of.
    pasted: (tidied: any) => void setTimeout(pasted, 0, tidied),
    asking: createAsking(reader, { game, code, path: () => shown, calm, say: inNotice(notices) }),
  };
  const editor = lazyEditor(find(host, '.editor', HTMLElement), code().source, handlers, calm);

  /** Another file of the same bot. */
  function openFile(path: string) {
    const text = textAt(code(), path);
    if (text === null) return;
    editor.turn(text, shown, path);
    shown = path;
    mark(marked);
    profile(profiled);
    files.show(code(), shown);
  }

  /** @param path of the file; that in which the bot begins */
  function goToLine(line: number, path: string = main()) {
    if (path !== shown) openFile(path);
    editor.goToLine(line);
  }

  function profile(lines: Profile) {
    profiled = lines;
    editor.profile(shown === main() ? lines : []);
  }

  function mark(problems: Problem[]) {
    marked = problems;
    editor.mark(problems.filter(({ file }) => (file ?? main()) === shown));
    showProblems(problemList, problems, goToLine);
  }

  /** The text has changed under them. */
  function moved(moves: Moves) {
    const next = new Map(moves);
    marked = marked.flatMap((problem) => next.get(problem) ?? (next.has(problem) ? [] : [problem]));
    showProblems(problemList, marked, goToLine);
  }

  return {
    /**
     * The bot is another one.
     *
     * @param canUndo whether Undo leads back to the text before
     */
    show(canUndo: boolean) {
      shown = main();
      if (canUndo) editor.replace(code().source);
      else editor.open(code().source);
      profiled = [];
      mark([]);
      files.show(code(), shown);
    },
    /** The file that is in the editor. */
    shown: () => ({ path: shown, text: textAt(code(), shown) ?? '' }),
    mark,
    /** How often each line ran and for how long, beside the lines. */
    profile,
    goToLine,
    focus: editor.focus,
  };
}
