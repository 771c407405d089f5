// Loads the contests when somebody wants to see them, or when one was running at the last visit.

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
 * @param {Omit<Parameters<typeof import('./index.js').createContests>[0], 'note' | 'isHidden' | 'sleep' | 'machine' | 'aside'> & {
 *   store: import('../base/kept/settings.js').Store,
 *   aside: (key: string, value: unknown) => void,
 * }} outside
 * @returns {{load: () => Promise<Contests>, goOn: () => Promise<Contests> | null}} load: always the same ones; goOn: loads
 *   them if a contest was running at the last visit
 */
export function lazyContests({ store, aside, ...outside }) {
  /** @type {Promise<Contests> | null} */
  let loaded = null;

  function load() {
    loaded ??= import('./index.js').then(({ createContests }) =>
      createContests({
        ...outside,
        aside: (wrong) => aside('contests', wrong),
        isHidden: () => document.visibilityState === 'hidden',
        sleep: createSleep(document),
        note: (isRunning) =>
          store.get('contesting', false) !== isRunning && store.set('contesting', isRunning),
        machine: {
          cores: navigator.hardwareConcurrency ?? 2,
          memory: /** @type {{deviceMemory?: number}} */ (navigator).deviceMemory,
        },
      }),
    );
    return loaded;
  }

  return {
    load,
    goOn: () => (store.get('contesting', false) ? load() : null),
  };
}
