// Copies text to the clipboard, if the browser allows it.

import { t } from '../words/index.ts';
import type { Notices } from './notices.tsx';

/** @returns whether it was copied */
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
