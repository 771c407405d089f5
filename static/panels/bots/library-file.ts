// The file of a library: one zip with a list of the bots, and each bot as a file or a folder below the name of its game.

import { decode } from '../../base/text/decode.ts';
import { bareName, isBundle, MAIN, path } from '../../base/values/bundle-shape.ts';
import { fileName } from '../../base/values/file-name.ts';
import { fingerprint, list, number, object, optional, orElse, text } from '../../base/values/shapes.ts';
import type { Code, LaidOut } from '../../match/types.ts';

/** A file by its path. */
export type Entry = [path: string, data: Uint8Array<ArrayBuffer>];

interface Facts {
  game: string;
  note: string;
  /** the name of the contest that it is an entry for */
  contest?: string | undefined;
  /** the fingerprint of that contest */
  plan?: string | undefined;
  created: number;
}

type Exported = Facts & { code: Code };

/** A bot of a library that was read. */
export interface Read extends Facts {
  code: { name: string; source: string; main?: string };
  /** its other files; null if it is a bot of a single file */
  files: Entry[] | null;
}

/** The list of the bots. py/sandlot/files/library.py recognises a library by this file. */
const INDEX = 'sandlot-bots.json';
const FORMAT = 'sandlot-bots';
const MOST_LISTED = 1000;
/** The most bytes of the list. */
const LONGEST_INDEX = 2 ** 21;
/** The most bytes and files of a library; py/sandlot/files/library.py has the same. */
export const MOST_BYTES = 128 * 2 ** 20;
export const MOST_FILES = 5000;

const INDEX_SHAPE = object({
  format: text(20, /^sandlot-bots$/),
  bots: list(
    object({
      game: text(40),
      name: text(1000),
      note: orElse(text(500), ''),
      contest: optional(text(1000)),
      plan: optional(fingerprint),
      created: orElse(number(0, 8.64e15), 0),
      path: text(1000),
      main: optional(path),
    }),
    MOST_LISTED,
  ),
});

/** @param bots each with all of its files, the main file first */
export function libraryFiles(bots: { bot: Exported; files: LaidOut[] }[]): LaidOut[] {
  const taken = new Set<string>();
  const listed = bots.map(({ bot: { game, note, contest, plan, created, code }, files }) => {
    const place = freePath(`${game}/${folderName(code)}`, taken);
    const [first, ...rest] = files;
    const facts = { game, name: code.name, note, contest, plan, created };
    if (!isBundle(code)) {
      const entry = { ...facts, path: `${place}.py` };
      return { entry, files: first ? [{ path: entry.path, data: first.data }] : [] };
    }
    const entry = { ...facts, path: place, main: code.main ?? MAIN };
    const inside = [...(first ? [first] : []), ...rest];
    return { entry, files: inside.map((file) => ({ ...file, path: `${place}/${file.path}` })) };
  });
  const index = { format: FORMAT, version: 1, bots: listed.map(({ entry }) => entry) };
  const data = new Blob([JSON.stringify(index, null, 1)]);
  return [{ path: INDEX, data }, ...listed.flatMap(({ files }) => files)];
}

/** The name of a bot's file or folder, without the ending. */
const folderName = (code: Code) => bareName({ name: fileName(`${bareName(code)}.py`) });

/** @param taken the paths in use, in lower case: some systems do not distinguish case */
function freePath(wanted: string, taken: Set<string>): string {
  let place = wanted;
  for (let k = 2; taken.has(place.toLowerCase()); k += 1) place = `${wanted}_${k}`;
  taken.add(place.toLowerCase());
  return place;
}

/**
 * @param entries the files of the zip
 * @returns missing: bots in the list whose files are missing or not text; null if the list is damaged
 */
export function readLibrary(entries: Entry[]): { bots: Read[]; missing: string[] } | null {
  const files = new Map(entries);
  const index = readIndex(files.get(INDEX));
  if (!index) return null;
  const bots: Read[] = [];
  const missing: string[] = [];
  for (const { path: place, main, name, ...facts } of index.bots) {
    const prefix = main === undefined ? '' : `${place}/`;
    const source = textOf(files.get(main === undefined ? place : prefix + main));
    if (source === null) missing.push(name);
    else if (main === undefined) bots.push({ ...facts, code: { name, source }, files: null });
    else {
      const inside = entries.filter(([each]) => each.startsWith(prefix) && each !== prefix + main);
      const others = inside.map(([each, data]): Entry => [each.slice(prefix.length), data]);
      bots.push({ ...facts, code: { name, source, main }, files: others });
    }
  }
  return { bots, missing };
}

function readIndex(data: Entry[1] | undefined) {
  if (!data || data.length > LONGEST_INDEX) return null;
  try {
    return INDEX_SHAPE(JSON.parse(new TextDecoder().decode(data)));
  } catch {
    return null;
  }
}

function textOf(data: Entry[1] | undefined): string | null {
  if (!data) return null;
  const { text: found } = decode(data);
  return found === null ? null : found.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
}
