// Shows a guide in the theme that was chosen in the page; base/storage/settings.ts keeps it.

import { NARROW_WINDOW } from '../base/ui/widths.ts';

try {
  const theme = JSON.parse(localStorage.getItem('sandlot.theme') ?? 'null');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Nothing can be read here: the browser's theme will do.
}
// In a narrow window the contents stand above the text, and would push it out of sight.
if (matchMedia(NARROW_WINDOW).matches)
  document.addEventListener('DOMContentLoaded', () =>
    document.querySelector('.contents')?.removeAttribute('open'),
  );
