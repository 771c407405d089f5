// What the rounds of a tournament are called, and how far somebody came in a bracket. No DOM.

import type { Message } from '../match/types.ts';
import type { Called } from './stages.ts';
import { calledIn } from './stages.ts';

/** What a round of a bracket is called; of two brackets their names. */
export function calledSays(called: readonly Called[]): Message {
  const [one = ['compete.round', {}], other] = called.map(
    ({ stage, number }): Message => [stage ? `compete.stage.${stage}` : 'compete.round', { number }],
  );
  return other ? ['compete.stage.both', { one, other }] : one;
}

/** What a round is called. @param kind of the plan @param round from 0 */
export const roundSays = (kind: string, entrants: number, round: number): Message =>
  calledSays(calledIn(kind, entrants, round));

/** Whether somebody is out after a loss, or after two. */
export const isElimination = (kind: string) => kind.endsWith('elimination');

/** What is said of who has withdrawn. @param from the first round, from 0, that it no longer plays */
export const withdrawnSays = (kind: string, entrants: number, from: number): Message =>
  isElimination(kind)
    ? ['compete.withdrawn.bracket', { round: roundSays(kind, entrants, from) }]
    : ['compete.withdrawn', { round: from + 1 }];

/** The places that all share who went out of a bracket in the same round. */
export const sharedWords = ([first, last]: readonly [number, number]) =>
  first === last ? String(first) : `${first}–${last}`;
