// What came of a contest, in the sentences with which its page begins. They are the same in its picture, and in a link with its
// results.

import { capital, fixed, list, say, t } from '../../base/words/index.ts';
import type { Message } from '../../match/types.ts';
import { mayBeFirst } from '../played.ts';
import { calledSays, isElimination } from '../stage-words.ts';
import type { Called } from '../stages.ts';
import { calledIn } from '../stages.ts';
import type { Summary } from '../types.ts';
import { MOST_NAMES, wordOf } from '../word.ts';

interface Told {
  /** without what only contests of this browser have */
  summary: Omit<Summary, 'test' | 'beats'>;
  plan: { kind: string };
  /** of the entrants, as people see them */
  names: string[];
  /** what people see instead of a name that Python knows */
  calls: (name: string) => string;
  /** whether it was stopped for good: nothing follows that "not yet" could wait for */
  isStopped: boolean;
}

/**
 * Of a series who is better, by how much and how surely; of others who is first, and how surely, how far it has come, and why
 * it is over. The main thing comes first; none: nothing can be said yet.
 */
export function headlineOf(what: Told): string[] {
  const { summary, names, calls } = what;
  const { over, games } = summary;
  if (what.plan.kind === 'series') return summary.answer ? [sayPlain(summary.answer, calls)] : [];
  if (games === 0 && !over) return [];
  const isBracket = isElimination(what.plan.kind);
  const told = [
    ...(isBracket && !over ? [matchesWords(what)] : firstWords(what)),
    summary.why && say(summary.why, names),
    summary.repeats && sayPlain(summary.repeats, String),
  ];
  return told.flatMap((each) => each || []);
}

/** Of an elimination that goes on: who is not out may still win it, so nobody is ahead. */
function matchesWords({ summary: { pairings, rounds, standings }, plan, names }: Told) {
  const [round, of] = rounds;
  const called = calledIn(plan.kind, names.length, round - 1);
  const isNamed = called.length === 1 && called[0]?.stage;
  const matches = pairings.filter((each) => each.round === round - 1 && each.how !== 'bye');
  return t('compete.round.matches', {
    round: isNamed ? calledSays(called) : numberOf(called, round, of),
    count: matches.length,
    decided: matches.filter(({ winner }) => winner !== null).length,
    left: standings.filter(({ reached }) => !reached).length,
  });
}

/** How many of all rounds, and what its matches are called where there are two brackets. */
function numberOf(called: Called[], round: number, of: number): Message {
  const number: Message = ['compete.round.of', { round, of }];
  return called.length > 1 ? ['compete.round.called', { round: number, names: calledSays(called) }] : number;
}

/** Who is first, and how surely; how far it has come. */
function firstWords({ summary, calls, plan, isStopped }: Told) {
  // Nobody wins a gauntlet: it asks where one bot stands among the others.
  const gauntlet = plan.kind === 'gauntlet' && summary.answer;
  const word = gauntlet ? sayPlain(gauntlet, calls) : inAWord(summary, calls);
  const playing = summary.standings.filter(({ withdrawn }) => withdrawn === null);
  const waiting = playing.filter(({ games }) => games === 0);
  const count = gauntlet ? 1 : mayBeFirst(summary.standings);
  const level = fixed(100 * summary.level, 0);
  const [round, of] = summary.rounds;
  // Where any of them may be the best, who has most points just now says nothing.
  const isOpen = summary.in_round || (!summary.over && count > 1 && count === summary.standings.length);
  if (summary.over) return [word, count > 1 && t('compete.first.any', { count: summary.games, level })];
  // That somebody leads would contradict that nobody is clearly first.
  const isUnclear = count > 1;
  const first = summary.standings.filter(({ place }) => place === 1).map(({ name }) => calls(name));
  const top = t('compete.first.top', {
    name: first.length > MOST_NAMES ? t('compete.form.count', { count: first.length }) : list(first),
  });
  const isUneven = plan.kind === 'round-robin' && new Set(playing.map(({ games }) => games)).size > 1;
  return [
    isUnclear && t(isStopped ? 'compete.first.none.stopped' : 'compete.first.none'),
    !isOpen && (isUnclear ? top : word),
    !isOpen && isUneven && t('compete.first.uneven'),
    !gauntlet &&
      waiting.length > 0 &&
      t(isStopped ? 'compete.first.waits.stopped' : 'compete.first.waits', { count: waiting.length }),
    // Above the table it is said that a round is being played.
    of > 1 &&
      !summary.in_round &&
      t(isStopped && !isUnclear ? 'compete.round.of.stopped' : 'compete.round.of', { round, of }),
  ];
}

/**
 * A sentence of Python with the names that the page shows. It begins with a capital letter, unless a name
 * begins it.
 */
export function sayPlain(message: Message, calls: (name: string) => string) {
  const named = withNames(message, calls);
  const said = say(named);
  const { name } = named[1];
  return typeof name === 'string' && said.startsWith(name) ? said : capital(said);
}

function withNames([id, params]: Message, calls: (name: string) => string): Message {
  const entries = Object.entries(params).map(([key, value]) => {
    if ((key === 'name' || key === 'other') && typeof value === 'string') return [key, calls(value)];
    return [key, key === 'said' ? withNames(value as Message, calls) : value];
  });
  return [id, Object.fromEntries(entries)];
}

/** What a list says of a contest: the verdict of a series, or who leads. */
export function inAWord(summary: Pick<Summary, 'word'>, calls: (name: string) => string) {
  const found = wordOf(summary, calls);
  if (!found) return '';
  const [id, params] = found.told;
  return t(id, { name: list(found.names), ...params });
}
