/**
 * The colours of the theme in a form for the canvas. The browser computes each colour once, until `forget` says that
 * the theme has changed.
 *
 * @param {HTMLElement} element whose computed style gives the colours
 */
export function createColours(element) {
  /** @type {Map<string, string>} */
  const known = new Map();

  return {
    /** @param {string} token a design token by name, without its dashes */
    colour(token) {
      let value = known.get(token);
      if (value === undefined) {
        element.style.color = `var(--${token})`;
        value = getComputedStyle(element).color;
        element.style.color = '';
        known.set(token, value);
      }
      return value;
    },
    /** Reads the colours anew. */
    forget: () => known.clear(),
  };
}
