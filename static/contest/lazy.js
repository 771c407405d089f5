// Loads the contests when somebody wants to see them, or when one was running at the last visit.

import { lazy } from '../base/values/lazy.js';

/** @typedef {import('./types.js').Contests} Contests */

/**
 * Whether the browser has frozen this page, as some do with hidden ones.
 * @param {Pick<EventTarget, 'addEventListener'>} events of the document
 */
function createSleep(events) {
  let isOn = false;
  events.addEventListener('freeze', () => {
    isOn = true;
  });
  events.addEventListener('resume', () => {
    isOn = false;
  });
  return {
    isOn: () => isOn,
    /** @param {() => void} work */
    onWake: (work) => events.addEventListener('resume', work),
  };
}

/**
 * @param {Omit<Parameters<typeof import('./index.js').createContests>[0], 'note' | 'isHidden' | 'sleep' | 'machine'> & {
 *   store: import('../base/kept/settings.js').Store,
 * }} outside
 * @returns {{load: () => Promise<Contests>, isUnderWay: () => boolean}} load: always the same ones; isUnderWay: whether a contest
 *   was running at the last visit
 */
export function lazyContests({ store, ...outside }) {
  return {
    load: lazy(async () => {
      const { createContests } = await import('./index.js');
      return createContests({
        ...outside,
        isHidden: () => document.visibilityState === 'hidden',
        sleep: createSleep(document),
        note: (isRunning) =>
          store.get('contesting', false) !== isRunning && store.set('contesting', isRunning),
        machine: {
          cores: navigator.hardwareConcurrency ?? 2,
          memory: /** @type {{deviceMemory?: number}} */ (navigator).deviceMemory,
        },
      });
    }),
    isUnderWay: () => store.get('contesting', false),
  };
}
