// What is watched: the state of the playback, and the position that is shown, as signals. No DOM.

import type { ReadonlySignal, Signal } from '@preact/signals';
import { batch, computed, signal } from '@preact/signals';
import { t } from '../../base/words/index.ts';
import type { GameView } from '../../games/index.ts';
import { gameViewOf } from '../../games/index.ts';
import { roundAt } from '../../games/moment.ts';
import { namesAt } from '../../games/names.ts';
import type { Exit } from '../../match/exits.ts';
import { exitsOf } from '../../match/exits.ts';
import type { Playback, State } from '../../match/playback.ts';
import type { Match, TurnRecord } from '../../match/types.ts';
import { createAhead } from './ahead.ts';

/** A position as it is shown. */
export interface Frame {
  match: Match;
  position: number;
  /** with whose eyes it is seen; null: all is seen */
  perspective: number | null;
  bound: State['bound'];
  /** the device is passed on: nothing that one of its people may see is shown */
  curtain: boolean;
  /** milliseconds that the step to it may take on the board */
  motion: number;
  gameView: GameView;
  /** of those who played the turn that led to it */
  names: string[];
  // biome-ignore lint/suspicious/noExplicitAny: Each game has views of its own.
  view: any;
  /** of the position before */
  // biome-ignore lint/suspicious/noExplicitAny: Each game has views of its own.
  previous: any;
  /** who of many players is out by then */
  exits: ReadonlyMap<number, Exit>;
  /** what was answered on the way to it, as far as it may be seen */
  record: TurnRecord | undefined;
}

/** A turn that is marked on the timeline, with what is said of it. */
export interface Pin {
  match: Match;
  turn: number;
  says: string;
  /** whether the mistake was made on it; else it can still be avoided there */
  isMade?: boolean;
}

export interface Watched {
  /** as it is now, whether or not there is a position to show */
  state: ReadonlySignal<Readonly<State>>;
  /** null: nothing was shown so far */
  frame: ReadonlySignal<Frame | null>;
  position: ReadonlySignal<number>;
  /** the last position; 0 without any */
  last: ReadonlySignal<number>;
  /** whether the result of the match is not told yet: somebody is watching how it comes about */
  untold: ReadonlySignal<boolean>;
  /**
   * whether the turns after the one that is shown are hidden: of a match whose result is not told, and of one that runs ahead
   * of whoever watches it. Whoever goes back in such a match sees all there is.
   */
  hidesAhead: ReadonlySignal<boolean>;
  /** A match of others plays from its start: its result waits until its end was seen. */
  hold: (match: Match) => void;
  /** The result is told now. */
  tell: () => void;
  /** in a game where players move one after the other: the round of the position that is shown */
  round: ReadonlySignal<number | null>;
  /** What a turn is called: with its round where players move one after the other. */
  called: (turn: number) => string;
  /** of the match that it belongs to; null: no turn is marked */
  pin: Signal<Pin | null>;
}

export function createWatched(playback: Playback): Watched {
  const state = signal<Readonly<State>>({ ...playback.state });
  const frame = signal<Frame | null>(null);
  const untold = signal<Match | null>(null);
  const isAhead = signal(false);
  const follow = createAhead();
  /** Those whose result was held back, or need not be. */
  const settled = new WeakMap<Match, boolean>();

  /** A result is held back as long as the match is being watched. One's own match is none of that. */
  function hold({ match, playing, position, last, live }: Readonly<State>) {
    if (!match?.result) return;
    const isAtEnd = position === last && !live && !match.isArriving;
    if (!settled.has(match)) settled.set(match, playing && !isAtEnd && isOfOthers(match));
    if (isAtEnd) settled.set(match, false);
    untold.value = settled.get(match) ? match : null;
  }

  playback.subscribe((next) =>
    batch(() => {
      hold(next);
      isAhead.value = follow(next);
      state.value = { ...next };
      const shown = frame.peek();
      // While a position is being worked out, as somebody saw it, the one before stays.
      const isThere = next.last >= 0 && (next.curtain || playback.view(next.position) !== null);
      if (next.match && isThere && !isShown(shown, next))
        frame.value = frameOf(next, next.match, playback.view);
    }),
  );
  const isUntold = computed(() => untold.value !== null && untold.value === state.value.match);
  return {
    ...{ state, frame, pin: signal(null) },
    untold: isUntold,
    hidesAhead: computed(() => isUntold.value || isAhead.value),
    hold(match) {
      if (match === playback.state.match && playback.state.position < playback.state.last) {
        settled.set(match, true);
        hold(playback.state);
      }
    },
    tell() {
      if (untold.peek()) settled.set(untold.peek() as Match, false);
      untold.value = null;
    },
    called(turn) {
      const { match } = playback.state;
      const round = match && roundAt(match, turn);
      return round === null ? t('orders.turn', { turn }) : t('orders.round', { round, turn });
    },
    position: computed(() => state.value.position),
    last: computed(() => Math.max(0, state.value.last)),
    round: computed(() => {
      const { match, position } = state.value;
      return match && roundAt(match, position);
    }),
  };
}

/** One that is only watched: the recorded one of a game, one of house bots alone, or one that somebody sent. */
const isOfOthers = ({ origin, isSent, header }: Match) =>
  isSent === true ||
  origin === 'demo' ||
  (origin === 'live' && header.players.every(({ kind }) => kind === 'house'));

function isShown(frame: Frame | null, { match, position, perspective, curtain, bound }: Readonly<State>) {
  return (
    frame?.match === match &&
    frame?.position === position &&
    frame.perspective === perspective &&
    frame.curtain === curtain &&
    frame.bound === bound
  );
}

function frameOf(state: Readonly<State>, match: Match, viewAt: Playback['view']): Frame {
  const { position, perspective, bound, curtain, motion } = state;
  const gameView = gameViewOf(match.header.game);
  return {
    ...{ match, position, perspective, bound, curtain, motion },
    gameView,
    names: namesAt(match.header, position),
    view: viewAt(position),
    previous: viewAt(position - 1),
    exits: exitsOf(match, position, perspective === null ? { viewAt, ...gameView } : null),
    record: curtain ? undefined : seenBy(bound, match.records[position]),
  };
}

/** Bots' prints and answers may reveal what a human must not see. */
export function seenBy(bound: State['bound'], record: TurnRecord | undefined) {
  if (!bound || !record) return record;
  return { ...record, answers: record.answers.filter(({ player }) => bound.includes(player)) };
}

export const answerOf = (record: TurnRecord | undefined, player: number) =>
  record?.answers.find((answer) => answer.player === player);
