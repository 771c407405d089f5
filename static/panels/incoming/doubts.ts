// What is wrong with bots that came together, none of which is looked at in the editor: whether each of them can play.

import type { App } from '../../app.ts';
import { isBundle } from '../../base/values/bundle-shape.ts';
import { say, t } from '../../base/words/index.ts';
import type { Code } from '../../match/types.ts';

/** That it has other functions, or nothing at all. */
const NO_MOVE = ['entry.none', 'entry.nothing'];

/** @returns a sentence about each that will not play, beginning with its name */
export async function doubtsOf(
  { arena, reader }: Pick<App, 'arena' | 'reader'>,
  game: string,
  codes: readonly Code[],
): Promise<string[]> {
  const told: string[] = [];
  // What a bot of several files imports may be what is asked.
  const single = codes.filter((code) => !isBundle(code));
  if (single.length === 0) return told;
  const canRead = await reader.wake().then(
    () => true,
    () => false,
  );
  for (const { name, source } of single) {
    const wrong = canRead ? await syntaxOf(source) : null;
    if (wrong) told.push(t('files.doubt.syntax', { name, ...wrong }));
    else {
      const unasked = await arena.entry(game, source);
      if (unasked && NO_MOVE.includes(unasked.why[0])) told.push(t('files.doubt.noMove', { name }));
      else if (unasked) told.push(t('files.doubt.entry', { name, why: say(unasked.why) }));
    }
  }
  return told;

  /** @returns null: Python can read it, or there was no answer, as of a text that is too long for the reader */
  async function syntaxOf(text: string) {
    const marks = await reader.ask({ kind: 'marks', game, name: 'main.py', text });
    const mark = marks?.find(({ id }: { id: string }) => id === 'reading.syntax');
    return mark ? { line: mark.line, why: t(mark.id, mark.params) } : null;
  }
}
