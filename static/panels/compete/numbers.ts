// The letters of groups in standings.

/** Groups are called A to Z, then by numbers. @param group from 1 */
export const groupLetter = (group: number) =>
  group >= 1 && group <= 26 ? String.fromCharCode(64 + group) : String(group);
