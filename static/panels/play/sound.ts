// Sound: short tones that the browser generates, one for each kind of event. It is off until it is switched on, and reveals nothing
// that is not visible.

import { signal } from '@preact/signals';
import type { Store } from '../../base/storage/settings.ts';
import { knows } from '../../base/words/index.ts';
import { endingOf } from '../../match/ending.ts';
import type { Playback } from '../../match/playback.ts';
import type { PlayedTurn, Sound } from '../../match/sounds.ts';
import { nextSound } from '../../match/sounds.ts';

/** The frequency in hertz, the start and the duration in seconds. */
type Tone = readonly [number, number, number];

const SOUNDS: Record<Sound, { shape: OscillatorType; tones: readonly Tone[] }> = {
  turn: { shape: 'sine', tones: [[660, 0, 0.07]] },
  move: { shape: 'sine', tones: [[330, 0, 0.04]] },
  capture: {
    shape: 'triangle',
    tones: [
      [440, 0, 0.07],
      [660, 0.06, 0.09],
    ],
  },
  kill: {
    shape: 'square',
    tones: [
      [220, 0, 0.08],
      [147, 0.07, 0.14],
    ],
  },
  out: {
    shape: 'sawtooth',
    tones: [
      [196, 0, 0.1],
      [131, 0.1, 0.1],
      [98, 0.2, 0.2],
    ],
  },
  won: {
    shape: 'triangle',
    tones: [
      [523, 0, 0.12],
      [659, 0.12, 0.12],
      [784, 0.24, 0.28],
    ],
  },
  lost: {
    shape: 'triangle',
    tones: [
      [392, 0, 0.14],
      [330, 0.14, 0.14],
      [262, 0.28, 0.28],
    ],
  },
  end: {
    shape: 'triangle',
    tones: [
      [392, 0, 0.12],
      [392, 0.16, 0.24],
    ],
  },
};
const LOUD = 0.08;
/** Seconds in which a tone fades in, to avoid a click. */
const FADE = 0.008;
/** The least milliseconds between two sounds; in a quick match some are left out. */
const APART = 70;

export function createSound(store: Store, playback: Playback) {
  const isOn = signal<boolean>(store.get('sound', false));
  let audio: AudioContext | null = null;
  let latest = 0;
  let before: PlayedTurn = { match: null, position: -1, isOver: false };

  function play(sound: Sound) {
    const now = performance.now();
    // Browsers allow sound only after the user has touched the page, and log a warning before.
    const isAllowed = navigator.userActivation?.hasBeenActive !== false;
    if (!isOn.value || !isAllowed || document.hidden || now - latest < APART) return;
    latest = now;
    audio ??= new AudioContext();
    if (audio.state === 'suspended') audio.resume().catch(() => {});
    const { shape, tones } = SOUNDS[sound];
    for (const tone of tones) sing(audio, shape, tone);
  }

  playback.subscribe((state) => {
    const { match, position, last } = state;
    const sound = nextSound(state, before, ({ header, result }) =>
      result ? endingOf(header, result, knows).tone : 'told',
    );
    before = { match, position, isOver: match?.result != null && position === last };
    if (sound) play(sound);
  });

  return {
    isOn,
    toggle() {
      isOn.value = !isOn.value;
      store.set('sound', isOn.value);
      // So that the user hears that it is on.
      play('turn');
    },
    play,
  };
}

function sing(audio: AudioContext, shape: OscillatorType, [hertz, after, length]: Tone) {
  const from = audio.currentTime + after;
  const source = new OscillatorNode(audio, { type: shape, frequency: hertz });
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(0, from);
  volume.gain.linearRampToValueAtTime(LOUD, from + FADE);
  volume.gain.exponentialRampToValueAtTime(0.0001, from + length);
  source.connect(volume).connect(audio.destination);
  source.start(from);
  source.stop(from + length);
}
