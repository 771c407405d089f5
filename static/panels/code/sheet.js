// The sheet: the part of a bot that is in the editor.

import { find } from '../../base/ui/dom.js';
import { inNotice } from '../../base/ui/lazy.js';
import { MAIN, textAt } from '../../base/values/bundle-shape.js';
import { createAsking } from './asking.js';
import { createFileChoice } from './files.js';
import { lazyEditor } from './lazy.js';
import { showProblems } from './problems.js';

/** @typedef {import('../../match/types.js').Code} Code */
/** @typedef {import('../../match/faults.js').Problem} Problem */
/** @typedef {[number, number, number][]} Profile line, how often it ran, milliseconds in all */

/**
 * Shows one file of a bot in the editor, with the problems and the profile of that file.
 *
 * @param {HTMLElement} host
 * @param {() => Code} code the bot
 * @param {object} outside
 * @param {(path: string, source: string) => void} outside.changed
 * @param {() => void} outside.run
 * @param {(tidied: {count: number, examples: string[]}) => void} outside.pasted
 * @param {() => Promise<void>} outside.calm when the page has time for an editor with colours
 * @param {() => string} outside.game
 * @param {import('./asking.js').Reader} outside.reader
 * @param {import('../../base/ui/notices.js').Notices} outside.notices
 */
export function createSheet(host, code, { changed, run, pasted, calm, game, reader, notices }) {
  const main = () => code().main ?? MAIN;
  /** The path of the file that is in the editor. */
  let shown = main();
  /** @type {Problem[]} of all files */
  let marked = [];
  /** @type {Profile} of the file in which the bot begins */
  let profiled = [];
  const problemList = find(host, '.problems', HTMLElement);
  const files = createFileChoice(find(host, '.code-file', HTMLSelectElement), openFile);
  files.show(code(), shown);
  const handlers = {
    changed: (/** @type {string} */ source) => changed(shown, source),
    run,
    moved,
    // The text is in the editor when this is told of.
    pasted: (/** @type {any} */ tidied) => void setTimeout(pasted, 0, tidied),
    asking: createAsking(reader, { game, code, path: () => shown, calm, say: inNotice(notices) }),
  };
  const editor = lazyEditor(find(host, '.editor', HTMLElement), code().source, handlers, calm);

  /** Another file of the same bot. @param {string} path */
  function openFile(path) {
    const text = textAt(code(), path);
    if (text === null) return;
    editor.turn(text, shown, path);
    shown = path;
    mark(marked);
    profile(profiled);
    files.show(code(), shown);
  }

  /** @param {number} line @param {string} [path] of the file; that in which the bot begins */
  function goToLine(line, path = main()) {
    if (path !== shown) openFile(path);
    editor.goToLine(line);
  }

  /** @param {Profile} lines */
  function profile(lines) {
    profiled = lines;
    editor.profile(shown === main() ? lines : []);
  }

  /** @param {Problem[]} problems */
  function mark(problems) {
    marked = problems;
    editor.mark(problems.filter(({ file }) => (file ?? main()) === shown));
    showProblems(problemList, problems, goToLine);
  }

  /** The text has changed under them. @param {import('./moving.js').Moves} moves */
  function moved(moves) {
    const next = new Map(moves);
    marked = marked.flatMap((problem) => next.get(problem) ?? (next.has(problem) ? [] : [problem]));
    showProblems(problemList, marked, goToLine);
  }

  return {
    /** The bot is another one. @param {boolean} canUndo whether Undo leads back to the text before */
    show(canUndo) {
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
