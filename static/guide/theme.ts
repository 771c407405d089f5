// Shows a guide in the theme that was chosen in the page; base/kept/settings.ts keeps it.

try {
  const theme = JSON.parse(localStorage.getItem('sandlot.theme') ?? 'null');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Nothing can be read here: the browser's theme will do.
}
// On a phone the contents stand above the text, and would push it out of sight.
if (matchMedia('(max-width: 900px)').matches)
  document.addEventListener('DOMContentLoaded', () =>
    document.querySelector('.contents')?.removeAttribute('open'),
  );
