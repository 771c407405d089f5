// Bytes as hexadecimal digits, and hashes in these.

/** @returns two digits each */
export const hex = (bytes: Iterable<number>): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** @returns its SHA-256 in digits; rejects where the browser has no `crypto.subtle` */
export async function hashOf(data: BufferSource): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', data)));
}
