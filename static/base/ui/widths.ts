// The three widths of a window at which the page looks different: a phone's is below 640 px, and from 1000 px there is room for
// columns beside the board, from 1400 px for the words of every tool. CSS has no names for them, so style sheets repeat them;
// tests/house/test_styles.py allows no others. Styles that depend on a panel's width use `@container`.

/** No columns beside the board: a phone or a tablet. */
export const NARROW_WINDOW = '(width < 1000px)';
/** Columns beside the board. */
export const BROAD_WINDOW = '(width >= 1000px)';
/** Narrow and upright: not a phone in landscape, which has the board on the left. */
export const UPRIGHT_WINDOW = '(width < 640px), (width < 1000px) and (max-aspect-ratio: 1 / 1)';
/** A phone, or as narrow as one. */
export const PHONE_WINDOW = '(width < 640px)';
