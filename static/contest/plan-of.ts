// The plan of a contest, out of its text. No DOM.

import { planIn } from '../base/storage/contest-rows.ts';

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
const plans = new Map<number, Plan>();

export function planOf({ id, text }: { id: number; text: string }): Plan {
  const read = plans.get(id) ?? planIn(text);
  plans.set(id, read);
  return read;
}
