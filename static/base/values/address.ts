// Reads the fragment of the page's address. A link may hold anything there.

/** The most characters that are read; the page's own addresses are far shorter. */
export const LONGEST_ADDRESS = 8192;

/** The most parameters after the data of a link, such as the shown turn and the language. */
const MOST_PARAMS = 10;

const unescaped = (text: string) =>
  text.replace(/%([0-7][0-9A-Fa-f])/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/**
 * Finds the link in a text, and repairs what messaging programs did to it: see `_found` in py/sandlot/links/packing.py,
 * which is tested with the same texts.
 *
 * @returns from its # on; '' if there is none
 */
export function linkIn(text: string): string {
  const plain = unescaped(unescaped(text)).replaceAll('&amp;', '&');
  const found = /#([A-Za-z])(\d{1,6})\.([A-Za-z0-9_-]+)/.exec(plain);
  if (!found) return '';
  const [all, letter = '', version, data] = found;
  const after = /^[?&]\S*/.exec(plain.slice(found.index + all.length))?.[0] ?? '';
  const params = after
    .split(/[?&]/)
    .flatMap((part) => /^[a-z]{1,10}=[A-Za-z0-9_.-]{0,100}/.exec(part)?.[0] ?? [])
    .filter((part) => !part.startsWith('utm'))
    .slice(0, MOST_PARAMS)
    .map((part) => `&${part.replace(/\.{1,100}$/, '')}`);
  return `#${letter.toLowerCase()}${version}.${data}${params.join('')}`;
}

/** Repairs the link in the fragment of an address. @returns the fragment itself if it is not a link */
export const mended = (hash: string) =>
  /^#(?:#|%23)?[A-Za-z]\d{1,6}(?:\.|%2[Ee]|%252[Ee])/.test(hash) ? linkIn(hash) || hash : hash;

/**
 * The parameters in a fragment.
 * @param given with or without its #; a link must be `mended`, and only the parameters after its data are read
 * @returns empty if there is no fragment or it is too long
 */
export function partsOf(given: string): URLSearchParams {
  const hash = mended(given);
  const end = hash.indexOf('&');
  const said = isLink(hash) ? hash.slice(end < 0 ? hash.length : end + 1) : hash;
  return new URLSearchParams(said.length > LONGEST_ADDRESS ? '' : said.replace(/^#/, ''));
}

/**
 * Whether a fragment is a link of any kind; see `sandlot.links.packing`. Links of unknown kinds are from a later Sandlot.
 */
export const isLink = (hash: string) => /^#(?:[vbcptz]\d|[a-z]\d{1,6}\.)/.test(hash);

/** Whether it is the link of a match. */
export const isMatch = (hash: string) => /^#v\d/.test(hash);

/** Whether it is the link of a bot, or of a challenge to beat one. */
export const isBot = (hash: string) => /^#[bc]\d/.test(hash);

/** Whether it is the link of a contest. */
export const isPlan = (hash: string) => /^#p\d/.test(hash);

/** Whether it is the link of tasks. */
export const isTasks = (hash: string) => /^#t\d/.test(hash);

/** Whether it is the link of a puzzle. */
export const isPuzzle = (hash: string) => /^#z\d/.test(hash);
