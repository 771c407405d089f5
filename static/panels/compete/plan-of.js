// The plan of a contest, out of its text. No DOM.

import { planIn } from '../../base/kept/contest-rows.js';

/** @typedef {ReturnType<typeof planIn>} Plan */

/** By contest: a text may be megabytes, lists are drawn again and again, and it never changes. @type {Map<number, Plan>} */
const plans = new Map();

/** @param {{id: number, text: string}} row @returns {Plan} */
export function planOf({ id, text }) {
  const read = plans.get(id) ?? planIn(text);
  plans.set(id, read);
  return read;
}
