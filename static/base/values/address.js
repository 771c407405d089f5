// The fragment of the page's address, as far as it is read at all. Whoever makes a link may write anything there.

/** Characters; no address of ours comes near. */
export const LONGEST_ADDRESS = 8192;

/**
 * @param {string} hash with or without its #
 * @returns {URLSearchParams} empty: there is nothing, or more than is read
 */
export function partsOf(hash) {
  return new URLSearchParams(hash.length > LONGEST_ADDRESS ? '' : hash.replace(/^#/, ''));
}
