// The page's first and smallest script: it starts to load Python and the page's sentences while the page is still being
// built.

import { recall, remember } from './base/kept/memories.ts';
import { profileSecret } from './base/kept/secret.ts';
import { createArena } from './engine/arena.ts';
import './base/words/language.ts';

export const arena = createArena({ recall, remember, secret: profileSecret });
