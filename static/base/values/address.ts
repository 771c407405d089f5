// Reads the fragment of the page's address. A link may hold anything there.

/** The most characters that are read; the page's own addresses are far shorter. */
export const LONGEST_ADDRESS = 8192;

/**
 * @param hash with or without its #; of a link only what stands behind the match is read
 * @returns empty: there is no fragment, or it is too long
 */
export function partsOf(hash: string): URLSearchParams {
  const end = hash.indexOf('&');
  const said = isLink(hash) ? hash.slice(end < 0 ? hash.length : end + 1) : hash;
  const parts = new URLSearchParams(said.length > LONGEST_ADDRESS ? '' : said.replace(/^#/, ''));
  if (!isLink(hash)) return parts;
  // The full stop of a sentence around a link is often copied with it, and no value of a link ends with such a mark.
  return new URLSearchParams(
    [...parts].map(([name, value]) => [name, /^[\w.-]*[\w-]/.exec(value)?.[0] ?? '']),
  );
}

/**
 * Whether a fragment is a link of any kind; see `sandlot.links.packing`. One of a kind that nobody knows here is of a later
 * Sandlot.
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
