// The page's first and smallest script: Python starts to load while the page itself is still being built,
// and so do the words it will speak.

import './engine/arena.js';
import './base/words/language.js';
