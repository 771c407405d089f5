// What goes wrong with what the browser keeps, told to whoever shows it. The page may be too young for that: then it waits.

/**
 * @typedef {object} Troubles
 * @property {() => void} lost the first time that something cannot be kept
 * @property {(where: string) => void} aside what stood there does not fit, and was set aside
 * @property {(where: string) => void} stays what stands there does not fit, and could not be set aside: it stays
 * @property {(where: string) => void} refused what was to be kept there is not: there is no room, or it could not be read again
 */

/** Troubles from before the page could show them. @type {((troubles: Troubles) => void)[]} */
let early = [];
/** @type {Troubles | null} */
let listener = null;

/** @param {(troubles: Troubles) => void} say */
function tell(say) {
  if (listener) say(listener);
  else early.push(say);
}

/** Sets the listener that shows troubles on the page; it also hears the earlier ones. @param {Troubles} troubles */
export function hearTroubles(troubles) {
  listener = troubles;
  for (const say of early) say(troubles);
  early = [];
}

/** Tells the listener. @type {Troubles} */
export const told = {
  lost: () => tell(({ lost }) => lost()),
  aside: (where) => tell(({ aside }) => aside(where)),
  stays: (where) => tell(({ stays }) => stays(where)),
  refused: (where) => tell(({ refused }) => refused(where)),
};
