// Asks the user whether a bot's packages may be fetched, and shows the progress.

import { on } from '../../base/ui/dom.js';
import { list } from '../../base/words/index.js';
import { createPackagesForm } from './packages-form.js';

/** @typedef {import('../../match/types.js').Message} Message */
/** @typedef {import('../../engine/packages/bring.js').Need} Need */

/** @type {import('../../engine/packages/bring.js').CreateConsent} */
export function createConsent(source) {
  /** Ends what the dialog is open for. @type {((problem: Message | null) => void) | null} */
  let close = null;
  let start = () => {};
  const form = createPackagesForm(() => start());
  const { dialog } = form;

  return {
    /**
     * Asks, unless that was done before, and fetches.
     *
     * @param {Need[]} needs
     * @param {AbortSignal} signal
     * @returns {Promise<Message | null>} why they are not here now; null: they are
     */
    async fetch(needs, signal) {
      close?.(refused(needs));
      if (signal.aborted) return refused(needs);
      form.index.set(source.index(), source.index() === source.usualIndex);
      const asked = needs.some(({ requirements }) => !source.isAgreed(requirements));
      const ending = new AbortController();
      /** @type {Promise<Message | null>} */
      const ended = new Promise((resolve) => {
        close = resolve;
        on(dialog, /** @type {any} */ ('close'), () => resolve(refused(needs)), { signal: ending.signal });
        on(/** @type {any} */ (signal), 'abort', () => dialog.close(), { signal: ending.signal });
        start = () => {
          source.useIndex(form.index.get());
          form.show(needs, true);
          source
            .fetch(needs, ending.signal, form.advance)
            .then(resolve, (error) => resolve(['arena.failed', { why: String(error) }]));
        };
      });
      form.show(needs, false);
      if (!asked) start();
      const problem = await ended;
      ending.abort();
      close = null;
      dialog.close();
      return problem;
    },
  };
}

/** @param {Need[]} needs @returns {Message} */
function refused(needs) {
  const packages = [...new Set(needs.flatMap(({ requirements }) => requirements))];
  return [
    'packages.refused',
    { name: list([...new Set(needs.map(({ name }) => name))]), packages: list(packages, 'unit') },
  ];
}
