// What is open now: the game, the tab (of the two that show a match), the match and its replay. Other modules read it
// here and are told of changes. No DOM.

import type { Playback } from './playback.ts';
import type { Match } from './types.ts';

/** A tab that shows a match. */
type Stage = 'play' | 'code';

/** replay: the text of the file, if there is one. */
type Shown = { match: Match; position: number; replay: string | null };

export function createSession({
  game,
  left,
  playback,
}: {
  game: string;
  left: Map<string, Shown>;
  playback: Pick<Playback, 'state' | 'load' | 'goTo'>;
}) {
  let stage: Stage = 'play';
  /** The game that was named last on any tab: see lit below. */
  let lit = game;
  const replays = new WeakMap<Match, string>();
  const ofGame = new Set<(game: string) => void>();
  const ofStage = new Set<() => void>();
  const ofReplay = new Set<() => void>();

  /** Remembers what is shown. */
  function leave() {
    const { match, position } = playback.state;
    if (match && match.origin !== 'coming')
      left.set(match.header.game, { match, position, replay: replays.get(match) ?? null });
  }

  /** @param text the replay of this match; null: it has none yet */
  function offer(text: string | null, match: Match) {
    if (text !== null) replays.set(match, text);
    for (const hear of ofReplay) hear();
  }

  return {
    get game() {
      return game;
    },
    get stage() {
      return stage;
    },
    /**
     * The game that the header lights, or has lit last: every tab opens it. On a tab that shows no match it may differ from the
     * game whose match goes on meanwhile.
     */
    get lit() {
      return lit;
    },
    /** A tab that shows no match is about this game; the match of the other one goes on until Play or Code is opened. */
    light(next: string) {
      lit = next;
    },
    chooseGame(next: string) {
      lit = next;
      if (next === game) return;
      game = next;
      for (const hear of ofGame) hear(game);
    },
    chooseStage(next: Stage) {
      if (next === stage) return;
      stage = next;
      for (const hear of ofStage) hear();
    },
    leave,
    left,
    /**
     * Shows again what this game showed before.
     * @returns false: nothing was remembered
     */
    showLeft(): boolean {
      const before = left.get(game);
      if (!before || before.match.origin === 'demo') return false;
      playback.load(before.match, { play: false });
      playback.goTo(before.position);
      offer(before.replay, before.match);
      return true;
    },
    /** The game whose match is shown; null: none. */
    shownGame: () => playback.state.match?.header.game ?? null,
    /** The text of the replay of the match that is shown; null: it has none, or says what its players may not see yet. */
    replay() {
      const { match } = playback.state;
      return match && !match.bound ? (replays.get(match) ?? null) : null;
    },
    offer,
    /** Calls back when another game is chosen. */
    onGame: (hear: (game: string) => void) => void ofGame.add(hear),
    /** Calls back when the other tab that shows a match is chosen. */
    onStage: (hear: () => void) => void ofStage.add(hear),
    /** Calls back when a match gets a replay, or another one may be shown. */
    onReplay: (hear: () => void) => void ofReplay.add(hear),
  };
}

export type Session = ReturnType<typeof createSession>;
