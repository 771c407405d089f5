// Types of the interface between hand.ts and the hand of a game. No code.

import type { Message, Turn } from '../../match/types.ts';
import type { Board, Paint, PointEvent, Scene } from '../board.ts';

/**
 * last: the view before, or null; asked: when, as `performance.now` counts; again: it was asked before the match was left, and
 * was not answered.
 */
export type Ask = Turn & { player: number; names: string[]; last: any; asked: number; again: boolean };

/** What a hand is given. */
export interface Tools {
  /**
   * Sends a move of a player who was asked; null: it was accepted, or the player is no longer asked; else why it was
   * refused, which is also shown.
   */
  submit: (player: number, move: unknown) => Promise<Message | null>;
  /** Called when the hand paints, says or offers something else. */
  changed: () => void;
  /** Whether pointer and keys come to the hand; not while an earlier turn is shown. */
  isHeard: () => boolean;
  /** The humans of this match. */
  players: number[];
  /** It is a puzzle, which asks for one order: no timer gives it, and nothing on the board helps to find it. */
  isPuzzle: boolean;
  /** Keeps choices from one visit to the next. */
  store: { get: <T>(key: string, otherwise: T) => T; set: (key: string, value: unknown) => void };
  board: Board;
}

/** A button under the board. */
export interface Control {
  id: string;
  label: Message;
  /** A longer name where the label is too short. */
  title?: Message;
  /** Shown instead of the label. */
  icon?: string;
  /** A word of the label, shown with an icon that cannot be known. */
  short?: Message;
  /** Controls of one group stand together; `pad` and `pad:K` (of player K) are only shown on touch screens. */
  group?: string;
  /** Where it is on a pad. */
  area?: 'up' | 'right' | 'down' | 'left' | 'mid';
  /** Of a toggle button. */
  pressed?: boolean;
  disabled?: boolean;
  /** It is what leads on. */
  isMain?: boolean;
  press: () => void;
}

/** One per match. */
export interface Hand {
  /** A player is to move. */
  ask: (ask: Ask) => void;
  /** No player is to move. */
  rest: () => void;
  /** true for a `down`: what this pointer does until it is lifted is the hand's. */
  point: (event: PointEvent) => boolean | void;
  /** Whether the hand took it. */
  key: (event: KeyboardEvent) => boolean;
  /** Over the board. */
  paint: (paint: Paint, scene: Scene) => void;
  controls: () => Control[];
  /** What to do now; null: wait for the others. */
  say: () => Message | null;
  /** It can be asked for a second player before the first has moved. */
  atOnce?: boolean;
  /**
   * It gets pointer and keys while others move, and paints: it plans future moves, or keeps an early key press from
   * the timeline.
   */
  ahead?: boolean;
  /** The turn that its timer makes next; null: no timer runs. */
  beat?: () => Beat | null;
  /** Whether its timer makes the turns. */
  timed?: () => boolean;
  /** Where on a board that is higher than the window one plays now; null: anywhere. */
  sight?: () => Sight | null;
  /** Milliseconds a turn takes at least, for the speed of the board. */
  pace?: () => number;
}

/** The upper or the lower end of a board. */
export type Sight = 'start' | 'end';

/** A row of the sheet of keys: the keys, and the message that says what they do. */
export type Key = { shown: string[]; says: string };

/** When the timer makes the next turn, as `performance.now` counts, and how long it has waited by then. */
export type Beat = { at: number; ms: number };

/** What stands under the board. */
export interface Bar {
  /** Whose turn it is; null: several players', or nobody's. */
  player: number | null;
  /** The player's name, where it is needed. */
  name: string;
  /** What to do. */
  says: Message;
  /** Why the last move was refused. */
  bad: Message | null;
  controls: Control[];
}
