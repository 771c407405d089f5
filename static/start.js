// The page's first and smallest script: Python starts to load while the page itself is still being built.

import './arena.js';
