// Loads the dialog that shows versions beside each other when it is first wanted.

import type { Version } from '../../base/kept/versions.js';
import { inNotice, lazyPart } from '../../base/ui/lazy.js';
import type { Notices } from '../../base/ui/notices.js';
import { bareName } from '../../base/values/bundle-shape.js';
import type { MyBots } from './my-bots.ts';

interface Outside {
  bots: MyBots;
  notices: Notices;
  /** puts it into the editor, where its bot is */
  restore: (version: Version) => void;
}

export function lazyCompare({ bots, notices, restore }: Outside) {
  const load = lazyPart(async () => (await import('./compare.ts')).createCompare(notices), inNotice(notices));

  /**
   * Shows versions of a bot beside each other.
   *
   * @param number the one that is looked at first
   */
  async function compare(id: number, number?: number) {
    const now = bots.code(id);
    const show = now && (await load(() => compare(id, number)));
    if (!show) return;
    const versions = await bots.versions(id);
    const back = async (version: Version) => (await bots.open(id)) && restore(version);
    show({ name: bareName(now), now, versions, restore: back }, number);
  }

  return compare;
}
