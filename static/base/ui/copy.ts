// Copies text to the clipboard, and says whether the browser let it.

import { t } from '../words/index.ts';
import type { Notices } from './notices.tsx';

/** @returns whether it is in the clipboard */
export const isCopied = (text: string): Promise<boolean> =>
  // Without HTTPS there is no clipboard.
  Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
    () => true,
    () => false,
  );

export async function copyText(text: string, notices: Notices) {
  const done = await isCopied(text);
  notices.show(t(done ? 'console.copied' : 'console.notCopied'), { bad: !done });
}
