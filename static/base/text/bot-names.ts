// What a bot may be called: as its file is. No DOM.

import type { Code } from '../../match/types.ts';
import { bareName, isBundle } from '../values/bundle-shape.ts';
import { fileName } from '../values/file-name.ts';
import { plainName } from '../values/names.ts';
import { LONGEST_NAME } from './legible.ts';

/** Whether somebody gave a bot a name that it could not get. @param got with its ending */
export const isOtherName = (given: string, got: string): boolean =>
  bareName({ name: given.trim() }) !== bareName({ name: got });

/** A bot is called as its file is. @param several whether it has several files */
export function tidyName(name: string, several: boolean) {
  const bare = [...plainName(bareName({ name: name.trim() }))].slice(0, LONGEST_NAME - 4).join('');
  return fileName(`${bare}.${several ? 'zip' : 'py'}`, 'my_bot');
}

/**
 * The name of a bot where no other bot of its game has it, else with a number behind it.
 *
 * @param taken names of the others, without endings
 */
export function freeName(bot: Code, taken: ReadonlySet<string>): string {
  const base = bareName(bot);
  let name = base;
  for (let k = 2; taken.has(name); k += 1) name = `${base}_${k}`;
  return tidyName(name, isBundle(bot));
}
