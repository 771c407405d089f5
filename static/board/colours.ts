/**
 * The colours of the theme in a form for the canvas. The browser computes each colour once, until `forget` says that
 * the theme has changed.
 * @param element whose computed style gives the colours
 */
export function createColours(element: HTMLElement) {
  const known = new Map<string, string>();

  return {
    /** @param token a design token by name, without its dashes */
    colour(token: string) {
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
