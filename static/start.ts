// The page's first and smallest script: it starts to load Python and the page's sentences while the page is still being
// built.

import { recall, remember } from './base/storage/memories.ts';
import { profileSecret } from './base/storage/secret.ts';
import { isLink, mended } from './base/values/address.ts';
import { lazy } from './base/values/lazy.ts';
import { createArena } from './engine/arena.ts';
import './base/words/language.ts';

export const arena = createArena({ recall, remember, secret: profileSecret });

/** What reads the beginning of a link. If the address is one, it comes beside the rest of the page. */
export const linkHead = lazy(() => import('./base/share/link-head.ts'));
const hash = mended(location.hash);
if (hash !== location.hash) history.replaceState(history.state, '', hash);
if (isLink(hash)) linkHead().catch(() => {});
