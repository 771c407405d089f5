// Asks the user whether a bot's packages may be fetched, and shows the progress.

import { on } from '../../base/ui/dom.js';
import { list } from '../../base/words/index.js';
import type { CreateConsent, Need } from '../../engine/packages/bring.js';
import type { Message } from '../../match/types.js';
import { createPackagesForm } from './packages-form.ts';

export const createConsent: CreateConsent = (source) => {
  /** Ends what the dialog is open for. */
  let close: ((problem: Message | null) => void) | null = null;
  let start = () => {};
  const form = createPackagesForm(() => start());
  const { dialog } = form;

  return {
    /**
     * Asks, unless that was done before, and fetches.
     *
     * @returns why they are not here now; null: they are
     */
    async fetch(needs: Need[], signal: AbortSignal): Promise<Message | null> {
      close?.(refused(needs));
      if (signal.aborted) return refused(needs);
      form.index.set(source.index(), source.index() === source.usualIndex);
      const asked = needs.some(({ requirements }) => !source.isAgreed(requirements));
      const ending = new AbortController();
      const ended: Promise<Message | null> = new Promise((resolve) => {
        close = resolve;
        on(dialog, 'close' as any, () => resolve(refused(needs)), { signal: ending.signal });
        on(signal as any, 'abort', () => dialog.close(), { signal: ending.signal });
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
};

function refused(needs: Need[]): Message {
  const packages = [...new Set(needs.flatMap(({ requirements }) => requirements))];
  return [
    'packages.refused',
    { name: list([...new Set(needs.map(({ name }) => name))]), packages: list(packages, 'unit') },
  ];
}
