// Which tab plays the contests, and what tabs tell each other. One tab plays all of them; when it is closed another one
// goes on.

import { channelOf, locked } from '../base/kept/tabs.js';
import { fits, flag, message, number, object, oneOf, orNull, whole } from '../base/values/shapes.js';

const NAME = 'sandlot.contests';

const CHANGED = object({ what: oneOf(['changed']), id: whole(1) });
const count = number(0, Number.MAX_VALUE);
const TOLD = object({
  what: oneOf(['progress']),
  id: whole(1),
  progress: object({
    ...{ games: whole(0), known: whole(0), rate: orNull(count), left: orNull(count) },
    ...{ here: flag, trouble: orNull(message) },
  }),
});

/**
 * @typedef {{what: 'changed', id: number}} Changed
 * @typedef {{what: 'progress', id: number, progress: import('./types.js').Progress}} Told
 *
 * @param {(news: Changed | Told) => void} hear what another tab says
 */
export function createTabs(hear) {
  let isOver = false;
  let leave = () => {};
  const channel = channelOf(NAME);
  channel?.addEventListener('message', ({ data }) => {
    // It may be a tab with another version of this page.
    if (fits(CHANGED, data) || fits(TOLD, data)) hear(data);
  });

  return {
    /** @param {Changed | Told} news */
    tell: (news) => channel?.postMessage(news),
    /** Calls back as soon as it is this tab that plays. Without locks every tab does. @param {() => void} work */
    lead: (work) =>
      locked(NAME, async () => {
        if (isOver) return;
        work();
        await new Promise((resolve) => {
          leave = () => resolve(undefined);
        });
      }),
    /** This tab does not play any more: another one may. */
    leave() {
      isOver = true;
      leave();
    },
  };
}

/** @typedef {ReturnType<typeof createTabs>} Tabs */
