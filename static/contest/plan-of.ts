// The plan of a contest, out of its text. No DOM.

import { planIn } from '../base/storage/contest-rows.ts';
import { bareName } from '../base/values/bundle-shape.ts';
import type { ContestRow } from './types.ts';

export type Plan = ReturnType<typeof planIn>;

/** What was chosen for a contest, as its text has it: numbers of its plan, and what its games are played with. */
export function choicesIn({ text }: { text: string }): {
  numbers: Record<string, number>;
  options: Record<string, unknown>;
  clock: Record<string, number>;
} {
  const { plan, options, clock } = JSON.parse(text);
  const numbers = Object.entries(plan).filter(([, value]) => typeof value === 'number');
  return { numbers: Object.fromEntries(numbers) as Record<string, number>, options, clock };
}

/** By contest: a text may be megabytes, lists are drawn again and again, and it never changes. */
const plans = new Map<number, { text: string; plan: Plan }>();

export function planOf({ id, text }: { id: number; text: string }): Plan {
  const known = plans.get(id);
  // Another contest has its number once what the browser keeps was deleted.
  if (known?.text === text) return known.plan;
  const plan = planIn(text);
  plans.set(id, { text, plan });
  return plan;
}

type Come = Pick<ContestRow, 'challenger' | 'origin'>;

/** What a contest comes from. Earlier versions of the page kept only whose challenge it is. */
export const originOf = ({ challenger, origin }: Come) => origin ?? (challenger ? 'challenge' : undefined);

/** What it comes from for others, too: that it was played again is so in this browser. @returns '': its kind says all */
export function sharedOrigin(row: Come): 'climb' | 'challenge' | 'answer' | '' {
  const origin = originOf(row);
  return origin && origin !== 'again' ? origin : '';
}

/**
 * What a contest is called for others: whoever opens its plan is told in their own language what the page has made up.
 *
 * @param usual what the page calls such a contest in its language: earlier versions did not keep who has named it
 * @returns '': nobody has named it
 */
export function sharedTitle({ title, titled, entrants }: ContestRow, usual: string): string {
  const [one, other, third] = entrants;
  // A series is called by its two in every language, with something between them.
  const isOfTwo =
    one && other && !third && title.startsWith(bareName(one)) && title.endsWith(bareName(other));
  return (titled ?? (title !== usual && !isOfTwo)) ? title : '';
}
