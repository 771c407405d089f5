// Whether the tab that plays is awake. A browser may put a hidden tab to sleep: it keeps its lock and says nothing, so the
// tabs that watch ask it now and then.

/** Milliseconds between two questions. */
const QUESTION_EVERY_MS = 5000;
/** Questions without an answer: a tab that is busy answers later, and one that was asleep itself has asked only once. */
const MOST_UNANSWERED = 3;

/** @param changed whether it is silent */
export function createHeartbeat(ask: () => void, changed: () => void) {
  let timer: ReturnType<typeof setInterval> | undefined;
  let asked = 0;
  const isSilent = () => asked > MOST_UNANSWERED;

  function heard() {
    const was = isSilent();
    asked = 0;
    if (was) changed();
  }

  function look() {
    asked += 1;
    ask();
    if (asked === MOST_UNANSWERED + 1) changed();
  }

  return {
    isSilent,
    /** The tab that plays has said something. */
    heard,
    /** @param isOn whether there is something that another tab is to play */
    watch(isOn: boolean) {
      if (isOn === (timer !== undefined)) return;
      clearInterval(timer);
      timer = isOn ? setInterval(look, QUESTION_EVERY_MS) : undefined;
      heard();
    },
  };
}

export type Heartbeat = ReturnType<typeof createHeartbeat>;
