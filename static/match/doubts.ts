// What is wrong with bots that are not looked at in the editor, as they came together or are entered: whether each of them can
// play. Nothing of them runs for that.

import type { App } from '../app.ts';
import { isBundle, MAIN } from '../base/values/bundle-shape.ts';
import { say, t } from '../base/words/index.ts';
import type { Code } from './types.ts';

/** That it has other functions, or nothing at all. */
const NO_MOVE = ['entry.none', 'entry.nothing'];

/** See `Checked` in py/sandlot_editor/marks.py. */
interface Checked {
  syntax: { line: number; id: string; params: Record<string, unknown> } | null;
  imports: [module: string, line: number][];
}

type Needed = Pick<App, 'arena' | 'reader'>;

/** @returns a sentence about each that will not play, beginning with its name; what could not be checked has none */
export async function doubtsOf(app: Needed, game: string, codes: readonly Code[]): Promise<string[]> {
  const told: string[] = [];
  for (const code of codes) {
    const why = await doubtOf(app, game, code).catch(() => null);
    if (why) told.push(t('files.doubt', { name: code.name, why }));
  }
  return told;
}

/** @returns why it will not play, without its name; null: it may. It fails if that could not be found out. */
export async function doubtOf(app: Needed, game: string, code: Code): Promise<string | null> {
  const { arena, reader } = app;
  const { source } = code;
  await reader.wake();
  const checked: Checked | null = await reader.ask({ kind: 'check', text: source });
  if (!checked) throw new Error('no answer of the reader');
  const { syntax } = checked;
  if (syntax) return t('files.doubt.syntax', { line: syntax.line, why: t(syntax.id, syntax.params) });
  const own = modulesOf(code);
  const imports = checked.imports.filter(([module]) => !own.has(module));
  const absent = await arena.absent(source, imports);
  if (absent) return 'problem' in absent ? say(absent.problem) : t('files.doubt.module', absent);
  const unasked = await arena.entry(game, source);
  if (!unasked) return null;
  if (!NO_MOVE.includes(unasked.why[0])) return say(unasked.why);
  // What a bot of several files imports may be what is asked.
  return isBundle(code) ? null : t('files.doubt.noMove');
}

/** The modules that a bot of several files may have itself, wherever its main file is. */
function modulesOf({ main = MAIN, files = [] }: Code): Set<string> {
  const paths = [main, ...files.map(({ path }) => path)];
  return new Set(paths.flatMap((path) => path.replace(/\.[^/]*$/, '').split('/')));
}
