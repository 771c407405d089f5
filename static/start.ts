// The page's first and smallest script: it starts to load Python and the page's sentences while the page is still being
// built.

import { fragment } from './base/site/fragment.ts';
import { recall, remember } from './base/storage/memories.ts';
import { profileSecret } from './base/storage/secret.ts';
import { isLink } from './base/values/address.ts';
import { lazy } from './base/values/lazy.ts';
import { createArena } from './engine/arena.ts';
import './base/words/language.ts';

export const arena = createArena({ recall, remember, secret: profileSecret });

/** What reads the beginning of a link. If the address is one, it comes beside the rest of the page. */
export const linkHead = lazy(() => import('./base/share/link-head.ts'));
if (isLink(fragment())) linkHead().catch(() => {});
