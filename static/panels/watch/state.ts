// The state of the playback and the shown position, as signals. No DOM.

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

/** The shown position. */
export interface Frame {
  match: Match;
  position: number;
  /** the player whose view is shown; null if everything is shown */
  perspective: number | null;
  bound: State['bound'];
  /** whether the device is being passed to the next player, so that nothing private is shown */
  curtain: boolean;
  /** milliseconds for the animation of the step to it */
  motion: number;
  gameView: GameView;
  /** the names of the players of the turn that led to it */
  names: string[];
  // biome-ignore lint/suspicious/noExplicitAny: Each game has views of its own.
  view: any;
  /** the view of the position before */
  // biome-ignore lint/suspicious/noExplicitAny: Each game has views of its own.
  previous: any;
  /** the players who are out by then, in a match of many */
  exits: ReadonlyMap<number, Exit>;
  /** the answers of the turn that led to it, as far as the user may see them */
  record: TurnRecord | undefined;
}

/** A turn that is marked on the timeline, with a sentence about it. */
export interface Pin {
  match: Match;
  turn: number;
  says: string;
  /** whether the mistake was made on this turn; else it can still be avoided there */
  isMade?: boolean;
}

export interface Watched {
  /** the state of the playback, also if there is no position to show */
  state: ReadonlySignal<Readonly<State>>;
  /** the shown position; null if none was shown so far */
  frame: ReadonlySignal<Frame | null>;
  position: ReadonlySignal<number>;
  /** the last position; 0 if there is none */
  last: ReadonlySignal<number>;
  /** whether the result of the match is held back, because the user has not watched it to the end */
  untold: ReadonlySignal<boolean>;
  /**
   * whether the turns after the shown one are hidden: in a match whose result is held back, and in one that is computed ahead of
   * the shown position. A user who goes back in the latter sees all turns.
   */
  hidesAhead: ReadonlySignal<boolean>;
  /** Holds back the result of a match of others, which plays from its start, until the user has seen its end. */
  hold: (match: Match) => void;
  /** Shows the result now. */
  tell: () => void;
  /** the round of the shown position, in a game whose players move one after the other; else null */
  round: ReadonlySignal<number | null>;
  /** The name of a turn, with its round if players move one after the other. */
  called: (turn: number) => string;
  /** the marked turn; null if none is marked */
  pin: Signal<Pin | null>;
}

export function createWatched(playback: Playback): Watched {
  const state = signal<Readonly<State>>({ ...playback.state });
  const frame = signal<Frame | null>(null);
  const untold = signal<Match | null>(null);
  const isAhead = signal(false);
  const follow = createAhead();
  /** Whether the result of each match is no longer held back. */
  const settled = new WeakMap<Match, boolean>();

  /** Whether the result is held back: as long as a match of others is being watched, not a match of the user's own. */
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
      // While a player's view of a position is being computed, the last position stays.
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

/** Whether a match is only watched: a recorded one, one with only house bots, or one that somebody sent. */
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

/** The record without the prints and answers of bots that may reveal hidden information to a human player. */
export function seenBy(bound: State['bound'], record: TurnRecord | undefined) {
  if (!bound || !record) return record;
  return { ...record, answers: record.answers.filter(({ player }) => bound.includes(player)) };
}

export const answerOf = (record: TurnRecord | undefined, player: number) =>
  record?.answers.find((answer) => answer.player === player);
