// The rules for a bot's name, which is the name of its file. No DOM.

import type { Code } from '../../match/types.ts';
import { bareName, isBundle } from '../values/bundle-shape.ts';
import { fileName } from '../values/file-name.ts';
import { plainName } from '../values/names.ts';
import { LONGEST_NAME } from './legible.ts';

/** Whether a bot got another name than the one that the user gave it. @param got with its ending */
export const isOtherName = (given: string, got: string): boolean =>
  bareName({ name: given.trim() }) !== bareName({ name: got });

/** Makes a file name of what the user typed. @param several whether the bot has several files */
export function tidyName(name: string, several: boolean) {
  const bare = [...plainName(bareName({ name: name.trim() }))].slice(0, LONGEST_NAME - 4).join('');
  return fileName(`${bare}.${several ? 'zip' : 'py'}`, 'my_bot');
}

/**
 * The name of a bot, with a number after it if another bot of its game has the same.
 *
 * @param taken names of the others, without endings
 */
export function freeName(bot: Code, taken: ReadonlySet<string>): string {
  const base = bareName(bot);
  let name = base;
  for (let k = 2; taken.has(name); k += 1) name = `${base}_${k}`;
  return tidyName(name, isBundle(bot));
}
