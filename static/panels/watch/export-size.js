// How large an exported file will be, before it is made.

import { createScene, picture } from './export-scene.js';

/** Pictures from which the size of an animation is estimated. */
const SAMPLES = 3;

/**
 * @param {import('./export-form.js').Kind} kind
 * @param {object} how
 * @param {import('../../match/playback.ts').Playback} how.playback
 * @param {HTMLCanvasElement} how.canvas the board as it is shown
 * @param {() => number | null} how.replaySize
 * @param {number} how.first turn
 * @param {number} how.count of turns
 * @param {number} how.delay milliseconds from one to the next
 * @param {HTMLElement} how.sample where pictures are made
 * @param {number} how.side of an animation, in pixels
 * @returns {Promise<number | null>} bytes, of a video at most; null: nobody knows
 */
export async function sizeOf(kind, { playback, canvas, replaySize, first, count, delay, sample, side }) {
  if (kind === 'json') return replaySize();
  if (kind === 'html') return (await import('./html-file.js')).sizeOfHtml(playback.state.match);
  if (kind === 'png') return (await picture(canvas, playback)).size;
  const video = await import('./video.js');
  if (kind === 'webm') return video.mostOfVideo(count, delay);
  const samples = Math.min(count, SAMPLES);
  const scene = createScene(sample, playback, side);
  try {
    const some = await video.recordGif({
      canvas: scene.canvas,
      count: samples,
      delay,
      show: (k) => scene.show(first + Math.round((k * (count - 1)) / Math.max(1, samples - 1))),
      progress() {},
      signal: new AbortController().signal,
    });
    return (some.size * count) / samples;
  } finally {
    scene.end();
  }
}
