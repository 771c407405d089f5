// Makes a contest of what a person asks for. Python decides whether it can be one.

import type { Row } from '../base/storage/contest-rows.ts';
import { bareName, isBundle, MAIN } from '../base/values/bundle-shape.ts';
import { plainName } from '../base/values/names.ts';
import type { Code, LaidOut, Message } from '../match/types.ts';
import type { EngineClient } from './engine-client.ts';
import type { ContestSpec, Entrant } from './types.ts';

/** All files of a bot. */
export type LayOut = (code: Code) => Promise<{ files: LaidOut[] } | { problem: Message }>;

/** What a bot is called in whose name nothing can be seen. */
const UNNAMED = 'my_bot';

export async function beginContest(
  { game, title, titled = false, entrants: given, plan, options, clock, challenger, origin }: ContestSpec,
  { engineClient, layOut, secret }: { engineClient: EngineClient; layOut: LayOut; secret: () => string },
): Promise<Omit<Row, 'id'> | { problem: Message }> {
  const entrants = given.map(wellFormed);
  const files = await filesOf(entrants, layOut);
  if ('problem' in files) return files;
  const config = { game, entrants: entrants.map(described), plan, options, clock, profile: secret() };
  const begun = await engineClient.ask((questions) => questions.begin(config, files));
  if (begun.problem) return { problem: begun.problem };
  const named = entrants.map((entrant, k) => entrantOf(entrant, begun.names[k] ?? entrant.name));
  return newRow({
    game,
    title,
    titled,
    text: begun.text,
    entrants: named,
    known: begun.games,
    ...{ open: begun.open, mayStop: begun.may_stop },
    ...{ challenger, origin },
  });
}

/** @returns a contest without games */
export const newRow = ({
  title,
  ...given
}: Pick<Row, 'game' | 'title' | 'text' | 'entrants' | 'known'> & Partial<Row>): Omit<Row, 'id'> => ({
  title: plainName(title) || given.game,
  created: Date.now(),
  ...{ state: 'running', own: true, verified: null, blocks: 0, games: 0 },
  ...{ withdrawn: [], leaving: [], claim: null, removed: null },
  ...given,
});

/** Its name as Python takes it. */
const nameOf = ({ name, code }: Pick<Entrant, 'name' | 'code'>) =>
  plainName(name) || plainName(bareName(code ?? { name })) || UNNAMED;

/**
 * What a person entered, as it can be in a contest or a link.
 *
 * JavaScript lets a text have one half of a character, and a file cannot hold it: the page saves a bot with the sign for
 * what is unknown instead, and so it plays. Otherwise its hash would be another one on the command line.
 */
export const wellFormed = (entrant: Entrant): Entrant => ({
  ...entrant,
  name: nameOf(entrant),
  code: entrant.code && {
    ...entrant.code,
    name: entrant.code.name.toWellFormed(),
    source: entrant.code.source.toWellFormed(),
  },
});

/** An entrant for Python. */
export function described({ name, kind, code, house }: Entrant) {
  if (kind === 'house') return { name: house ?? name, kind, source: '', path: '' };
  return { name, kind, source: code?.source ?? '', path: pathOf(code) };
}

const pathOf = (code: Code | null) => (code ? (isBundle(code) ? (code.main ?? MAIN) : code.name) : '');

const entrantOf = (
  { name: given, kind, code, house, bot = null, version = null }: Entrant,
  name: string,
): Entrant => ({
  ...{ name, kind, code: code ?? null, bot, version },
  house: kind === 'house' ? (house ?? given) : null,
});

/** @returns of bots of several files: the entrant's number, a path, and what is in that file */
export async function filesOf(
  entrants: readonly Entrant[],
  layOut: LayOut,
): Promise<[number, string, Uint8Array<ArrayBuffer>][] | { problem: Message }> {
  const found: [number, string, Uint8Array<ArrayBuffer>][] = [];
  for (const [number, { code }] of entrants.entries()) {
    if (!code || !isBundle(code)) continue;
    const laidOut = await layOut(code);
    if ('problem' in laidOut) return laidOut;
    for (const { path, data } of laidOut.files)
      found.push([number, path, new Uint8Array(await data.arrayBuffer())]);
  }
  return found;
}
