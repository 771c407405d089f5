import { applyPalette, GIFEncoder, quantize } from 'gifenc';

/**
 * Records a match as a video or an animation. It is loaded on demand.
 *
 * @typedef {object} Film
 * @property {HTMLCanvasElement} canvas what is filmed
 * @property {number} count of pictures
 * @property {number} delay milliseconds from one to the next
 * @property {(k: number) => Promise<void>} show puts a picture on the canvas
 * @property {(done: number) => void} progress 0..1
 * @property {AbortSignal} signal
 */

/** The last picture stays for so many others, so that one sees how it ended. */
const REST = 4;
const COLOURS = 256;
const VIDEO_BITS = 4_000_000;
/** What most players can play comes first. */
const FORMATS = ['video/webm;codecs=vp8', 'video/webm;codecs=vp9', 'video/webm'];

/**
 * @param {Film} film
 * @returns {Promise<Blob>}
 */
export async function recordGif({ canvas, count, delay, show, progress, signal }) {
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
      delay: k === count - 1 ? REST * delay : delay,
    });
    progress((k + 1) / count);
  }
  encoder.finish();
  return new Blob([encoder.bytes()], { type: 'image/gif' });
}

/** @returns {string | undefined} how this browser can record a canvas, if it can */
function videoFormat() {
  if (typeof MediaRecorder !== 'function') return undefined;
  return FORMATS.find((format) => MediaRecorder.isTypeSupported(format));
}

/**
 * The most bytes of a video: the recorder is told how many a second it may have.
 *
 * @param {number} count of pictures
 * @param {number} delay milliseconds from one to the next
 */
export const mostOfVideo = (count, delay) => ((count + REST + 1) * delay * VIDEO_BITS) / 8000;

/** Whether this browser can record a canvas. */
export function canRecordVideo() {
  return videoFormat() !== undefined;
}

/**
 * Records as long as the film takes: a browser's recorder goes by the clock.
 *
 * @param {Film} film
 * @returns {Promise<Blob>}
 */
export async function recordVideo({ canvas, count, delay, show, progress, signal }) {
  const stream = canvas.captureStream(0);
  const [track] = stream.getVideoTracks();
  const recorder = new MediaRecorder(stream, {
    mimeType: videoFormat() ?? '',
    videoBitsPerSecond: VIDEO_BITS,
  });
  /** @type {Blob[]} */
  const parts = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const stopped = new Promise((resolve) => {
    recorder.onstop = resolve;
  });
  let recording = false;
  recorder.onstart = () => {
    recording = true;
  };
  try {
    recorder.start();
    await show(0);
    // The encoder takes its time to come, and loses what it is given before.
    while (!recording) {
      /** @type {any} */ (track).requestFrame();
      await pause(delay, signal);
    }
    for (let k = 0; k < count; k += 1) {
      const began = performance.now();
      await show(k);
      signal.throwIfAborted();
      /** @type {any} */ (track).requestFrame();
      progress((k + 1) / count);
      await pause(delay - (performance.now() - began), signal);
    }
    // A picture is as long as the time to the next one, so the last one is given once more.
    await pause(REST * delay, signal);
    /** @type {any} */ (track).requestFrame();
    await pause(delay, signal);
  } finally {
    if (recorder.state !== 'inactive') recorder.stop();
    await stopped;
    track?.stop();
  }
  return new Blob(parts, { type: 'video/webm' });
}

/** @param {number} milliseconds @param {AbortSignal} signal */
async function pause(milliseconds, signal) {
  if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds));
  signal.throwIfAborted();
}
