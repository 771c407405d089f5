import type { Header } from './types.ts';

/**
 * The house bot that sits for the opponent where a strong bot plays on in the place of the loser: the opponent itself, if it
 * is one of the house, or else the strong bot. So the same turn is judged in the same way again, in another visit as well.
 *
 * @param by the strong bot
 */
export const rivalOf = ({ name, kind }: Header['players'][number], by: string, house: readonly string[]) =>
  kind === 'house' && house.includes(name) ? name : by;
