// What is wrong with bots that are not looked at in the editor, as they came together or are entered: whether each of them can
// play.

import type { App } from '../app.ts';
import { isBundle } from '../base/values/bundle-shape.ts';
import { say, t } from '../base/words/index.ts';
import type { Code } from './types.ts';

/** That it has other functions, or nothing at all. */
const NO_MOVE = ['entry.none', 'entry.nothing'];

type Needed = Pick<App, 'arena' | 'reader'>;

/** @returns a sentence about each that will not play, beginning with its name */
export async function doubtsOf(app: Needed, game: string, codes: readonly Code[]): Promise<string[]> {
  const told: string[] = [];
  for (const code of codes) {
    const why = await doubtOf(app, game, code);
    if (why) told.push(t('files.doubt', { name: code.name, why }));
  }
  return told;
}

/** @returns why it will not play, without its name; null: it may */
export async function doubtOf({ arena, reader }: Needed, game: string, code: Code): Promise<string | null> {
  // What a bot of several files imports may be what is asked.
  if (isBundle(code)) return null;
  const { source } = code;
  const canRead = await reader.wake().then(
    () => true,
    () => false,
  );
  const wrong = canRead ? await syntaxOf(source) : null;
  if (wrong) return t('files.doubt.syntax', wrong);
  const unasked = await arena.entry(game, source);
  if (!unasked) return null;
  return NO_MOVE.includes(unasked.why[0]) ? t('files.doubt.noMove') : say(unasked.why);

  /** @returns null: Python can read it, or there was no answer, as of a text that is too long for the reader */
  async function syntaxOf(text: string) {
    const marks = await reader.ask({ kind: 'marks', game, name: 'main.py', text });
    const mark = marks?.find(({ id }: { id: string }) => id === 'reading.syntax');
    return mark ? { line: mark.line, why: t(mark.id, mark.params) } : null;
  }
}
