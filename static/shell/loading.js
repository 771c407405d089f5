// The progress of loading Python, in the header.

import { find, setText } from '../base/ui/dom.js';
import { say, t } from '../base/words/index.js';

/** @typedef {import('../match/types.js').Progress} Progress */

/**
 * Creates the line in the header.
 *
 * @param {HTMLElement} host
 */
export function createLoading(host) {
  const text = find(host, '.loading-text', HTMLElement);
  const done = find(host, '.loading-done', HTMLElement);
  return {
    /** @param {Progress} progress */
    show(progress) {
      host.dataset.stage = progress.stage;
      done.style.width = `${Math.round(progress.done * 100)}%`;
      const percent = Math.floor(progress.done * 100);
      setText(text, progress.message ? say(progress.message) : t(`loading.${progress.stage}`, { percent }));
    },
  };
}
