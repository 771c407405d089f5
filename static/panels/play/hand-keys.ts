// The keys with which somebody has just played by hand. Who is out, or whose match is over, presses on for a moment, and means
// neither the timeline nor anything else of the page by that. One rule for the keys of all games. No DOM.

/** Milliseconds after such a press, or after the end of the match, in which another one is still meant for the game. */
const PRESSED_ON = 2000;

const LETTERS = /^Key[WASD]$/;

/** Keys that steer together: who has pressed one of them may press another one on. By the position of the key. */
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
    /** The hand took a key. */
    took(code: string) {
      taken.add(familyOf(code));
      latest = now();
    },
    /** The match is over: its end is seen for a while before its keys have other meanings. */
    over() {
      latest = now();
    },
    /** What is pressed from now on is meant for the page. */
    free() {
      taken.clear();
    },
    /** Whether a key that the hand does not take any more is still meant for it. */
    isMeant(code: string): boolean {
      if (!taken.has(familyOf(code)) || now() - latest >= PRESSED_ON) return false;
      latest = now();
      return true;
    },
  };
}
