// Joins several texts into one, by the rules of a language. No DOM.

/** A Chinese word beside a letter or a digit of another writing, or beside a sign that a name in such letters begins with. */
const SEAM =
  /^(?:\p{Script=Han}(?:[!-~]|[^\p{Script=Han}\p{P}\s])|(?:[!-~]|[^\p{Script=Han}\p{P}\s])\p{Script=Han})$/u;

/** "a, b and c". `Intl` leaves no room around the Chinese "和" beside a name in Latin letters. */
export function listed(locale: string, texts: string[]) {
  const parts = new Intl.ListFormat(locale, { type: 'conjunction' }).formatToParts(texts);
  const roomy = locale.startsWith('zh');
  return parts.reduce((before, { value }) => {
    const seam = before.slice(-1) + value.slice(0, 1);
    return before + (roomy && SEAM.test(seam) ? ' ' : '') + value;
  }, '');
}
