// Passes problems with the browser's storage to the part of the page that shows them. Problems that occur before that part
// is there wait for it.

export interface Troubles {
  /** Called the first time that something cannot be stored. */
  lost: () => void;
  /** The stored value does not fit, and was set aside. */
  aside: (where: string) => void;
  /** The stored value does not fit and could not be set aside, so it stays. */
  stays: (where: string) => void;
  /** A value was not stored: there is no room, or it could not be read back. */
  refused: (where: string) => void;
}

/** Troubles from before the page could show them. */
let early: ((troubles: Troubles) => void)[] = [];
let listener: Troubles | null = null;

function tell(say: (troubles: Troubles) => void) {
  if (listener) say(listener);
  else early.push(say);
}

/** Sets the listener that shows troubles on the page; it also hears the earlier ones. */
export function hearTroubles(troubles: Troubles) {
  listener = troubles;
  for (const say of early) say(troubles);
  early = [];
}

/** Passes each problem to the listener. */
export const told: Troubles = {
  lost: () => tell(({ lost }) => lost()),
  aside: (where) => tell(({ aside }) => aside(where)),
  stays: (where) => tell(({ stays }) => stays(where)),
  refused: (where) => tell(({ refused }) => refused(where)),
};
