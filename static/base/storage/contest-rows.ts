// The shapes of what is kept of contests; they are checked wherever they are read.

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

/** What only the keeper of contests needs. */
interface More {
  /** Of an opened contest: what is wrong with its standings, which is told if no game has a problem. */
  claim: Message | null;
  /** When it was removed; its games stay until that can no longer be undone. */
  removed: number | null;
}

export type Row = ContestRow & More;

/** What never changes, and may be large. */
type Setup = Pick<Row, 'game' | 'text' | 'entrants' | 'own' | 'claim' | 'challenger' | 'origin'>;

/** What changes. */
export type State = Omit<Row, keyof Setup>;

/** A void try: the block, why, and the entrant whose bot was the cause, if that is known. */
export type Spoilt = [number, Message] | [number, Message, number];

/** The number of this form of rows. Those of a later one are for a newer version of this page. */
export const FORM = 2;

/** Python counts characters, and JavaScript counts those beyond the first plane twice. */
const TWICE = 2;
const LONGEST_TITLE = 200;
/** As an entrant has it; see `sandlot.tournaments.contest`. */
const LONGEST_NAME = 200 * TWICE;
const LONGEST_CONTEST = 2 ** 23;
const LONGEST_KIND = 40;
const MOST_SEEDS = 2_000_000;
const LARGEST_SEED = 2 ** 64;
const MOST_ENTRANTS = 1000;
const MOST_ORDERS = 8;
/** Of a game's moves; see `sandlot.stats.repeats`. */
const LARGEST_DIGEST = 2 ** 48 - 1;
const MOST_PLAYERS = 2500;
const LONGEST_REASON = 200 * TWICE;
/** A report's texts; see `sandlot.archive.faults`. */
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

/** As they stand in the text: those beyond 2 ** 53 are not exact. */
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
 * The plan of a contest, out of its text as Python wrote it.
 * @param contest JSON
 * @returns seeds: those that are given one by one; first: from which the others are drawn; throws where it is no contest
 */
export function planIn(contest: string): {
  kind: string;
  first: string;
  seeds: (string | number)[];
} {
  // JavaScript rounds large seeds, so they are read as digits. In a name there is a backslash before such a quote.
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

/** What a series comes from that is more than a series: see `ContestRow.origin`. */
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

/** Rows of each store, as they are read. A contest without one of its other fields is none. */
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

/** Whether a row is of a newer version of this page, which will know what to do with it. */
export const isNewer = (row: any) => Number.isInteger(row?.form) && row.form > FORM;

/** Takes a row apart into what changes of it and what never does. */
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
