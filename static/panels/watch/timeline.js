// The timeline under the board: buttons, slider and speed.

import { SPEEDS } from '../../base/kept/keys.ts';
import { find, h, on, setIcon, setText } from '../../base/ui/dom.ts';
import { enable } from '../../base/ui/focus.ts';
import { t } from '../../base/words/index.ts';

/** @typedef {import('../../match/playback.ts').Playback} Playback */
/** @typedef {import('../../match/playback.ts').State} State */
/** @typedef {import('../../base/kept/settings.ts').Store} Store */

/**
 * Creates the choice of the speed, which is remembered.
 *
 * @param {Playback} playback
 * @param {Pick<Store, 'get' | 'set'>} store
 */
export function createSpeed(playback, store) {
  /** @param {number} speed turns per second */
  function set(speed) {
    if (!SPEEDS.includes(speed)) return;
    playback.setSpeed(speed);
    store.set('speed', speed);
  }

  set(store.get('speed', playback.state.speed));
  return {
    set,
    /** @param {1 | -1} by one notch */
    change(by) {
      const next = SPEEDS[SPEEDS.indexOf(playback.state.speed) + by];
      if (next) set(next);
    },
  };
}

/** @typedef {ReturnType<typeof createSpeed>} Speed */

/**
 * Connects the buttons, the slider and the speed.
 *
 * @param {HTMLElement} host
 * @param {Playback} playback
 * @param {Speed} chosen
 * @param {() => string} numbers of the turn that is shown, in words
 */
export function bindTimeline(host, playback, chosen, numbers) {
  const slider = find(host, '#turn', HTMLInputElement);
  const counter = find(host, '.counter', HTMLElement);
  const speed = find(host, '#speed', HTMLSelectElement);
  /** @param {string} id */
  const button = (id) => find(host, `#${id}`, HTMLButtonElement);
  const [first, back, play, forward, last] = ['first', 'back', 'play', 'forward', 'last'].map(button);
  if (!first || !back || !play || !forward || !last) throw new Error('the timeline lacks a button');
  speed.append(...SPEEDS.map((value) => h('option', { value }, t('timeline.perSecond', { speed: value }))));

  /** @type {boolean | null} */
  let shownPlaying = null;

  /** @param {Readonly<State>} state */
  function render(state) {
    const end = Math.max(0, state.last);
    host.inert = state.curtain;
    slider.max = String(end);
    slider.value = String(state.position);
    slider.disabled = end === 0;
    slider.style.setProperty('--done', `${end ? (100 * state.position) / end : 0}%`);
    const place = { turn: state.position, last: end };
    // A running slider is not read out. A user who moves it hears the numbers as well.
    const words = state.playing ? '' : numbers();
    slider.setAttribute(
      'aria-valuetext',
      words ? t('timeline.turnWith', { ...place, numbers: words }) : t('timeline.turnOf', place),
    );
    setText(counter, t('timeline.counter', { turn: state.position, last: end }));
    const [before, after] = [playback.canGoTo(state.position - 1), playback.canGoTo(state.position + 1)];
    enable(
      [
        [first, before],
        [back, before],
        [forward, after],
        [last, after],
      ],
      play,
    );
    speed.value = String(state.speed);
    if (play && state.playing !== shownPlaying) renderPlay(play, state.playing);
    shownPlaying = state.playing;
  }

  playback.subscribe(render);
  on(first, 'click', () => playback.goTo(0));
  on(back, 'click', () => playback.step(-1));
  on(play, 'click', () => playback.toggle());
  on(forward, 'click', () => playback.step(1));
  on(last, 'click', () => playback.goTo(playback.state.last));
  on(slider, 'input', () => playback.goTo(Number(slider.value)));
  on(speed, 'change', () => chosen.set(Number(speed.value)));
  render(playback.state);
}

/** @param {HTMLButtonElement} button @param {boolean} playing */
function renderPlay(button, playing) {
  const label = t(playing ? 'timeline.pause' : 'timeline.play');
  setIcon(button, playing ? 'pause' : 'play');
  button.title = label;
  button.setAttribute('aria-label', label);
}
