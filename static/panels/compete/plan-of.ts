// The plan of a contest, out of its text. No DOM.

import { planIn } from '../../base/storage/contest-rows.ts';

export type Plan = ReturnType<typeof planIn>;

/** By contest: a text may be megabytes, lists are drawn again and again, and it never changes. */
const plans = new Map<number, Plan>();

export function planOf({ id, text }: { id: number; text: string }): Plan {
  const read = plans.get(id) ?? planIn(text);
  plans.set(id, read);
  return read;
}
