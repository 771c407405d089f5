// The plan of a contest, out of its text. No DOM.

/** @typedef {{kind: string, seeds: {first: number, given: number[]}}} Plan */

/** By contest: a text may be megabytes, lists are drawn again and again, and it never changes. @type {Map<number, Plan>} */
const plans = new Map();

/** @param {{id: number, text: string}} row @returns {Plan} */
export function planOf({ id, text }) {
  const known = plans.get(id);
  if (known) return known;
  const { plan } = JSON.parse(text);
  const read = { ...plan, seeds: { first: 0, given: [], ...plan.seeds } };
  plans.set(id, read);
  return read;
}
