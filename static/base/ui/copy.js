// Copies text to the clipboard, and says whether the browser let it.

import { t } from '../words/index.js';

/** @param {string} text @param {import('./notices.js').Notices} notices */
export async function copyText(text, notices) {
  const done = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
  notices.show(t(done ? 'console.copied' : 'console.notCopied'), { bad: !done });
}
