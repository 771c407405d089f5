// What the address of a match fits into. No DOM.

/** A longer link is not offered: no chat takes it, and few programs do. */
export const LONGEST_LINK = 100_000;
/** Bytes in the largest QR code, with the least of what lets it be read when it is damaged. */
export const MOST_IN_QR = 2953;
/** Characters that most cameras read: of more the squares are too small for many. */
export const EASY_IN_QR = 800;
/** The most characters of one message, where links are sent. */
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
