// The main button: it begins the match that is set up. While a match is watched that somebody sent, or a game of a contest,
// its players stand there, and the button plays its map: by hand, or in Code with the bot in the editor.

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
/** isChallenge: to play its map. */
type Arriving = Shown & { isChallenge: boolean };

interface Options {
  setup: Setup;
  /** the match of a link that is being opened */
  arriving: ReadonlySignal<Arriving | null>;
  ofContest: ReadonlySignal<Match | null>;
  watched: ReadonlySignal<Match | null>;
  /** begins the match that is set up */
  run: () => void;
  /** plays the game of a contest with the code in the editor; null: it cannot be played here */
  again: ReadonlySignal<(() => void) | null>;
  /** a person plays the map of a match */
  playMap: (match: Match) => void;
  /** the match that is shown, if it is of others than those that are set up */
  others: ReadonlySignal<Others | null>;
  /** plays it again */
  onceMore: (match: Others) => void;
}

export type MainAction = ReturnType<typeof createMainAction>;

export function createMainAction({ setup, arriving, ofContest, watched, run, ...more }: Options) {
  const { again, playMap, others, onceMore } = more;
  /** The match whose map is to be played as soon as it is there; null: none. */
  const wanted = signal<Shown | null>(null);

  /** The match whose map is played; null: the one that is set up is. Who writes code runs it. */
  const map = computed((): Shown | null => {
    if (setup.tab.value === 'code') return again.value && ofContest.value;
    const shown = arriving.value ?? ofContest.value ?? watched.value;
    return shown && shown.header.players.length <= MOST_SEATS ? shown : null;
  });
  /** The match of others, where that is what stands there. */
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
    /** A match that was awaited is there: it is watched. Or it will not come. */
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
  /** whether Stop is there */
  isOn: ReadonlySignal<boolean>;
  main: MainAction;
  /** whether another button is the one to press first */
  isSecond: ReadonlySignal<boolean>;
  /** whether that one does the same */
  isRepeated: ReadonlySignal<boolean>;
  Tools: () => VNode | null;
}

/** The main button and Stop, of which one is there: who has pressed one is on the other. */
export function RunPlace({ run, main, isSecond, isRepeated, Tools, ...props }: Props) {
  const isOn = props.isOn.value;
  const runs = useRef<HTMLButtonElement>(null);
  const stops = useRef<HTMLButtonElement>(null);
  // A browser takes the focus away as soon as a button is hidden.
  const hadFocus = [runs, stops].some(({ current }) => current?.contains(document.activeElement));
  useLayoutEffect(() => {
    if (hadFocus) (isOn ? stops : runs).current?.focus();
  }, [isOn]);
  return (
    <>
      {/* Two buttons: a press that began on Run, while a match began by itself, does not end on Stop. */}
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
        // The second click of a double click on Run is not meant for Stop.
        onClick={({ detail }) => detail < 2 && run.stop()}
      >
        <Icon name="square" />
        <span>{t('match.stop')}</span>
      </button>
      <Tools />
    </>
  );
}
