// What goes wrong with what the browser keeps, told to whoever shows it. The page may be too young for that: then it waits.

export interface Troubles {
  /** The first time that something cannot be kept. */
  lost: () => void;
  /** What stood there does not fit, and was set aside. */
  aside: (where: string) => void;
  /** What stands there does not fit, and could not be set aside: it stays. */
  stays: (where: string) => void;
  /** What was to be kept there is not: there is no room, or it could not be read again. */
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

/** Tells the listener. */
export const told: Troubles = {
  lost: () => tell(({ lost }) => lost()),
  aside: (where) => tell(({ aside }) => aside(where)),
  stays: (where) => tell(({ stays }) => stays(where)),
  refused: (where) => tell(({ refused }) => refused(where)),
};
