/** The track that the slider and the chart above it share: the playhead stands above the thumb. No DOM. */

/** The slider's thumb keeps half its width from both ends, in pixels; so does the chart. */
export const INSET = 8;

/**
 * Where a turn is.
 *
 * @param {number} turn
 * @param {number} last the last turn there is
 * @param {number} width of the slider and of the chart, in pixels
 * @returns {number} pixels from the left edge
 */
export const placeOnTrack = (turn, last, width) =>
  INSET + (turn / Math.max(1, last)) * Math.max(0, width - 2 * INSET);
