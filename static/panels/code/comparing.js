// Loads the dialog that shows versions beside each other when it is first wanted.

import { bareName } from '../../base/values/bundle-shape.js';
import { t } from '../../base/words/index.js';

/**
 * @param {object} outside
 * @param {import('./my-bots.js').MyBots} outside.bots
 * @param {import('../../base/ui/notices.js').Notices} outside.notices
 * @param {(version: import('../../base/kept/versions.js').Version) => void} outside.restore puts it into the editor, where its bot is
 */
export function lazyCompare({ bots, notices, restore }) {
  /** @type {ReturnType<typeof import('./compare.js').createCompare> | null} */
  let show = null;

  /** Shows versions of a bot beside each other. @param {number} id @param {number} [number] the one that is looked at first */
  return async (id, number) => {
    const now = bots.code(id);
    if (!now) return;
    try {
      show ??= (await import('./compare.js')).createCompare(notices);
      const versions = await bots.versions(id);
      const back = async (/** @type {import('../../base/kept/versions.js').Version} */ version) =>
        (await bots.open(id)) && restore(version);
      show({ name: bareName(now), now, versions, restore: back }, number);
    } catch {
      notices.show(t('files.unreadable', { name: now.name }), { bad: true });
    }
  };
}
