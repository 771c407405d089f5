// How long the address of a match may be for chat messages and QR codes. No DOM.

/** A longer link is not offered: no chat takes it, and few programs do. */
export const LONGEST_LINK = 100_000;
/** Bytes that fit into the largest QR code, at its lowest level of error correction. */
export const MOST_IN_QR = 2953;
/** With more characters the squares of the QR code are too small for many cameras. */
export const EASY_IN_QR = 800;
/** The most characters of one message in the programs with which people send links. */
const LIMITS = [
  { what: 'Discord', most: 2000 },
  { what: 'Telegram', most: 4096 },
];

/** @param length characters */
export const fits = (length: number) =>
  LIMITS.map(({ what, most }) => ({ what, most, isIn: length <= most }));

/**
 * The address of this page with a link at its end.
 * @param link from its # on
 */
export const addressOf = (page: string, link: string) => page.replace(/#.*$/s, '') + link;
