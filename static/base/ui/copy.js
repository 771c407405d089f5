// Copies text to the clipboard, and says whether the browser let it.

import { t } from '../words/index.js';

/** @param {string} text @returns {Promise<boolean>} whether it is in the clipboard */
export const isCopied = (text) =>
  // Without HTTPS there is no clipboard.
  Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
    () => true,
    () => false,
  );

/** @param {string} text @param {import('./notices.js').Notices} notices */
export async function copyText(text, notices) {
  const done = await isCopied(text);
  notices.show(t(done ? 'console.copied' : 'console.notCopied'), { bad: !done });
}
