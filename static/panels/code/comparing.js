// Loads the dialog that shows versions beside each other when it is first wanted.

import { inNotice, lazyPart } from '../../base/ui/lazy.js';
import { bareName } from '../../base/values/bundle-shape.js';

/**
 * @param {object} outside
 * @param {import('./my-bots.js').MyBots} outside.bots
 * @param {import('../../base/ui/notices.js').Notices} outside.notices
 * @param {(version: import('../../base/kept/versions.js').Version) => void} outside.restore puts it into the editor, where its bot is
 */
export function lazyCompare({ bots, notices, restore }) {
  const load = lazyPart(async () => (await import('./compare.js')).createCompare(notices), inNotice(notices));

  /** Shows versions of a bot beside each other. @param {number} id @param {number} [number] the one that is looked at first */
  async function compare(id, number) {
    const now = bots.code(id);
    const show = now && (await load(() => compare(id, number)));
    if (!show) return;
    const versions = await bots.versions(id);
    const back = async (/** @type {import('../../base/kept/versions.js').Version} */ version) =>
      (await bots.open(id)) && restore(version);
    show({ name: bareName(now), now, versions, restore: back }, number);
  }

  return compare;
}
