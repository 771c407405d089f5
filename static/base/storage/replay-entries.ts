// The entry of a replay in the library. It is checked when it is stored and again when it is read.

import type { Header, Message, Player, Result, TurnRecord } from '../../match/types.ts';
import { LONGEST_NAME } from '../text/legible.ts';
import {
  fits,
  flag,
  list,
  message,
  number,
  object,
  oneOf,
  optional,
  orNull,
  seed,
  text,
  whole,
} from '../values/shapes.ts';
import type { Kind } from './misfits.ts';
import { fitting } from './misfits.ts';
import { LAST_ID } from './numbers.ts';

/** The facts that the list shows about a replay. */
export interface Entry {
  id: IDBValidKey;
  /** The name that the user gave it; null if none. */
  name: string | null;
  game: string;
  /** The first few players. */
  players: Pick<Player, 'name' | 'kind'>[];
  /** How many more players there are. */
  others: number;
  seed: string;
  /** null if the match was stopped. */
  result: { places: number[]; reason: Message } | null;
  turns: number;
  /** When it was stored, milliseconds since 1970. */
  time: number;
  /** Whether it was played on this page. */
  own: boolean;
  /** Whether its text came in a link. Links leave out what bots printed and how long they thought. */
  linked?: boolean | undefined;
  /** Names it in addresses: a checksum of the text that was kept first. */
  mark: string;
  /** A checksum of the match, the same for every text of it. Older entries have none until they are watched. */
  content?: string | undefined;
  /** Whether the user has starred it. */
  star: boolean;
  /** A small picture of its last position, as a data URL; '' if none. */
  picture: string;
}

/** A replay as the engine has read it. */
export type Read = {
  header: Header;
  result: Result | null;
  turns: number;
  /** One for each position. */
  records: readonly Pick<TurnRecord, 'answers'>[];
};

/** own: whether it was played here. linked: whether it came in a link. instead: the id of the entry that it replaces. */
export type From = {
  own: boolean;
  linked?: boolean;
  name?: string | null;
  instead?: IDBValidKey | null;
};

/** The most players that the list names. */
const MOST_NAMED = 16;
const MOST_PLAYERS = 2500;
const LONGEST_PLAYER = 1000;
/** The most characters of the small picture of the last position. */
export const LONGEST_PICTURE = 24_000;
const PICTURE = /^(data:image\/(webp|png|jpeg);base64,[A-Za-z0-9+/=]+)?$/;

const KINDS = ['code', 'house', 'program', 'human'] as const;
const player = object({ name: text(LONGEST_PLAYER), kind: oneOf(KINDS) });
const FIELDS = {
  name: orNull(text(LONGEST_NAME)),
  game: text(40),
  players: list(player, MOST_PLAYERS, 1),
  others: whole(0, MOST_PLAYERS),
  seed,
  result: orNull(object({ places: list(whole(1), MOST_PLAYERS), reason: message })),
  turns: whole(0),
  // The last date that JavaScript knows.
  time: number(0, 8.64e15),
  own: flag,
  linked: optional(flag),
  mark: text(100),
  content: optional(text(100)),
  star: flag,
  picture: text(LONGEST_PICTURE, PICTURE),
};
const RESULT = FIELDS.result;
/** The kind of an entry's row. The database numbers entries from 1. */
export const ENTRY_KIND: Kind<Entry> = {
  shape: object({ id: whole(1, LAST_ID), ...FIELDS }) as any,
  // The replay's text also has these facts, so nothing is lost for good.
  usual: {
    ...{ name: null, others: 0, result: null, turns: 0, time: 0, own: false, mark: '', star: false },
    picture: '',
  },
};

/**
 * Makes the entry of a replay.
 * @param text the replay file
 * @returns null if there is nothing to keep, or the entry could not be read back
 */
export function describe(
  { header, result, turns, records }: Read,
  text: string,
  { own, linked, name = null }: From,
): Entry | null {
  if (own && turns === 0) return null;
  const { game, players } = header;
  const row = {
    name: name?.slice(0, LONGEST_NAME) ?? null,
    game,
    players: players
      .slice(0, MOST_NAMED)
      .map(({ name: of, kind }) => ({ name: of.slice(0, LONGEST_PLAYER), kind })),
    others: Math.max(0, players.length - MOST_NAMED),
    seed: header.seed,
    result: fits(RESULT, result) ? result : null,
    turns,
    time: Date.now(),
    own,
    linked: linked || undefined,
    mark: markOf(text),
    content: contentOf({ header, turns, records }),
    star: false,
    picture: '',
  };
  const found = fitting(ENTRY_KIND, { ...row, id: 1 });
  return found?.isWhole ? { ...found.value, id: 0 } : null;
}

/** A checksum of the players, their moves and the map, which is the same for every replay of the match. */
export function contentOf({ header, turns, records }: Pick<Read, 'header' | 'turns' | 'records'>): string {
  const { game, seed, options, players } = header;
  const moves = records
    .slice(0, turns + 1)
    .map(({ answers }) => answers.map(({ player, move, fault }) => [player, move, fault?.kind]));
  return markOf(JSON.stringify([game, seed, options, players.map(({ name, kind }) => [name, kind]), moves]));
}

/** Two checksums of 32 bits, which is enough to tell replays apart. */
function markOf(text: string) {
  let [a, b] = [0x811c9dc5, 5381];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 0x01000193);
    b = (Math.imul(b, 33) + code) | 0;
  }
  return `${text.length}-${a >>> 0}-${b >>> 0}`;
}
