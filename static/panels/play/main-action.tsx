// The main button, which begins the match that is set up. While a match that somebody sent, or a contest's game, is shown, its
// players are shown there, and the button plays its map: by hand, or in Code with the bot in the editor.

import type { ReadonlySignal } from '@preact/signals';
import { computed, signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../../base/ui/parts.tsx';
import { MOST_SEATS } from '../../base/values/seats.ts';
import { t } from '../../base/words/index.ts';
import { namesOf } from '../../games/names.ts';
import type { Match } from '../../match/types.ts';
import type { Others } from './others.ts';
import type { Run } from './run.ts';
import type { Setup } from './setup.ts';
import { verbOf } from './setup.ts';

type Shown = Pick<Match, 'header'>;
/** isChallenge: whether it is a challenge to play its map. */
type Arriving = Shown & { isChallenge: boolean };

interface Options {
  setup: Setup;
  /** the match of a link that is being opened; null if none */
  arriving: ReadonlySignal<Arriving | null>;
  ofContest: ReadonlySignal<Match | null>;
  watched: ReadonlySignal<Match | null>;
  /** begins the match that is set up */
  run: () => void;
  /** plays a contest's game again with the code in the editor; null if that is not possible */
  again: ReadonlySignal<(() => void) | null>;
  /** begins a match by hand on the map of another one */
  playMap: (match: Match) => void;
  /** the shown match, if it has other players than those set up; else null */
  others: ReadonlySignal<Others | null>;
  /** plays it again */
  onceMore: (match: Others) => void;
}

export type MainAction = ReturnType<typeof createMainAction>;

export function createMainAction({ setup, arriving, ofContest, watched, run, ...more }: Options) {
  const { again, playMap, others, onceMore } = more;
  /** The match whose map is to be played as soon as it is loaded; null if none. */
  const wanted = signal<Shown | null>(null);

  /** The match whose map the button plays; null if it plays the match that is set up. In Code it always runs the code. */
  const map = computed((): Shown | null => {
    if (setup.tab.value === 'code') return again.value && ofContest.value;
    const shown = arriving.value ?? ofContest.value ?? watched.value;
    return shown && shown.header.players.length <= MOST_SEATS ? shown : null;
  });
  /** The match of other players, if that is shown there; else null. */
  const repeated = computed(() => {
    return arriving.value || ofContest.value || watched.value ? null : others.value;
  });
  const isWaiting = computed(() => wanted.value !== null && wanted.value === arriving.value);
  const says = computed(() => {
    if (isWaiting.value) return t('onward.soon');
    if (setup.tab.value === 'code') return setup.verb.value;
    if (repeated.value) return verbIn(repeated.value);
    if (!map.value) return setup.verb.value;
    const isChallenge = arriving.value?.isChallenge ?? (ofContest.value ?? watched.value)?.sealed;
    return t(isChallenge ? 'dare.accept' : 'onward.map');
  });

  return {
    ...{ map, says, isWaiting },
    run() {
      const shown = map.peek();
      const same = repeated.peek();
      if (same) onceMore(same);
      else if (!shown) run();
      else if (setup.tab.peek() === 'code') again.peek()?.();
      else if (shown === arriving.peek()) wanted.value = shown;
      else {
        wanted.value = null;
        const match = ofContest.peek() ?? watched.peek();
        if (match) playMap(match);
      }
    },
    /** To be called when an awaited match is loaded, or could not be. */
    settle(awaited: Shown) {
      if (wanted.peek() !== awaited) return;
      wanted.value = null;
      if (setup.tab.peek() === 'code') return;
      const { game, seed } = awaited.header;
      const match = watched.peek();
      if (match?.header.game === game && (seed === '' || match.header.seed === seed)) playMap(match);
    },
  };
}

function verbIn({ header }: Shown) {
  const isHuman = header.players.map(({ kind }) => kind === 'human');
  const bots = namesOf(header).filter((_, k) => !isHuman[k]);
  return verbOf(bots, isHuman.includes(true));
}

interface Props {
  run: Run;
  /** whether Stop is shown */
  isOn: ReadonlySignal<boolean>;
  main: MainAction;
  /** whether another button is the main one */
  isSecond: ReadonlySignal<boolean>;
  /** whether that button does the same */
  isRepeated: ReadonlySignal<boolean>;
  Tools: () => VNode | null;
}

/** The main button or Stop. When one replaces the other, the focus moves to it. */
export function RunPlace({ run, main, isSecond, isRepeated, Tools, ...props }: Props) {
  const isOn = props.isOn.value;
  const runs = useRef<HTMLButtonElement>(null);
  const stops = useRef<HTMLButtonElement>(null);
  // Checked before: browsers remove the focus as soon as a button is hidden.
  const hadFocus = [runs, stops].some(({ current }) => current?.contains(document.activeElement));
  useLayoutEffect(() => {
    if (hadFocus) (isOn ? stops : runs).current?.focus();
  }, [isOn]);
  return (
    <>
      {/* Two buttons, so that a press on Run does not end on Stop if a match begins by itself meanwhile. */}
      <button
        ref={runs}
        type="button"
        id="run"
        class={isSecond.value ? 'plain' : 'accent'}
        hidden={isOn}
        data-repeats={isRepeated.value ? '' : undefined}
        aria-busy={main.isWaiting.value}
        onClick={() => main.run()}
      >
        <Icon name="play" />
        <span>{main.says.value}</span>
      </button>
      <button
        ref={stops}
        type="button"
        id="stop"
        class="plain"
        hidden={!isOn}
        // Ignores the second click of a double click on Run.
        onClick={({ detail }) => detail < 2 && run.stop()}
      >
        <Icon name="square" />
        <span>{t('match.stop')}</span>
      </button>
      <Tools />
    </>
  );
}
