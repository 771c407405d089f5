// Numbers of standings, as they are written.

import { fixed } from '../../base/words/index.ts';

/** Groups are called A to Z, then by numbers. @param group from 1 */
export const groupLetter = (group: number) =>
  group >= 1 && group <= 26 ? String.fromCharCode(64 + group) : String(group);

/** Points have halves, or shares of a game of many. */
export const pointsText = (points: number) =>
  fixed(points, Number.isInteger(points) ? 0 : Number.isInteger(2 * points) ? 1 : 2);
