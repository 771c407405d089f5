/**
 * The colours of the theme as a canvas takes them. The browser computes each of them once, until it is told that the theme
 * has changed.
 *
 * @param {HTMLElement} element whose style is used to ask for them
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
    /** They are read anew. */
    forget: () => known.clear(),
  };
}
