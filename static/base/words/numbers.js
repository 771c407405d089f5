// Numbers as a language writes them, for reading: with a true minus sign, and a zero without any sign. No DOM.

/** What `Intl` puts before a number below zero in most languages: it is shorter than the plus sign beside it. */
const HYPHEN = /^-/;
const MINUS = '−';

/** @param {string} locale */
export function createNumbers(locale) {
  /** A table has a thousand numbers, and to make a formatter takes longer than all else about one. @type {Map<string, Intl.NumberFormat>} */
  const made = new Map();

  /** @param {number} digits @param {'auto' | 'exceptZero'} signDisplay */
  function formatter(digits, signDisplay) {
    const key = `${digits} ${signDisplay}`;
    const found =
      made.get(key) ??
      new Intl.NumberFormat(locale, {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
        signDisplay,
      });
    made.set(key, found);
    return found;
  }

  /** @param {number} value @param {number} digits @param {'auto' | 'exceptZero'} signDisplay */
  function format(value, digits, signDisplay) {
    // What is rounded to zero is no zero below zero.
    const isZero = Number(value.toFixed(digits)) === 0;
    return formatter(digits, signDisplay)
      .format(isZero ? 0 : value)
      .replace(HYPHEN, MINUS);
  }

  return {
    /**
     * A number with this many digits after the point.
     *
     * @param {number} value
     * @param {number} digits
     */
    fixed: (value, digits) => format(value, digits, 'auto'),
    /**
     * The same with a sign, for a difference.
     *
     * @param {number} value
     * @param {number} [digits]
     */
    signed: (value, digits = 0) => format(value, digits, 'exceptZero'),
  };
}
