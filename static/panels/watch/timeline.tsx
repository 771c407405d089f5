// The timeline under the board: buttons, slider, zoom and speed, and the chart above them.

import { computed, effect, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { render } from 'preact';
import { SPEEDS } from '../../base/storage/keys.ts';
import { IconButton } from '../../base/ui/parts.tsx';
import { t } from '../../base/words/index.ts';
import type { Board, Zoom } from '../../board/board.ts';
import type { Playback } from '../../match/playback.ts';
import { isAwaited } from '../../match/transport.ts';
import type { Speed } from './moves.ts';
import type { Watched } from './state.ts';

interface Props {
  watched: Watched;
  playback: Playback;
  speed: Speed;
  board: Pick<Board, 'zoom' | 'onZoom'>;
  /** the numbers of the shown turn, in words */
  numbers?: () => string;
  chart?: ComponentChildren;
  /** the choice of the player whose view is shown */
  look?: ComponentChildren;
}

export function showTimeline(host: HTMLElement, props: Props) {
  const { watched, playback, board } = props;
  effect(() => {
    host.inert = watched.state.value.curtain;
  });
  const zoom = signal<Zoom>({ can: false, zoomed: false, most: false, small: false });
  board.onZoom((next) => {
    zoom.value = next;
  });
  const can = {
    back: computed(() => watched.state.value.last >= 0 && watched.position.value > 0),
    forward: computed(() => watched.position.value < watched.state.value.last),
  };
  /** Whether the match has begun. Before its first move there is nothing to play or pause. */
  const canPlay = computed(() => !isAwaited(watched.state.value));
  const isPlaying = computed(() => watched.state.value.playing && canPlay.value);

  /** A step button. At an end it is not disabled, so that it keeps the focus. */
  function Step({ id, icon, go }: { id: string; icon: string; go: 'back' | 'forward' }) {
    const isLong = id === 'first' || id === 'last';
    const press = () => {
      if (!can[go].value) return;
      if (isLong) playback.goTo(id === 'first' ? 0 : playback.state.last);
      else playback.step(id === 'back' ? -1 : 1);
    };
    return (
      <IconButton
        id={id}
        icon={icon}
        says={t(`timeline.${id}`)}
        aria-disabled={!can[go].value}
        onClick={press}
      />
    );
  }

  function Play() {
    const isOn = isPlaying.value;
    const says = t(isOn ? 'timeline.pause' : 'timeline.play');
    return (
      <IconButton
        id="play"
        icon={isOn ? 'pause' : 'play'}
        says={says}
        aria-disabled={!canPlay.value}
        onClick={() => playback.toggle()}
      />
    );
  }

  const ChartPlace = () => (
    <div class="chart" data-hides-ahead={watched.hidesAhead.value ? '' : undefined}>
      {props.chart}
    </div>
  );

  function ZoomButtons() {
    const { can: canZoom, zoomed, most, small } = zoom.value;
    const button = (icon: string, says: string, way: 1 | -1 | 0, isOn: boolean) => (
      <IconButton icon={icon} says={t(says)} aria-disabled={!isOn} onClick={() => isOn && board.zoom(way)} />
    );
    return (
      // biome-ignore lint/a11y/useSemanticElements: These are no fields of a form.
      <div
        class="zoom"
        role="group"
        aria-label={t('board.zoom')}
        hidden={!canZoom}
        data-zoomed={zoomed ? '' : undefined}
        data-small={small ? '' : undefined}
      >
        {button('plus', 'board.zoomIn', 1, !most)}
        {button('minus', 'board.zoomOut', -1, zoomed)}
        {button('maximize', 'board.zoomWhole', 0, zoomed)}
      </div>
    );
  }

  render(
    <>
      {props.look}
      <ChartPlace />
      <div class="buttons">
        <Step id="first" icon="skip-back" go="back" />
        <Step id="back" icon="step-back" go="back" />
        <Play />
        <Step id="forward" icon="step-forward" go="forward" />
        <Step id="last" icon="skip-forward" go="forward" />
      </div>
      <Slider {...props} />
      <Counter {...props} />
      <SpeedChoice {...props} />
      <ZoomButtons />
    </>,
    host,
  );
}

function Slider({ watched, playback, numbers = () => '' }: Props) {
  const { position, playing } = watched.state.value;
  const last = watched.last.value;
  const round = watched.round.value;
  const unit = round === null ? 'turn' : 'round';
  const place = { turn: position, last, round };
  // While the match plays, the slider is not read out. A user who moves it hears the numbers, too.
  const words = playing ? '' : numbers();
  return (
    <div class="track">
      <input
        type="range"
        id="turn"
        min={0}
        max={last}
        step={1}
        value={position}
        aria-label={t('timeline.turn')}
        aria-valuetext={
          words ? t(`timeline.${unit}With`, { ...place, numbers: words }) : t(`timeline.${unit}Of`, place)
        }
        aria-disabled={last === 0}
        style={{ '--done': `${last ? (100 * position) / last : 0}%` }}
        onInput={({ currentTarget }) => playback.goTo(Number(currentTarget.value))}
      />
      <Pinned watched={watched} playback={playback} />
    </div>
  );
}

/** The arrow at the turn that decided a game; a press goes there. */
function Pinned({ watched, playback }: Pick<Props, 'watched' | 'playback'>) {
  const pin = watched.pin.value;
  const last = watched.last.value;
  if (!pin || pin.match !== watched.state.value.match) return null;
  const says = t('timeline.pinned', { place: watched.called(pin.turn), why: pin.says });
  return (
    <button
      type="button"
      class="pinned"
      title={says}
      aria-label={says}
      aria-current={watched.position.value === pin.turn || undefined}
      style={{ '--at': last ? pin.turn / last : 0 }}
      onClick={() => playback.goTo(pin.turn)}
    />
  );
}

function Counter({ watched }: Props) {
  const round = watched.round.value;
  const turn = watched.position.value;
  const last = watched.last.value;
  return (
    <div class="counter">
      {round !== null && <span class="of">{t('timeline.round', { round })}</span>}
      {/* Not a live region: it changes many times a second while a match plays. The slider has the same value. */}
      <output
        data-testid="turn"
        for="turn"
        aria-live="off"
        title={round === null ? undefined : t('timeline.roundOf', { round, turn, last })}
      >
        {t('timeline.counter', { turn, last })}
      </output>
    </div>
  );
}

function SpeedChoice({ watched, speed }: Props) {
  const isOfRounds = watched.round.value !== null;
  const says = t(isOfRounds ? 'timeline.roundSpeed' : 'timeline.speed');
  return (
    <div class="speed">
      <label class="unseen" for="speed">
        {says}
      </label>
      <select
        id="speed"
        title={says}
        value={watched.state.value.speed}
        onChange={({ currentTarget }) => speed.set(Number(currentTarget.value))}
      >
        {SPEEDS.map((value) => (
          <option key={value} value={value}>
            {t(isOfRounds ? 'timeline.roundsPerSecond' : 'timeline.perSecond', { speed: value })}
          </option>
        ))}
      </select>
    </div>
  );
}
