// The tools of a person who plays, in every game: pause the timer, take a move back, get hints, resign, and sound.

import { signal } from '@preact/signals';
import { render } from 'preact';
import type { App } from '../../app.ts';
import { confirm } from '../../base/ui/confirming.tsx';
import { h, part } from '../../base/ui/dom.ts';
import { Icon } from '../../base/ui/parts.tsx';
import { humansIn } from '../../base/values/seats.ts';
import { t } from '../../base/words/index.ts';
import type { createHands } from '../../board/hand/hand.ts';
import type { Run } from '../../match/runner.ts';
import type { MatchSpec, Turn } from '../../match/types.ts';
import { allowsBack, turnBefore } from './back.ts';
import { createHandKeys } from './hand-keys.ts';
import { createHints, HintInWords } from './hints.tsx';
import type { Places } from './places.ts';
import { createSound } from './sound.ts';

interface Options {
  places: Places;
  hands: ReturnType<typeof createHands>;
  resign: (player: number) => void;
  /** called when a hint is shown */
  hinted: () => void;
  /** starts the clock of a person who has come back */
  startClock: () => void;
  /** begins a match that replaces a running one */
  goOn: (spec: MatchSpec, instead: Run) => void;
  toBoard: () => void;
}

type Name = 'pause' | 'back' | 'hints' | 'resign' | 'sound';

/** A button. */
interface Tool {
  name: Name;
  icon: string;
  says: string;
  /** what it does, or why it is disabled */
  title: string;
  can: boolean;
  isOn?: boolean;
}

export function createPlaying(
  app: App,
  { places, hands, resign, hinted, startClock, goOn, toBoard }: Options,
) {
  /** The running match of a person; null if none. */
  let playing: Run | null = null;
  /** Closes the question whether the user resigns. */
  let dropQuestion = () => {};
  const handKeys = createHandKeys();
  const sound = createSound(app.store, app.playback);
  const hints = createHints(app, hinted);
  const canGoBack = () =>
    Boolean(playing?.match && allowsBack(playing.spec) && !hands.isTimed() && turnBefore(playing.match) >= 0);

  const canResign = () => playing?.match != null && !hands.isOut();

  const tools = signal(look());

  /** Why the timer cannot be paused; '' if it can, or no match has begun. */
  function noPause() {
    if (!playing?.match) return '';
    // With a clock it is paused only for a user who has come back, until they continue.
    if (playing.spec.humanClock === true) return hands.isPaused() ? '' : t('tools.pauseClock');
    return hands.isTimed() ? '' : t('tools.pauseUntimed');
  }

  function look(): Tool[] {
    const spec = playing?.spec;
    const isPaused = hands.isPaused();
    return [
      {
        name: 'pause',
        icon: isPaused ? 'play' : 'pause',
        says: t(isPaused ? 'tools.goOn' : 'tools.pause'),
        title: noPause() || t('tools.pauseTitle'),
        can: playing?.match != null && noPause() === '',
        isOn: isPaused,
      },
      { name: 'back', icon: 'undo', says: t('tools.back'), title: t('tools.backTitle'), can: canGoBack() },
      {
        name: 'hints',
        icon: 'lightbulb',
        says: t('tools.hints'),
        title: t('tools.hintsTitle'),
        can: !spec || allowsBack(spec) || spec.humanClock === true,
        isOn: hints.isOn.value,
      },
      {
        name: 'resign',
        icon: 'flag',
        says: t('tools.resign'),
        title: t('tools.resignTitle'),
        can: canResign(),
      },
      {
        name: 'sound',
        icon: 'volume',
        says: t('tools.sound'),
        title: t('tools.soundTitle'),
        can: true,
        isOn: sound.isOn.value,
      },
    ];
  }

  function refresh() {
    tools.value = look();
  }

  async function goBack() {
    const run = playing;
    if (!run?.match || !canGoBack()) return;
    const turn = turnBefore(run.match);
    const replay = await run.match.replay();
    if (replay === null || playing !== run) return;
    goOn({ ...run.spec, fork: { replay, turn } }, run);
  }

  /**
   * Asks whether the user resigns. Timed turns are paused meanwhile, because the question covers the controls. With a clock the match
   * goes on, and may be over before the answer.
   *
   * @param after called when the question is closed
   */
  function askToResign(button: HTMLElement, after: () => unknown) {
    const waits = playing?.match != null && noPause() === '' && !hands.isPaused();
    if (waits) press('pause');
    dropQuestion = confirm(button, {
      ...{ says: t('tools.sure'), verb: t('tools.resign') },
      closed() {
        if (waits) hands.pause(false);
        refresh();
        after();
      },
      run() {
        if (!canResign()) return;
        const [asked = humansIn(playing?.spec.seats ?? [])[0] ?? 0] = hands.asked();
        // No hint after this: the replay would not record it.
        hints.clear();
        resign(asked);
      },
    });
  }

  function pause(isPaused: boolean) {
    hands.pause(isPaused);
    if (!isPaused) startClock();
  }

  const actions: Record<Exclude<Name, 'resign'>, () => void> = {
    pause: () => pause(!hands.isPaused()),
    back: goBack,
    hints: hints.toggle,
    sound: sound.toggle,
  };

  function press(name: keyof typeof actions) {
    // In a puzzle these tools are not shown.
    if (app.puzzles.isOpen.peek()) return;
    if (!look().some((tool) => tool.name === name && tool.can)) return;
    actions[name]();
    refresh();
  }

  /** The keys for playing by hand come before shortcuts. */
  function takes(event: KeyboardEvent) {
    const isHeard = hands.key(event);
    // Not Tab, which moves the focus whenever the hand does not use it.
    if (isHeard && event.key !== 'Tab') handKeys.took(event.code);
    // While an earlier turn is shown, keys are for the timeline.
    const isMeant = isHeard || (!hands.isAway() && handKeys.isMeant(event.code));
    // The up and down arrows, which steer in some games, must not change the speed.
    const isSpeed = event.key === 'ArrowUp' || event.key === 'ArrowDown';
    return isMeant || (isSpeed && playing !== null);
  }

  function Tools() {
    return (
      // biome-ignore lint/a11y/useSemanticElements: no fields of a form.
      <div class="play-tools" role="group" aria-label={t('tools.label')}>
        {tools.value.map(({ name, icon, says, title, can, isOn }) => (
          <button
            key={name}
            type="button"
            class="plain"
            data-tool={name}
            title={title}
            disabled={!can}
            aria-pressed={isOn}
            onClick={({ detail, currentTarget }) => {
              // After a click the board gets the focus, where the game's keys work; after a key press the focus stays.
              const after = () => detail > 0 && toBoard();
              if (name === 'resign') return askToResign(currentTarget, after);
              press(name);
              after();
            }}
          >
            <Icon key={icon} name={icon} />
            <span>{says}</span>
          </button>
        ))}
      </div>
    );
  }

  app.session.onGame(refresh);

  const { isNarrow, isSideThere } = places;
  const bar = h('div', { class: 'island' });
  part('.hand').append(bar);
  const { toBeat } = app.watch.players;
  const InBar = () => (
    <>
      {/* On narrow screens the players' cards, which also show it, are below the hand. */}
      {isNarrow.value && toBeat.value && <p class="hint to-beat">{toBeat.value}</p>}
      {!isSideThere.value && <HintInWords hints={hints} />}
      {isNarrow.value && <Tools />}
    </>
  );
  const Beside = () => (isSideThere.value ? <HintInWords hints={hints} /> : null);
  render(<InBar />, bar);
  render(<Beside />, part('.hint-place'));

  return {
    /** The tools below the main button, if there is room. */
    Tools: () => (isNarrow.value ? null : <Tools />),
    takes,
    /** To be called when the end card was closed or one of its buttons pressed: all keys are for the page again. */
    leftEnd: handKeys.free,
    /** Ends a pause, also one before the match has begun. */
    goOn() {
      pause(false);
      refresh();
    },
    actions: {
      pause: () => press('pause'),
      takeBack: () => press('back'),
      hints: () => press('hints'),
    },
    /** Pauses timed turns while the board is not shown. */
    wait() {
      if (!hands.isPaused()) press('pause');
    },
    /** The stage of a match has changed. */
    changed(run: Run) {
      const humans = humansIn(run.spec.seats).length;
      playing = humans > 0 && (run.stage === 'asked' || run.stage === 'running') ? run : null;
      if (run.stage === 'asked') handKeys.begin();
      if (run.stage === 'over') handKeys.over();
      if (run.stage !== 'running') {
        dropQuestion();
        hints.clear();
      }
      hints.expect(playing !== null && humans === 1);
      refresh();
    },
    /** @param player the person who is asked for a move */
    turn(player: number, turn: Turn) {
      if (playing && humansIn(playing.spec.seats).length === 1) hints.turn(player, turn);
      sound.play('turn');
      refresh();
    },
    /** A turn was played. */
    played() {
      hints.clear();
      refresh();
    },
  };
}
