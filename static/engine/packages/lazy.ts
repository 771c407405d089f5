// Loads the code for packages on demand: when a bot declares some.

import type { Store } from '../../base/storage/settings.ts';
import { lazy } from '../../base/values/lazy.ts';
import type { Code, Message, Packages } from '../../match/types.ts';
import { readAgreed } from './agreed.ts';
import type { CreateConsent, Declared } from './bring.ts';

export type LazyPackages = ReturnType<typeof lazyPackages>;

export function lazyPackages({
  store,
  declared,
  loadConsent,
}: {
  store: Store;
  declared: Declared;
  loadConsent: () => Promise<CreateConsent>;
}) {
  const load = lazy(async () => {
    const [{ createBringing }, createConsent] = await Promise.all([import('./bring.ts'), loadConsent()]);
    return createBringing({ store, declared, createConsent });
  });

  return {
    async bring(
      codes: Code[],
      signal: AbortSignal,
    ): Promise<(Packages | undefined)[] | { problem: Message }> {
      const loaded = await load().catch(() => null);
      return loaded ? loaded.bring(codes, signal) : { problem: ['lazy.failed', {}] };
    },
    /** How many sets of packages the user has agreed to. */
    count: () => readAgreed(store).sets.length,
    forget: async () => (await load()).forget(),
  };
}
