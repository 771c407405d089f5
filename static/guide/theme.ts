// Shows a guide, or a page of the API reference, in the theme that was chosen in the page, which base/storage/settings.ts
// keeps; and keeps the language of a reader who goes from a guide to the reference.

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

/** The reference is in English only: that its reader came from guides in another language, its address says. */
const language = /^[a-z]{2}$/.exec(new URLSearchParams(location.search).get('guides') ?? '')?.[0];
if (language)
  document.addEventListener('DOMContentLoaded', () => {
    for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href]:not([href^="#"])')) {
      const { pathname, origin } = new URL(link.href);
      if (origin !== location.origin) continue;
      if (pathname.endsWith('/guide/index.html'))
        link.pathname = pathname.replace(/html$/, `${language}.html`);
      else if (pathname.includes('/api/')) link.search = location.search;
    }
  });
