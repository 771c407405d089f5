// Bytes as hexadecimal digits, and hashes in these.

/** @param {Iterable<number>} bytes @returns {string} two digits each */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** @param {BufferSource} data @returns {Promise<string>} its SHA-256 in digits; rejects where the browser has no `crypto.subtle` */
export async function hashOf(data) {
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', data)));
}
