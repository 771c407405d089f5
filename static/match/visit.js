// The current visit: the game, the tab (of the two that show a match), the match and its replay. Other modules read it
// here and are told of changes. No DOM.

/** @typedef {import('./types.js').Match} Match */
/** @typedef {'play' | 'code'} Stage a tab that shows a match */
/** @typedef {{match: Match, position: number, replay: string | null}} Shown replay: the text of the file, if there is one */

/**
 * @param {object} begin
 * @param {string} begin.game the first game
 * @param {Map<string, Shown>} begin.left by game, what was shown when the game was left
 * @param {Pick<import('./playback.js').Playback, 'state' | 'load' | 'goTo'>} begin.playback shows the match
 */
export function createVisit({ game, left, playback }) {
  /** @type {Stage} */
  let stage = 'play';
  /** @type {WeakMap<Match, string>} */
  const replays = new WeakMap();
  /** @type {Set<(game: string) => void>} */
  const ofGame = new Set();
  /** @type {Set<() => void>} */
  const ofStage = new Set();
  /** @type {Set<() => void>} */
  const ofReplay = new Set();

  /** Remembers what is shown. */
  function leave() {
    const { match, position } = playback.state;
    if (match && match.origin !== 'coming')
      left.set(match.header.game, { match, position, replay: replays.get(match) ?? null });
  }

  /** @param {string | null} text the replay of this match; null: it has none yet @param {Match} match */
  function offer(text, match) {
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
    /** @param {string} next */
    chooseGame(next) {
      if (next === game) return;
      game = next;
      for (const hear of ofGame) hear(game);
    },
    /** @param {Stage} next */
    chooseStage(next) {
      if (next === stage) return;
      stage = next;
      for (const hear of ofStage) hear();
    },
    leave,
    left,
    /** Shows again what this game showed before. @returns {boolean} false: nothing was remembered */
    showLeft() {
      const before = left.get(game);
      if (!before || before.match.origin === 'demo') return false;
      playback.load(before.match, { play: false });
      playback.goTo(before.position);
      offer(before.replay, before.match);
      return true;
    },
    /** The game whose match is shown; null: none. */
    shownGame: () => playback.state.match?.header.game ?? null,
    /** The text of the replay of the match that is shown; null: it has none. */
    replay: () => (playback.state.match ? (replays.get(playback.state.match) ?? null) : null),
    offer,
    /** Calls back when another game is chosen. @param {(game: string) => void} hear */
    onGame: (hear) => void ofGame.add(hear),
    /** Calls back when the other tab that shows a match is chosen. @param {() => void} hear */
    onStage: (hear) => void ofStage.add(hear),
    /** Calls back when a match gets a replay, or another one may be shown. @param {() => void} hear */
    onReplay: (hear) => void ofReplay.add(hear),
  };
}

/** @typedef {ReturnType<typeof createVisit>} Visit */
