// The page's first and smallest script: Python starts to load while the page itself is still being built,
// and so do the words it will speak.

import { recall, remember } from './base/kept/memories.js';
import { profileSecret } from './base/kept/secret.js';
import { createArena } from './engine/arena.js';
import './base/words/language.js';

export const arena = createArena({ recall, remember, secret: profileSecret });
