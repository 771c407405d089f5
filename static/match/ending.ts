// How the end of a match is said: to the one person who played it by hand, in the second person; to everybody else, with
// the names of the players. No DOM and no words: only ids.

import { humansIn } from '../base/values/seats.ts';
import type { Match, Message, Result } from './types.ts';

/** told: no single person played it. */
export type Tone = 'won' | 'lost' | 'draw' | 'told';

/** place: of one who lost among several. */
type Ending = { tone: Tone; says: Message; place: Message | null; winners: number[] };

/** @param knows whether there is a sentence of that id */
export function endingOf(
  { players }: Pick<Match['header'], 'players'>,
  result: Result,
  knows: (id: string) => boolean,
): Ending {
  const humans = humansIn(players);
  const winners = result.places.flatMap((place, player) => (place === 1 ? [player] : []));
  const [me] = humans;
  if (me === undefined || humans.length > 1)
    return { tone: 'told', says: result.reason, place: null, winners };
  const end = endOf(result, me);
  const tone = end === 'drawn' ? 'draw' : end;
  const why = whyOf(tone, me, result, knows);
  const place = tone === 'lost' && players.length > 2 ? placeOf(me, result) : null;
  return { tone, says: [`ending.${tone}`, { why }], place, winners };
}

/** How a match ended for one player. */
export function endOf({ places }: Pick<Result, 'places'>, player: number) {
  if (places[player] !== 1) return 'lost';
  return places.filter((place) => place === 1).length > 1 ? 'drawn' : 'won';
}

function whyOf(tone: Tone, me: number, { reason, losses }: Result, knows: (id: string) => boolean) {
  const [, { why, first, second }] = reason;
  if (tone === 'lost') return addressed('you', losses[me] ?? reason, knows);
  if (isMessage(why)) return addressed('other', why, knows);
  // A draw that both have lost: what happened to the person comes first.
  const both = [first, second].filter(isMessage);
  const [mine, theirs] = me === 0 ? both : both.reverse();
  if (!mine || !theirs) return reason;
  return ['ending.both', { mine: addressed('you', mine, knows), theirs: addressed('other', theirs, knows) }];
}

/** A reason as it is said to the person: of the person's own loss, or of another's. */
function addressed(whose: 'you' | 'other', [id, params]: Message, knows: (id: string) => boolean): Message {
  const [group, name] = id.split('.');
  const direct = `ending.${whose}.${group}.${name}`;
  return [knows(direct) ? direct : id, params];
}

const placeOf = (me: number, { places }: Result): Message => [
  'ending.place',
  { place: places[me] ?? 0, count: places.length },
];

/** What is said of a fault beside the console, which shows the error itself: sentence -> a shorter one. */
const BRIEF: Record<string, string> = {
  'fault.crash': 'ending.crash',
  'fault.crash_past': 'ending.crash',
  'fault.crash_start': 'ending.crash_start',
  'fault.ended_kept': 'fault.ended',
  'fault.no_input': 'ending.no_input',
  'fault.async_move': 'fault.no_answer',
  'fault.move_reads': 'fault.no_answer',
  'fault.no_marker': 'fault.no_answer',
  'fault.reads_on': 'fault.no_answer',
  'fault.yields': 'fault.no_answer',
  'fault.unflushed': 'fault.waits',
};

/** Why nothing of a program is ever asked, where it is not that a function is missing: cause -> a shorter one of a player. */
const UNASKED: Record<string, string> = {
  'entry.nearInBot': 'ending.no_method',
  'entry.nearOriginal': 'ending.no_original',
  'entry.lacks': 'ending.lacks',
  'entry.noParameter': 'ending.no_parameter',
  'entry.parameters': 'ending.parameters',
  'entry.method': 'ending.method',
  'entry.class': 'ending.in_class',
  'entry.indented': 'ending.indented',
};

/**
 * Without the errors and the advice that stand elsewhere.
 *
 * @param unasked by player, why nothing of the program is ever asked: that says more than that there was no answer
 */
export function briefly([id, params]: Message, unasked: ReadonlyMap<number, Message> = new Map()): Message {
  const { who } = params as { who?: { player?: number } };
  const cause = id.startsWith('fault.') && unasked.get(who?.player ?? -1);
  if (cause) return [UNASKED[cause[0]] ?? 'ending.unasked', { ...cause[1], who }];
  const parts = Object.entries(params).map(([name, value]) => [
    name,
    isMessage(value) ? briefly(value, unasked) : value,
  ]);
  return [BRIEF[id] ?? id, Object.fromEntries(parts)];
}

const isMessage = (value: unknown): value is Message => Array.isArray(value) && typeof value[0] === 'string';
