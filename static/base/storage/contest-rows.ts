// The shapes of the stored rows of contests. Rows are checked whenever they are read.

import type { BlockResult, ContestRow, Report } from '../../contest/types.ts';
import type { Message } from '../../match/types.ts';
import type { Shape } from '../values/shapes.ts';
import {
  flag,
  list,
  Misfit,
  message,
  number,
  object,
  oneOf,
  optional,
  orElse,
  orNull,
  seed,
  text,
  whole,
} from '../values/shapes.ts';
import { BOT } from './keys.ts';
import type { Kind } from './misfits.ts';
import { LAST_ID } from './numbers.ts';

/** The fields that only contests.ts and its callers need. */
interface More {
  /** If the contest was opened from a file: what is wrong with its standings; shown if no game has a problem. */
  claim: Message | null;
  /** When it was removed; null if it was not. Its games stay until the removal can no longer be undone. */
  removed: number | null;
}

export type Row = ContestRow & More;

/** The fields of a contest that never change and may be large. */
type Setup = Pick<Row, 'game' | 'text' | 'entrants' | 'own' | 'claim' | 'challenger' | 'origin'>;

/** The fields of a contest that change. */
export type State = Omit<Row, keyof Setup>;

/** A void try: the block, why, and the entrant whose bot was the cause, if that is known. */
export type Spoilt = [number, Message] | [number, Message, number];

/** The version of the format of rows. Rows with a later version are left to a newer version of this page. */
export const FORM = 2;

/** Python counts code points, JavaScript UTF-16 units: a text may have twice as many. */
const TWICE = 2;
const LONGEST_TITLE = 200;
/** The limit of an entrant's name; see `sandlot.tournaments.contest`. */
const LONGEST_NAME = 200 * TWICE;
const LONGEST_CONTEST = 2 ** 23;
const LONGEST_KIND = 40;
const MOST_SEEDS = 2_000_000;
const LARGEST_SEED = 2 ** 64;
const MOST_ENTRANTS = 1000;
const MOST_ORDERS = 8;
/** The largest digest of a game's moves; see `sandlot.stats.repeats`. */
const LARGEST_DIGEST = 2 ** 48 - 1;
const MOST_PLAYERS = 2500;
const LONGEST_REASON = 200 * TWICE;
/** The limit of the texts in a report; see `sandlot.archive.faults`. */
const LONGEST_ERRORS = 4000 * TWICE;
const LONGEST_TRACE = 8000 * TWICE;
/** Only the last tries are kept. */
export const MOST_VOIDS = 1000;
const MOST_PROBLEMS = 100;
const LATEST = 8.64e15;

const entrant = object({
  name: text(LONGEST_NAME),
  kind: oneOf(['code', 'house', 'program'] as const),
  code: orNull(object(BOT)),
  house: orNull(text(LONGEST_NAME)),
  bot: orNull(number(-LATEST, LATEST)),
  version: orNull(number(-LATEST, LATEST)),
});
const messages = list(message, MOST_PROBLEMS);
const pair = (one: Shape<any>, other: Shape<any>) => (value: any) => {
  const [first, second] = list((each) => each, 2, 2)(value);
  return [one(first), other(second)] as [any, any];
};

/** A seed, or its digits where it is beyond 2 ** 53 and not exact as a number. */
const plannedSeed: Shape<string | number> = (value) =>
  typeof value === 'number' ? number(0, LARGEST_SEED)(value) : seed(value);
const PLAN = object({
  plan: object({
    kind: text(LONGEST_KIND),
    seeds: orNull(
      object({ first: orElse(plannedSeed, 0), given: orElse(list(plannedSeed, MOST_SEEDS), []) }),
    ),
  }),
});

/**
 * Reads the plan of a contest from its text as Python wrote it.
 * @param contest JSON
 * @returns seeds: the seeds that are listed one by one; first: the seed from which all others are drawn; throws if the text
 *   is not a contest
 */
export function planIn(contest: string): {
  kind: string;
  first: string;
  seeds: (string | number)[];
} {
  // JavaScript rounds large seeds, so they are read as digits. Within a name, these quotes would follow a backslash.
  const exact = contest.replace(/"seeds":\{[^{}]*\}/, (found) => found.replace(/(?<=[[:,])\d+/g, '"$&"'));
  const { kind, seeds } = PLAN(parsed(exact)).plan;
  return { kind, first: String(seeds?.first ?? 0), seeds: seeds?.given ?? [] };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new Misfit();
  }
}

const contestText: Shape<string> = (value) => {
  const found = text(LONGEST_CONTEST)(value);
  planIn(found);
  return found;
};

/** Where a series came from, other than the form for one: see `ContestRow.origin`. */
const ORIGINS = ['climb', 'challenge', 'answer', 'again'] as const;

const SETUP_FIELDS = {
  game: text(40),
  text: contestText,
  entrants: list(entrant, MOST_ENTRANTS, 1),
  own: flag,
  claim: orNull(message),
  challenger: optional(text(LONGEST_NAME)),
  origin: optional(oneOf(ORIGINS)),
};

const STATE_FIELDS = {
  id: whole(1, LAST_ID),
  title: text(LONGEST_TITLE),
  titled: optional(flag),
  created: number(0, LATEST),
  state: oneOf(['running', 'paused', 'stopped', 'over'] as const),
  verified: orNull(object({ games: whole(0), of: whole(0), problems: messages, notes: messages })),
  blocks: whole(0),
  games: whole(0),
  known: whole(0),
  open: optional(flag),
  mayStop: optional(flag),
  withdrawn: list(pair(whole(0), whole(0)), MOST_ENTRANTS),
  leaving: list(whole(0), MOST_ENTRANTS),
  removed: orNull(number(0, LATEST)),
};

export const SETUP: Shape<Setup> = object(SETUP_FIELDS) as any;
export const STATE: Shape<State> = object(STATE_FIELDS) as any;
const spoilt = (value: any): Spoilt => {
  const [block, why, ...by] = list((each) => each, 3, 2)(value);
  const first = [whole(0)(block), message(why)] as [number, Message];
  return by.length ? [...first, whole(0)(by[0])] : first;
};
export const VOIDS: Shape<Spoilt[]> = orElse(list(spoilt, MOST_VOIDS), []);

/** The kind of row in each store. `usual` replaces fields that do not fit; without any other field a row is invalid. */
export const KINDS = {
  contests: {
    shape: STATE,
    usual: {
      title: '?',
      titled: null,
      created: 0,
      verified: null,
      open: null,
      mayStop: null,
      leaving: [],
      removed: null,
    },
  } as Kind<State>,
  setups: { shape: SETUP, usual: { claim: null, challenger: null, origin: null } } as Kind<Setup>,
  voids: { shape: VOIDS } as Kind<Spoilt[]>,
  get blocks() {
    return { shape: RESULT };
  },
  get games() {
    return { shape: GAME, usual: { reports: [] } };
  },
};

/** Whether a row was written by a newer version of this page: it is left alone. */
export const isNewer = (row: any) => Number.isInteger(row?.form) && row.form > FORM;

/** Splits a row into the fields that change and those that never do. */
export function parted<T extends Setup>({
  game,
  text: contest,
  entrants,
  own,
  claim,
  challenger,
  origin,
  ...state
}: T) {
  return { state, setup: { game, text: contest, entrants, own, claim, challenger, origin } };
}

const places = list(whole(1), MOST_PLAYERS);
const ended = object({
  places,
  scores: list(number(-LATEST, LATEST), MOST_PLAYERS),
  faults: list(orNull(text(40)), MOST_PLAYERS),
  reasons: list(orNull(text(LONGEST_REASON)), MOST_PLAYERS),
  turns: whole(0),
  digest: optional(whole(0, LARGEST_DIGEST)),
});
/** Games of contests that an earlier version of the command line has played have no digest. */
const played = (value: unknown) => {
  const { digest, ...game } = ended(value);
  return digest === undefined ? game : { ...game, digest };
};

export const RESULT: Shape<BlockResult> = object({
  number: whole(0),
  round: whole(0),
  players: list(whole(0), MOST_PLAYERS),
  seed,
  orders: list(list(whole(0), MOST_PLAYERS), MOST_ORDERS),
  games: list(played, MOST_ORDERS),
});

const report = object({
  seat: whole(0),
  turn: whole(0),
  text: message,
  trace: orNull(text(LONGEST_TRACE)),
  errors: text(LONGEST_ERRORS),
});

export const REPORTS: Shape<Report[]> = list(report, MOST_PLAYERS);

const bytes: Shape<Uint8Array<ArrayBuffer>> = (value) => {
  if (!(value instanceof Uint8Array)) throw new Misfit();
  return value as Uint8Array<ArrayBuffer>;
};
const GAME = object({ replay: bytes, reports: REPORTS });
