/** A cached picture that is repainted when one of its dependencies has changed. */
export function createPicture() {
  const canvas = document.createElement('canvas');
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  /** @type {unknown[]} */
  let painted = [];
  return {
    canvas,
    /**
     * @param {unknown[]} key
     * @param {number} width in device pixels
     * @param {number} height
     * @param {(context: CanvasRenderingContext2D) => void} work
     */
    paint(key, width, height, work) {
      if (key.length === painted.length && key.every((each, k) => each === painted[k])) return;
      painted = key;
      // This also clears the canvas.
      canvas.width = width;
      canvas.height = height;
      context.save();
      work(context);
      context.restore();
    },
  };
}
