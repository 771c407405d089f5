// Bytes and hashes as hexadecimal digits.

/** @returns two digits for each byte */
export const hex = (bytes: Iterable<number>): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** @returns the SHA-256 in hexadecimal digits; rejects if the browser has no `crypto.subtle` */
export async function hashOf(data: BufferSource): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', data)));
}
