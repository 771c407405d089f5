// The page's first and smallest script: it starts to load Python and the page's sentences while the page is still being
// built.

import { recall, remember } from './base/kept/memories.js';
import { profileSecret } from './base/kept/secret.js';
import { createArena } from './engine/arena.js';
import './base/words/language.js';

export const arena = createArena({ recall, remember, secret: profileSecret });
