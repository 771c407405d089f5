// Formats JSON for people: long values take several lines, with each row of a board on a line of its own. No DOM.

/** A value with at most this many characters stays on one line. */
const WIDTH = 64;
/** Values nested deeper than this stay on one line. */
const DEPTH = 3;

/**
 * A value in Python's notation, as `move(view)` gets it.
 * @param value from JSON
 * @returns on one line
 */
export function inPython(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return inNotation(value, inPython);
}

/**
 * A value in JSON, with spaces after commas and colons.
 * @returns on one line
 */
export function inJson(value: unknown): string {
  return typeof value === 'object' && value !== null ? inNotation(value, inJson) : JSON.stringify(value);
}

function inNotation(value: unknown, spell: (value: unknown) => string): string {
  if (Array.isArray(value)) return `[${value.map(spell).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${spell(each)}`);
  return `{${entries.join(', ')}}`;
}

/**
 * A value over as many lines as it needs.
 * @param how most: how many items of a list are shown, followed by the number of the others
 */
export function laidOut(
  value: unknown,
  {
    spell = inPython,
    most = Number.POSITIVE_INFINITY,
  }: { spell?: (value: unknown) => string; most?: number } = {},
): string {
  return lines(value, '', DEPTH);

  function lines(part: unknown, indent: string, depth: number): string {
    const whole = spell(part);
    if (depth < 0 || indent.length + whole.length <= WIDTH || typeof part !== 'object' || part === null)
      return whole;
    const isList = Array.isArray(part);
    const all = Object.entries(part);
    const shown = isList ? all.slice(0, most) : all;
    const inner = `${indent}  `;
    const rows = shown.map(([key, each]) => {
      const label = isList ? '' : `${JSON.stringify(key)}: `;
      return `${inner}${label}${lines(each, inner, depth - 1)}`;
    });
    const [open, close] = isList ? '[]' : '{}';
    const rest = all.length > shown.length ? [`${inner}... +${all.length - shown.length}`] : [];
    return `${open}\n${[rows.join(',\n'), ...rest].join(',\n')}\n${indent}${close}`;
  }
}
