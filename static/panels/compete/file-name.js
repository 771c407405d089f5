// What the file of a contest is called. No DOM.

/** Characters of the title: file systems have room for 255 bytes, and a character may take four. */
const LONGEST = 60;

/**
 * The title, of which letters, digits and what is safe in names are left.
 *
 * @param {string} title
 * @param {string} end
 */
export function fileName(title, end) {
  const plain = title.replace(/[^\p{L}\p{M}\p{N}.-]+/gu, '_');
  const name = trimmed([...trimmed(plain)].slice(0, LONGEST).join(''));
  // Windows keeps some names for its devices.
  const isTaken = name === '' || /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(name);
  return `${isTaken ? `contest${name && '-'}${name}` : name}${end}`;
}

/** Without dots and the like at its ends: a file whose name begins with a dot is hidden. @param {string} name */
const trimmed = (name) => name.replace(/^[._-]+|[._-]+$/g, '');
