/** A cached picture that is repainted when one of its dependencies has changed. */
export function createPicture() {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  let painted: unknown[] = [];
  return {
    canvas,
    /** @param width in device pixels */
    paint(key: unknown[], width: number, height: number, work: (context: CanvasRenderingContext2D) => void) {
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
