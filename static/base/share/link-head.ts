// Reads the beginning of a link: the game and the players. This is only for the picture that is shown until Python has
// loaded. Python then reads and checks the whole link; see py/sandlot/links/packing.py for the format.

import usual from '../../../py/sandlot/links/usual.json' with { type: 'json' };
import type { Player } from '../../match/types.ts';
import { piecesOf } from '../site/download.ts';
import { isMatch } from '../values/address.ts';
import { fits, list, number, object, oneOf, orNull, record, text, whole } from '../values/shapes.ts';

/** How many characters of a link are read, and how many bytes these may unpack to. */
const MOST_PACKED = 2 ** 18;
const MOST_BYTES = 2 ** 19;
/** The most bytes that are unpacked to see whether a link was cut off. For longer links Python finds that out. */
const MOST_CHECKED = 2 ** 26;
/** How many pieces are read from the stream of a link that was cut off. */
const MOST_PIECES = 32;
const MOST_PLAYERS = 64;
const LONGEST_NAME = 1000;
/** The most characters of the match in a puzzle: see py/sandlot/links/puzzles.py. */
const LONGEST_MATCH = 20_000;

/** As py/sandlot/game.py has it. */
type Option = { default: unknown; kind: string; low: number; high: number; choices: string[] };

export interface Head {
  game: string;
  /** Of a link with a bot or a challenge: only its bot. */
  players: Player[];
  options: Record<string, unknown>;
  /** In digits; '' if the link names none, or one that is too large for JavaScript's numbers. */
  seed: string;
  /** If it is a puzzle: the seat that is to move, and the theme. */
  puzzle?: { seat: number; theme: string };
  /** The rest of a challenge. */
  challenge?: Challenge;
  /** The beginning of a contest's plan. */
  plan?: PlanHead;
  /** The title of the contest that a bot is an entry for; '' if it is no entry. */
  contest?: string;
  /** Whether only its game could be read, because the link was cut off or is of a later version. */
  isBroken?: boolean;
}

/** title: '' if it has none; names: of the entrants */
export type PlanHead = { title: string; kind: string; origin: string; names: string[] };

export interface Challenge {
  /** In digits; '' for a seed that this browser cannot read exactly. */
  seeds: string[];
  /** The house bot on the ladder that the challenger has reached. */
  rung: string | null;
  /** The result of the challenge that this one answers. */
  answers: { to: string; points: number; games: number } | null;
}

/** As py/sandlot/links/challenges.py has them. */
const MOST_SEEDS = 100;
const CHALLENGE = object({
  seeds: list((value) => String(value), MOST_SEEDS, 1),
  rung: (value) => (typeof value === 'string' ? value : null),
  answers: orNull(
    object({
      to: text(LONGEST_NAME),
      points: number(0, 2 * MOST_SEEDS),
      games: whole(1, 2 * MOST_SEEDS),
    }),
  ),
});
const PUZZLE = object({ match: text(LONGEST_MATCH), seat: whole(0, MOST_PLAYERS), theme: text(40) });

type Games = Record<string, { options: Record<string, Option> }>;

/** @returns as `headOf`; for a broken link, or one of a later version, only its game; null if that cannot be read either */
export async function headOrGame(hash: string, games: Games): Promise<Head | null> {
  const head = await headOf(hash, games);
  if (head) return head;
  const game = await gameOf(hash, games).catch(() => null);
  return game === null ? null : { game, players: [], options: {}, seed: '', isBroken: true };
}

/** @returns null if the link is of another version or broken, or its beginning is too long */
export async function headOf(hash: string, games: Games): Promise<Head | null> {
  try {
    const [, kind, version, data = ''] = FORM.exec(hash.slice(0, MOST_PACKED)) ?? [];
    const known = dictionaryOf(kind, version);
    const bytes = await unpacked(fromBase64(data), known, kind === 'v' ? lengthOfText : null);
    const value = bytes && JSON.parse(new TextDecoder().decode(bytes), asWritten);
    if (!value) return null;
    if (kind === 'p') return headOfPlan(value, games);
    if (kind === 'c') return { ...readHead(asHead(value), games), challenge: CHALLENGE(value) };
    if (kind === 'z') return await headOfPuzzle(value, games);
    if (kind === 'v') return readHead(value.head, games);
    const contest = fits(text(LONGEST_NAME), value.contest) ? value.contest : '';
    return { ...readHead(asHead(value), games), contest };
  } catch {
    return null;
  }
}

/** Whether all of its data can be unpacked, so that the link was not cut off. */
export async function isWhole(hash: string): Promise<boolean> {
  const [, kind, version, data = ''] = FORM.exec(hash) ?? [];
  if (!data) return false;
  try {
    const stream = unpacking(fromBase64(data), dictionaryOf(kind, version));
    let room = MOST_CHECKED;
    for await (const piece of piecesOf(new Response(stream))) {
      room -= piece.length;
      if (room < 0) break;
    }
    return true;
  } catch {
    return false;
  }
}

const dictionaryOf = (kind?: string, version?: string) =>
  new TextEncoder().encode(kind === 'v' && version !== '1' ? usual.join('') : '');

/** The game of a link that was cut off, or of a later version that begins in the same way; null if it cannot be read. */
async function gameOf(hash: string, games: Games): Promise<string | null> {
  const [, kind = '', version, data = ''] = ANY_FORM.exec(hash.slice(0, MOST_PACKED)) ?? [];
  const bytes = await begun(fromBase64(data), dictionaryOf(kind, version));
  const text = new TextDecoder().decode(bytes);
  // Within a text in the link, such as a bot's code, these quotes would have a backslash before them.
  const [, game = ''] = /"game":"([a-z]{1,40})"/.exec(text) ?? [];
  if (Object.hasOwn(games, game)) return game;
  const [, match = ''] = /"match":"(#v\d[^"]*)/.exec(text) ?? [];
  return kind === 'z' && match ? ((await headOf(match, games))?.game ?? null) : null;
}

/** Turns a number that is too large to be exact into its digits, if the browser gives them. */
function asWritten(_: string, value: unknown, { source = '' }: { source?: string } = {}) {
  return typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
    ? source
    : value;
}

/** A link whose game can be read: of a match (both versions), a bot, a challenge, a contest, or a puzzle. */
const FORM = /^#([vbcpz])([12])\.([A-Za-z0-9_-]+)/;
/** The same, of any version. */
const ANY_FORM = /^#([vbcpz])(\d{1,6})\.([A-Za-z0-9_-]+)/;

/** As py/sandlot/links/plans.py has them. */
const MOST_ENTRANTS = 1000;
const KIND = /^[a-z-]{1,40}$/;
const PLAN = object({
  game: text(40),
  entrants: list(object({ name: text(LONGEST_NAME) }), MOST_ENTRANTS, 1),
  plan: object({ kind: text(40, KIND) }),
});
const ORIGINS = ['', 'climb', 'challenge', 'answer'];

function headOfPlan({ contest, title = '', origin = '' }: any, games: Games): Head {
  const { game, entrants, plan } = PLAN(contest);
  return {
    ...{ game: oneOf(Object.keys(games))(game), players: [], options: {}, seed: '' },
    plan: {
      ...{ title: text(LONGEST_NAME)(title), kind: plan.kind, origin: oneOf(ORIGINS)(origin) },
      names: entrants.map(({ name }) => name),
    },
  };
}

/** The head of the puzzle's match. */
async function headOfPuzzle({ puzzle }: any, games: Games): Promise<Head | null> {
  const { match, ...asked } = PUZZLE(puzzle);
  const head = isMatch(match) ? await headOf(match, games) : null;
  return head && asked.seat < head.players.length ? { ...head, puzzle: asked } : null;
}

/** The head of a match that the linked bot would play. */
function asHead({ game, bot, options = {}, seeds = [] }: any) {
  return { game, players: [{ name: bot?.name, kind: 'code' }], options, seed: seeds[0] };
}

/** @param data base64url, perhaps cut off */
function fromBase64(data: string) {
  const whole = data.slice(0, data.length - (data.length % 4 === 1 ? 1 : 0));
  const bytes = atob(whole.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(bytes, (byte) => byte.charCodeAt(0));
}

/**
 * The JSON text at the beginning of the packed data.
 * @param known the dictionary that it was deflated with
 * @param lengthAt returns the text's length and where it begins; null if the text is all that is packed
 * @returns null if it is too long or incomplete
 */
async function unpacked(
  packed: Uint8Array<ArrayBuffer>,
  known: Uint8Array<ArrayBuffer>,
  lengthAt: typeof lengthOfText | null,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const stream = unpacking(packed, known);
  let found = new Uint8Array();
  try {
    for await (const piece of piecesOf(new Response(stream))) {
      const longer = new Uint8Array(found.length + piece.length);
      longer.set(found);
      longer.set(piece, found.length);
      found = longer;
      const own = found.subarray(known.length);
      const [length, from] = lengthAt ? lengthAt(own) : [own.length, 0];
      if (length > MOST_BYTES) return null;
      if (from > 0 && own.length >= from + length) return own.slice(from, from + length);
    }
  } catch {
    // It is cut off, or broken.
    return null;
  }
  return lengthAt ? null : found.subarray(known.length);
}

/** Unpacks data that was cut off, as far as it goes. */
async function begun(packed: Uint8Array<ArrayBuffer>, known: Uint8Array<ArrayBuffer>) {
  const reader = unpacking(packed, known).getReader();
  // All pieces are requested at once: when the stream finds the data incomplete, it drops pieces nobody has requested.
  const pieces = await Promise.allSettled(Array.from({ length: MOST_PIECES }, () => reader.read()));
  reader.cancel().catch(() => {});
  const found = pieces.flatMap((piece) => (piece.status === 'fulfilled' ? [piece.value.value ?? ''] : []));
  return new Uint8Array(await new Blob(found).arrayBuffer()).subarray(known.length);
}

/** @param known the dictionary, which the stream returns first */
function unpacking(packed: Uint8Array<ArrayBuffer>, known: Uint8Array<ArrayBuffer>) {
  // Browsers take no dictionary. An uncompressed block with its content, put before the data, has the same effect.
  const size = new Uint16Array([known.length, ~known.length]);
  const stored = known.length > 0 ? [new Uint8Array([0]), size, known] : [];
  return new Blob([...stored, packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
}

/** The length of the text, written with 7 bits a byte, and the position where that number ends. */
function lengthOfText(bytes: Uint8Array): [number, number] {
  let number = 0;
  for (let at = 0; at < Math.min(5, bytes.length); at += 1) {
    const byte = bytes[at] ?? 0;
    number += (byte & 127) * 2 ** (7 * at);
    if (byte < 128) return [number, at + 1];
  }
  return [bytes.length < 5 ? 0 : MOST_BYTES + 1, 0];
}

function readHead(head: unknown, games: Games): Head {
  const { game, players, options, seed } = object({
    game: oneOf(Object.keys(games)),
    players: list(
      object({
        name: text(LONGEST_NAME),
        kind: oneOf(['code', 'house', 'program', 'human'] as Player['kind'][]),
      }),
      MOST_PLAYERS,
      1,
    ),
    options: record((value) => value, 100),
    seed: (value) => (Number.isSafeInteger(value) ? String(value) : ''),
  })(head);
  const known = Object.entries(games[game]?.options ?? {});
  const used = known.map(([name, option]) => [
    name,
    takes(option, options[name]) ? options[name] : option.default,
  ]);
  return { game, players, options: Object.fromEntries(used), seed };
}

/** Whether an option may have this value: drawing a board of any other size might take forever. */
function takes({ kind, low, high, choices }: Option, value: unknown) {
  if (kind === 'int') return Number.isInteger(value) && Number(value) >= low && Number(value) <= high;
  if (kind === 'bool') return typeof value === 'boolean';
  if (kind === 'choice') return fits(oneOf(choices), value);
  // Maps and the like: that there is one is all that is used of them.
  return value !== undefined;
}
