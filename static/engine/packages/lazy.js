// Loads the code for packages on demand: when a bot declares some.

import { lazy } from '../../base/values/lazy.js';
import { readAgreed } from './agreed.js';

/** @typedef {ReturnType<typeof lazyPackages>} LazyPackages */

/**
 * @param {object} outside
 * @param {import('../../base/kept/settings.js').Store} outside.store
 * @param {import('./bring.js').Declared} outside.declared
 * @param {() => Promise<import('./bring.js').CreateConsent>} outside.loadConsent loads the dialog that asks the user
 */
export function lazyPackages({ store, declared, loadConsent }) {
  const load = lazy(async () => {
    const [{ createBringing }, createConsent] = await Promise.all([import('./bring.js'), loadConsent()]);
    return createBringing({ store, declared, createConsent });
  });

  return {
    /** @type {import('./bring.js').Bringing['bring']} */
    async bring(codes, signal) {
      const loaded = await load().catch(() => null);
      return loaded ? loaded.bring(codes, signal) : { problem: ['lazy.failed', {}] };
    },
    /** How many sets of packages the user has agreed to. */
    count: () => readAgreed(store).sets.length,
    forget: async () => (await load()).forget(),
  };
}
