// Loads the contests when somebody wants to see them, or when one was running at the last visit.

import type { Store } from '../base/storage/settings.ts';
import { lazy } from '../base/values/lazy.ts';
import type { Contests } from './types.ts';

/**
 * Whether the browser has frozen this page, as some do with hidden ones.
 * @param events of the document
 */
function createSleep(events: Pick<EventTarget, 'addEventListener'>) {
  let isOn = false;
  events.addEventListener('freeze', () => {
    isOn = true;
  });
  events.addEventListener('resume', () => {
    isOn = false;
  });
  return {
    isOn: () => isOn,
    onWake: (work: () => void) => events.addEventListener('resume', work),
  };
}

export type LazyContests = ReturnType<typeof lazyContests>;

/** @returns load: always the same ones; isUnderWay: whether a contest was running at the last visit */
export function lazyContests({
  store,
  ...host
}: Omit<
  Parameters<typeof import('./index.ts').createContests>[0],
  'note' | 'isHidden' | 'sleep' | 'machine'
> & { store: Store }): { load: () => Promise<Contests>; isUnderWay: () => boolean } {
  return {
    load: lazy(async () => {
      const { createContests } = await import('./index.ts');
      return createContests({
        ...host,
        isHidden: () => document.visibilityState === 'hidden',
        sleep: createSleep(document),
        note: (isRunning) =>
          store.get('contesting', false) !== isRunning && store.set('contesting', isRunning),
        machine: {
          cores: navigator.hardwareConcurrency ?? 2,
          memory: (navigator as { deviceMemory?: number }).deviceMemory,
        },
      });
    }),
    isUnderWay: () => store.get('contesting', false),
  };
}
