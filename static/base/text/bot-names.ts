// What a bot may be called: as its file is. No DOM.

import { bareName } from '../values/bundle-shape.ts';
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
