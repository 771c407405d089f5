// The keys with which the user has just played by hand. After a match, or when out of it, users press on for a moment; these keys
// must not move the timeline or trigger shortcuts. One rule for all games. No DOM.

/** A press is still for the game within this many milliseconds after such a press, or after the end of the match. */
const PRESSED_ON = 2000;

const LETTERS = /^Key[WASD]$/;

/** The group of keys to which a key belongs, by its position: a user who has pressed one of them may press another. */
function familyOf(code: string) {
  if (code.startsWith('Arrow')) return 'arrows';
  return LETTERS.test(code) ? 'letters' : code;
}

export function createHandKeys(now: () => number = () => performance.now()) {
  const taken = new Set<string>();
  let latest = Number.NEGATIVE_INFINITY;
  return {
    /** A match begins. */
    begin() {
      taken.clear();
      latest = Number.NEGATIVE_INFINITY;
    },
    /** To be called when the hand has used a key. */
    took(code: string) {
      taken.add(familyOf(code));
      latest = now();
    },
    /** The match is over: its keys get their other meanings only after a while. */
    over() {
      latest = now();
    },
    /** All keys are for the page from now on. */
    free() {
      taken.clear();
    },
    /** Whether a key that the hand no longer uses is still meant for it. */
    isMeant(code: string): boolean {
      if (!taken.has(familyOf(code)) || now() - latest >= PRESSED_ON) return false;
      latest = now();
      return true;
    },
  };
}
