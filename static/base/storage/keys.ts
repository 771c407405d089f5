// The keys of everything that this page keeps in the small storage, and the shape of each value.
// The database is described in database.ts, and caches by base/site/download.ts, engine/python/snapshots.ts and
// engine/packages/cache.ts.

import { botId } from '../values/bot-ids.ts';
import { botFiles, path } from '../values/bundle-shape.ts';
import { MOST_SEATS } from '../values/seats.ts';
import type { Shape } from '../values/shapes.ts';
import {
  fingerprint,
  flag,
  list,
  message,
  number,
  object,
  oneOf,
  optional,
  orElse,
  orNull,
  record,
  seed,
  text,
  whole,
} from '../values/shapes.ts';
import { OWN_PUZZLES, REACHED, STREAK } from './puzzles.ts';

export const THEMES = ['system', 'light', 'dark'];
/** Turns per second. */
export const SPEEDS = [1, 2, 4, 8, 16, 32];

/** The most characters of the name of a bot's file. */
const LONGEST_NAME = 1000;
/** The most characters of a bot's text: more than the small storage holds, so only its room limits them. */
const LONGEST_CODE = 2 ** 26;
/** The most characters of any other value, as JSON. */
export const LONGEST_VALUE = 2 ** 20;

/** The value of one field of the match settings. */
const setting: Shape<unknown> = (value) => {
  if (Array.isArray(value)) return list(number(-1e15, 1e15), 1000)(value);
  if (typeof value === 'number') return number(-1e15, 1e15)(value);
  if (typeof value === 'boolean') return value;
  return orNull(text(LONGEST_VALUE))(value);
};

const settings = orElse(record(setting, 100), {});

/** A bot. `main` (the path of the main file) and `files` are only there if it has several files. */
export const BOT = {
  name: text(LONGEST_NAME),
  source: text(LONGEST_CODE),
  main: optional(path),
  files: optional(botFiles),
};
/** A new bot, whose fields also stand in for those that a kept bot lacks. */
export const NEW_BOT = { name: 'my_bot.py', source: '' };

/** The most characters of the note on a bot. */
export const LONGEST_NOTE = 500;
/** The latest time that a browser's clock can show. */
export const LATEST = 8.64e15;
const time = number(0, LATEST);

const LISTED_FIELDS = {
  id: botId,
  game: text(40),
  note: text(LONGEST_NOTE),
  // The name of the contest that it is an entry for. Earlier versions of the page wrote it into the note instead.
  contest: optional(text(LONGEST_NAME)),
  // The fingerprint of that contest, where the link named it.
  plan: optional(fingerprint),
  created: time,
  changed: time,
  rev: whole(0),
  deleted: orNull(time),
  ...BOT,
};
/** A bot of the library; see bots.ts. */
export const LISTED_BOT = object(LISTED_FIELDS);
/** Replaces fields of a bot that do not fit. A row in which any other field does not fit is not a bot. */
export const USUAL_BOT = {
  ...{ note: '', contest: null, created: 0, changed: 0, rev: 0, deleted: null },
  ...{ name: NEW_BOT.name, main: null },
};

/** One file of a package. */
const file = object({ name: text(300), version: text(100), filename: text(500), sha256: text(64) });

/** The bot in the editor. */
const code = object({
  ...BOT,
  bot: optional(botId),
  rev: optional(whole(0)),
  at: optional(time),
});

/** The most characters of a program that is kept with a lesson, so that the lessons of all games fit into one value. */
export const LONGEST_TRY = 20_000;

/** The most characters of a puzzle from a link. */
const LONGEST_LINKED = 2 ** 20;

/** Progress in a path of Learn, by step: whether it is passed, how many hints were read, and the program so far. */
export const PROGRESS = record(
  object({ passed: flag, hints: whole(0, 3), shown: flag, code: orNull(text(LONGEST_TRY)), at: time }),
  200,
);

/** How a match that was begun can be begun again. A seat with code but no source does not fit. */
const UNFINISHED_MATCH = object({
  game: text(40),
  seats: list(
    object({
      kind: oneOf(['code', 'house', 'human'] as const),
      name: text(LONGEST_NAME),
      house: optional(text(LONGEST_NAME)),
      source: optional(text(LONGEST_CODE)),
      main: optional(path),
      files: optional(botFiles),
    }),
    MOST_SEATS,
    1,
  ),
  seed,
  options: settings,
  clock: settings,
  memory: optional(whole(0)),
  humanClock: optional(flag),
  thinking: optional(oneOf(['auto', 'at_once', 'in_turn'] as const)),
});

/** Which seeds a form for a contest asks for: see panels/compete/seeds-field.tsx. */
const SEED_CHOICE = object({
  kind: oneOf(['fair', 'new', 'set', 'list', 'plan'] as const),
  // The name of the set of lost seeds.
  set: text(300),
  typed: text(LONGEST_VALUE),
  // The seed from which all seeds of a plan are drawn.
  first: optional(seed),
});
/** The part of a form that comes from a plan in a link: the options of its games, and the entrants whose code is missing. */
const OF_PLAN = {
  played: orNull(object({ options: settings, clock: settings })),
  missing: optional(list(text(LONGEST_NAME), 5000)),
};
/** The text of a number field, which need not be a valid number. */
const typed = text(1000);

/** The points won on each map (seed). */
const WON = list(object({ seed, points: number(0, 1) }), 100);

/** The result of a match that a person has played: see match/dared.ts. Challenges are kept by match/kept-dares.ts. */
const FEAT = object({ outcome: oneOf(['won', 'draw', 'lost'] as const), turns: whole(0), hinted: flag });

/** The shape of every value by its key. A key that ends with a full stop is a prefix of many keys. */
export const SHAPES: Record<string, Shape<any>> = {
  game: text(40),
  'beaten.': list(text(40), 100),
  'climb.': object({
    ids: list(whole(0), 1000),
    on: flag,
    whole: optional(flag),
    problem: optional(message),
    begins: optional(object({ rung: text(400), after: whole(0) })),
  }),
  // Numbers of the contests whose result was already checked for a beaten rung of the ladder.
  'judged.': list(whole(0), 100_000),
  lang: text(20),
  speed: oneOf(SPEEDS),
  theme: oneOf(THEMES),
  secret: text(32, /^([0-9a-f]{32})?$/),
  visited: text(100),
  // Whether a contest is to go on at the next visit.
  contesting: flag,
  packages: object({
    index: text(2000),
    sets: list(object({ key: text(10_000), files: list(file, 500) }), 100),
  }),
  'chart.': text(40),
  // The height of the console in pixels (0: not set), and whether it is shown in place of the board.
  console: object({ height: whole(0, 10_000), wide: flag }),
  'code.': code,
  // A bot that another tab wrote, until it is in the library.
  'theirs.': code,
  // The opponent of a hundred games, and sets of seeds that were lost.
  'rival.': text(40),
  'seeds.': list(
    object({
      name: text(300),
      seeds: list(seed, 5000),
      points: number(0, 1e9),
      games: whole(0),
      average: optional(number(0, 1)),
      against: text(LONGEST_NAME),
      from: optional(whole(1)),
      aside: optional(flag),
    }),
    50,
  ),
  // The id of the bot that was in the editor last.
  'current.': botId,
  // Bots that the database did not take.
  'bots.': LISTED_BOT,
  // The user's login at the site where bots are submitted to leagues.
  login: text(40),
  // Leagues that are followed.
  leagues: list(object({ address: text(2000, /^https?:/), title: text(200) }), 30),
  // Milliseconds a turn takes by hand, by game.
  'pace.': whole(0),
  // How long a game of the latest contest here took, in seconds, and how many were played side by side, by game.
  'gameTime.': object({ seconds: number(0, 1e9), lanes: whole(1, 1000) }),
  // The highest number that a contest has had here.
  lastContest: whole(0),
  // Python's latest summaries of some contests; panels/compete/last-look.ts checks the texts.
  looks: list(object({ id: whole(1), text: text(100_000) }), 4),
  // The list's latest words about contests; the same module checks the texts.
  lastWords: list(object({ id: whole(1), text: text(2000) }), 50),
  // Whether sound is on.
  sound: flag,
  'column.': object({ width: number(0, 100_000), open: flag }),
  'settings.': object({ options: settings, clock: settings, limits: settings }),
  // Who plays on a tab, and the random seed of that tab since a seed was typed.
  'setup.': object({ seats: list(text(40), MOST_SEATS), seed: optional(seed) }),
  // The seed that was typed last, by game; used on both tabs.
  'seed.': seed,
  // Progress in the path of a game, by the ids of its steps.
  'path.': PROGRESS,
  // The part of Learn that was shown last, puzzles by game, the streak over all games, and moments of the user's lost matches.
  learn: oneOf(['path', 'puzzles']),
  'puzzles.': REACHED,
  streak: STREAK,
  'ownPuzzles.': OWN_PUZZLES,
  // The matches played by hand for challenges that came in links.
  challenges: list(object({ id: text(200), won: WON }), 100),
  // The challenges that came with matches, and the results of what was played for them.
  dares: list(
    object({
      map: text(LONGEST_VALUE),
      from: text(LONGEST_NAME),
      feat: FEAT,
      state: oneOf(['open', 'played', 'watched', 'sent'] as const),
      own: orNull(FEAT),
      link: optional(text(LONGEST_VALUE)),
    }),
    100,
  ),
  // The following values are kept only for this tab.
  unfinished: list(object({ id: whole(0), spec: UNFINISHED_MATCH, turns: whole(0), waits: flag }), 20),
  // The games in which a person gets hints.
  hints: list(text(40), 20),
  // The challenge that the current match is played for.
  challenge: orNull(object({ link: text(LONGEST_VALUE), seed, won: WON })),
  // The contest, held by others, that a bot is an entry for.
  entering: object({ game: text(40), contest: text(LONGEST_NAME), plan: optional(fingerprint) }),
  // The match that was shown, and the mark of the contest's game that it replayed.
  watched: orNull(object({ mark: text(40), game: text(40), position: whole(0), again: optional(text(40)) })),
  // The part of the tab Code that was shown on a narrow screen.
  shownPart: oneOf(['match', 'code', 'console']),
  // The games of a contest that the user is going through.
  walk: object({ contest: whole(1), entrant: whole(0), against: orNull(whole(0)), cause: orNull(text(100)) }),
  // The contents of the forms for new contests, by game. Entrants are written as in panels/compete/roster.ts.
  'seriesDraft.': object({
    ...{ mine: text(LONGEST_NAME), other: text(LONGEST_NAME), seeds: SEED_CHOICE },
    ...{ games: typed, stop: flag, elo: typed, alpha: typed, beta: typed },
    title: optional(text(LONGEST_NAME)),
    ...OF_PLAN,
  }),
  'tournamentDraft.': object({
    ...{ name: text(40), title: text(LONGEST_NAME), seeds: SEED_CHOICE },
    numbers: record(typed, 100),
    entrants: list(text(LONGEST_NAME), 5000),
    // The options of an earlier contest, if this one is set up like it.
    ...OF_PLAN,
  }),
  // The links of entries that were pasted there.
  'pastedLinks.': text(LONGEST_VALUE),
  // The last puzzle that came in a link; panels/puzzles/place.ts checks the text.
  linkedPuzzle: text(LONGEST_LINKED),
  carried: object({ key: text(40), length: whole(0), hash: text(64) }),
  // Texts that a bot wrote, not JSON.
  'globaldata.': text(LONGEST_VALUE),
};

export function shapeOf(key: string): Shape<any> {
  const name = Object.hasOwn(SHAPES, key) ? key : `${key.split('.', 1)[0]}.`;
  const shape = Object.hasOwn(SHAPES, name) ? SHAPES[name] : undefined;
  if (!shape) throw new Error(`nobody knows what ${key} looks like: see keys.ts`);
  return shape;
}

/** The value that replaces fields that do not fit; undefined if it is the reader's own default. */
export const usualOf = (key: string): any => (/^(?:code|theirs)\./.test(key) ? NEW_BOT : undefined);

/**
 * The longest value that is read under a key; a longer one is not even parsed.
 * @returns characters
 */
export function longestOf(key: string): number {
  return /^(?:code|theirs|bots)\./.test(key) ? LONGEST_CODE : 2 * LONGEST_VALUE;
}
