// Records a match as a video or an animation. It is loaded on demand.

import { applyPalette, GIFEncoder, quantize } from 'gifenc';

export interface Film {
  /** the canvas that is recorded */
  canvas: HTMLCanvasElement;
  /** the number of pictures */
  count: number;
  /** milliseconds from one picture to the next */
  delay: number;
  /** puts a picture on the canvas */
  show: (k: number) => Promise<void>;
  /** @param done 0..1 */
  progress: (done: number) => void;
  signal: AbortSignal;
}

/** The last picture stays as long as this many others, so that people see the end. */
const LAST_PICTURE_STAYS = 4;
const COLOURS = 256;
const VIDEO_BITS = 4_000_000;
/** The video formats, the one that most players support first. */
const FORMATS = ['video/webm;codecs=vp8', 'video/webm;codecs=vp9', 'video/webm'];

export async function recordGif({ canvas, count, delay, show, progress, signal }: Film): Promise<Blob> {
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (!pen) throw new Error('no 2d canvas');
  const encoder = GIFEncoder();
  for (let k = 0; k < count; k += 1) {
    await show(k);
    signal.throwIfAborted();
    const { data, width, height } = pen.getImageData(0, 0, canvas.width, canvas.height);
    const palette = quantize(data, COLOURS);
    encoder.writeFrame(applyPalette(data, palette), width, height, {
      palette,
      delay: k === count - 1 ? LAST_PICTURE_STAYS * delay : delay,
    });
    progress((k + 1) / count);
  }
  encoder.finish();
  return new Blob([encoder.bytes()], { type: 'image/gif' });
}

/** The format in which this browser can record a canvas; undefined if it cannot. */
function videoFormat(): string | undefined {
  if (typeof MediaRecorder !== 'function') return undefined;
  return FORMATS.find((format) => MediaRecorder.isTypeSupported(format));
}

/**
 * The most bytes of a video, from the bit rate that is set for the recorder.
 *
 * @param count the number of pictures
 * @param delay milliseconds from one picture to the next
 */
export const mostOfVideo = (count: number, delay: number) =>
  ((count + LAST_PICTURE_STAYS + 1) * delay * VIDEO_BITS) / 8000;

/** Whether this browser can record a canvas. */
export function canRecordVideo() {
  return videoFormat() !== undefined;
}

/** Records a video in real time, because browsers' recorders go by the clock. */
export async function recordVideo({ canvas, count, delay, show, progress, signal }: Film): Promise<Blob> {
  const stream = canvas.captureStream(0);
  const [track] = stream.getVideoTracks() as CanvasCaptureMediaStreamTrack[];
  const recorder = new MediaRecorder(stream, {
    mimeType: videoFormat() ?? '',
    videoBitsPerSecond: VIDEO_BITS,
  });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const stopped = new Promise<void>((resolve) => {
    recorder.onstop = () => resolve();
  });
  let recording = false;
  recorder.onstart = () => {
    recording = true;
  };
  try {
    recorder.start();
    await show(0);
    // The encoder takes some time to start, and loses pictures before that.
    while (!recording) {
      track?.requestFrame();
      await pause(delay, signal);
    }
    for (let k = 0; k < count; k += 1) {
      const began = performance.now();
      await show(k);
      signal.throwIfAborted();
      track?.requestFrame();
      progress((k + 1) / count);
      await pause(delay - (performance.now() - began), signal);
    }
    // A picture lasts until the next one, so the last one is added once more.
    await pause(LAST_PICTURE_STAYS * delay, signal);
    track?.requestFrame();
    await pause(delay, signal);
  } finally {
    if (recorder.state !== 'inactive') recorder.stop();
    await stopped;
    track?.stop();
  }
  return new Blob(parts, { type: 'video/webm' });
}

async function pause(milliseconds: number, signal: AbortSignal) {
  if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds));
  signal.throwIfAborted();
}
