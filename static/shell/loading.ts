// The progress of loading Python, in the header.

import { find, setText } from '../base/ui/dom.ts';
import { say, t } from '../base/words/index.ts';
import type { Progress } from '../match/types.ts';

/** Creates the line in the header. */
export function createLoading(host: HTMLElement) {
  const text = find(host, '.loading-text', HTMLElement);
  const done = find(host, '.loading-done', HTMLElement);
  return {
    show(progress: Progress) {
      host.dataset.stage = progress.stage;
      // Screen readers do not announce the changes of a percentage.
      host.setAttribute('aria-live', progress.stage === 'download' ? 'off' : 'polite');
      done.style.width = `${Math.round(progress.done * 100)}%`;
      const percent = Math.floor(progress.done * 100);
      setText(text, progress.message ? say(progress.message) : t(`loading.${progress.stage}`, { percent }));
    },
  };
}
