// Which tab plays the contests, and what tabs tell each other. One tab plays all of them. When it is closed, another one
// goes on; when the browser has put it to sleep, a person can let another one take over.

import { channelOf, locked } from '../base/storage/tabs.ts';
import {
  fits,
  flag,
  message,
  number,
  object,
  oneOf,
  optional,
  orNull,
  whole,
} from '../base/values/shapes.ts';
import type { Progress } from './types.ts';

const NAME = 'sandlot.contests';

const CHANGED = object({ what: oneOf(['changed']), id: whole(1) });
const count = number(0, Number.MAX_VALUE);
const TOLD = object({
  what: oneOf(['progress']),
  id: whole(1),
  progress: object({
    ...{ games: whole(0), known: whole(0), rate: orNull(count), left: orNull(count) },
    speed: orNull(object({ seconds: count, lanes: whole(1) })),
    nextRound: optional(whole(0)),
    ...{ here: flag, trouble: orNull(message) },
  }),
});
const CALL = object({ what: oneOf(['asks', 'plays']) });

type Changed = { what: 'changed'; id: number };

type Told = { what: 'progress'; id: number; progress: Progress };

/** asks: is the tab that plays awake? plays: it is. */
type Call = { what: 'asks' } | { what: 'plays' };

export function createTabs(hear: (news: Changed | Told | Call) => void) {
  let isOver = false;
  let isAlone = false;
  let leave = () => {};
  /** The number of the latest request for the lock. An earlier one, which still waits, lets go as soon as it has it. */
  let latest = 0;
  const channel = channelOf(NAME);
  channel?.addEventListener('message', ({ data }) => {
    // It may be a tab with another version of this page.
    if (fits(CHANGED, data) || fits(TOLD, data) || fits(CALL, data)) hear(data);
  });

  return {
    /** Whether this tab can hear of others. */
    hears: () => channel !== null && !isAlone,
    tell: (news: Changed | Told | Call) => void (isAlone || channel?.postMessage(news)),
    /**
     * This tab keeps its contests itself, as there is no database: no other one could play them, and what others tell is
     * about contests of theirs.
     */
    alone() {
      isAlone = true;
      channel?.close();
    },
    /**
     * Calls back as soon as it is this tab that plays. Without locks every tab does.
     * @param lost another tab has taken over; this one waits again
     * @param how steal: takes over at once, whoever plays now
     */
    async lead(work: () => void, lost: () => void, how: { steal?: true } = {}) {
      latest += 1;
      const mine = latest;
      const play = async () => {
        if (isOver || mine !== latest) return;
        work();
        await new Promise((resolve) => {
          leave = () => resolve(undefined);
        });
      };
      try {
        await (isAlone ? play() : locked(NAME, play, how));
      } catch {
        if (isOver) return;
        lost();
        this.lead(work, lost);
      }
    },
    /** This tab does not play any more: another one may. */
    leave() {
      isOver = true;
      leave();
    },
  };
}

export type Tabs = ReturnType<typeof createTabs>;
