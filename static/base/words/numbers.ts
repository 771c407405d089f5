// Numbers as a language writes them, for reading: with a true minus sign, and a zero without any sign. No DOM.

/** What `Intl` puts before a number below zero in most languages: it is shorter than the plus sign beside it. */
const HYPHEN = /^-/;
const MINUS = '−';

export function createNumbers(locale: string) {
  /** The formatters made so far: a table may have a thousand numbers, and making a formatter takes long. */
  const made = new Map<string, Intl.NumberFormat>();

  function formatter(digits: number, signDisplay: 'auto' | 'exceptZero') {
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

  function format(value: number, digits: number, signDisplay: 'auto' | 'exceptZero') {
    // A number that is rounded to zero gets no minus sign.
    const isZero = Number(value.toFixed(digits)) === 0;
    return formatter(digits, signDisplay)
      .format(isZero ? 0 : value)
      .replace(HYPHEN, MINUS);
  }

  return {
    /** A number with this many digits after the point. */
    fixed: (value: number, digits: number) => format(value, digits, 'auto'),
    /** The same with a sign, for a difference. */
    signed: (value: number, digits: number = 0) => format(value, digits, 'exceptZero'),
  };
}
