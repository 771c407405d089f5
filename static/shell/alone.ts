// Protects against clickjacking. The page runs in a tab of its own, or in a frame of its own origin. In a frame of
// another origin, which could mislead clicks, it shows only a link. This script comes before all others in the page.

const [WHY, OPEN] = ['framed.why', 'framed.open'];
const TAGS: Record<string, string> = { zh: 'zh-Hans' };

/** Whether any of the pages around this frame is of another origin. */
function isFramed() {
  try {
    for (let page = window; page !== page.parent; ) {
      page = page.parent as typeof window;
      if (page.location.origin !== location.origin) return true;
    }
    return false;
  } catch {
    // The surrounding page is of another origin: access throws.
    return true;
  }
}

/** The link is in every language: the surrounding page must not learn which language was chosen here. */
function showTheWayOut() {
  // The rest of the page becomes part of a template, so none of it is shown or run.
  document.write('<body><template>');
  for (const [language, said] of Object.entries(SANDLOT_FRAMED)) {
    const sentence = document.createElement('p');
    sentence.lang = TAGS[language] ?? language;
    const link = document.createElement('a');
    Object.assign(link, { href: location.href, target: '_blank', rel: 'noopener', textContent: said[OPEN] });
    sentence.append(`${said[WHY]} `, link);
    document.body.append(sentence);
  }
  Object.assign(document.body.style, { font: '14px/1.5 system-ui, sans-serif', margin: '16px' });
}

if (isFramed()) showTheWayOut();
// Drops the reference to the page that opened this one.
else window.opener = null;
