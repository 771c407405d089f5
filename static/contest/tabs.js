// Which tab plays the contests, and what tabs tell each other. One tab plays all of them; when it is closed another one
// goes on.

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
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME);
  channel?.addEventListener('message', ({ data }) => {
    // It may be a tab with another version of this page.
    if (fits(CHANGED, data) || fits(TOLD, data)) hear(data);
  });

  return {
    /** @param {Changed | Told} news */
    tell: (news) => channel?.postMessage(news),
    /** Calls back as soon as it is this tab that plays. Without locks, as in a page without HTTPS, every tab does. @param {() => void} work */
    async lead(work) {
      if (!navigator.locks) return work();
      await navigator.locks.request(NAME, () => {
        if (isOver) return undefined;
        work();
        return new Promise((resolve) => {
          leave = () => resolve(undefined);
        });
      });
    },
    /** This tab does not play any more: another one may. */
    leave() {
      isOver = true;
      leave();
    },
  };
}

/** @typedef {ReturnType<typeof createTabs>} Tabs */
