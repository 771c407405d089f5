// A tournament: its standings, its bracket or rounds, who met whom, and every seed.

import { useComputed } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { fixed, list, say, t } from '../../base/words/index.ts';
import { Bracket } from '../../contest/bracket/view.tsx';
import { calledSays, isElimination } from '../../contest/stage-words.ts';
import type { Called } from '../../contest/stages.ts';
import { calledIn } from '../../contest/stages.ts';
import type { Message } from '../../match/types.ts';
import type { Shown, State } from './contest-state.ts';
import { isAtEnd } from './contest-state.ts';
import { Counted } from './counted.tsx';
import { Cross } from './cross.tsx';
import type { Cell } from './games.ts';
import { gamesOf, rowsOf } from './games.ts';
import { Grid } from './grid.tsx';
import { Headline } from './headline.tsx';
import { Maps } from './maps.tsx';
import type { Memory } from './memory.ts';
import { mayBeFirst } from './played.ts';
import { Rounds } from './rounds.tsx';
import { Standings } from './standings.tsx';
import { inAWord, sayPlain } from './status.ts';
import { canStillPlay, nextRoundOf, withdrawnFrom, withdrawnOf } from './withdrawals.ts';

/** The most names in a sentence; of more it says how many they are. */
const MOST_NAMED = 3;

interface Props {
  state: State;
  what: Shown;
  /** stands in the place of a headline that is not there yet */
  none: VNode;
  memory: Memory;
  open: (cell: Cell) => void;
  withdraw: (entrant: number, button: HTMLElement) => void;
}

export function Tables({ state, what, none, memory, open, withdraw }: Props) {
  const { summary, results, names, calls, plan, row } = what;
  const { pairings } = summary;
  const [main, ...more] = toldOf(what);
  const isBracket = isElimination(plan.kind);
  // It may be over before it is worked out what came of it; how far it has come changes too often for these tables.
  const hasEnded = useComputed(() => isAtEnd(state.now.value.row));
  const canWithdraw = row.own && !summary.over && !hasEnded.value;
  const entrantOf = (name: string) => row.entrants.findIndex((each) => each.name === name);
  const next = useComputed(() => nextRoundOf(state.now.value.progress, what.all));
  // As text: the table is drawn anew only when it says something else.
  const gone = useComputed(() => JSON.stringify([...withdrawnOf(state.now.value.row, next.value)]));
  const withdrawn = new Map<number, number>(JSON.parse(gone.value));
  const openPair = (one = 0, other: number | null = null) => {
    memory.pair.value = [one, other];
  };
  const pairs = {
    ...{ pairings, names },
    open: ({ players }: { players: number[] }) => openPair(players[0], players[1]),
  };
  // It is what an elimination is about, so it comes first.
  const bracket = pairings.length > 0 && (
    <Part title="compete.bracket">
      <Bracket {...pairs} isDouble={plan.kind.startsWith('double')} />
    </Part>
  );
  return (
    <section class="compete-tournament">
      <Headline state={state} isOver={summary.over} more={more}>
        {main || none}
      </Headline>
      {isBracket && bracket}
      <Standings
        what={what}
        counted={<Counted state={state} what={what} />}
        isOfMany={results.some(({ players }) => players.length > 2)}
        withdrawnFrom={(line) => withdrawnFrom(summary, plan.kind, line, withdrawn.get(entrantOf(line.name)))}
        withdraw={canWithdraw ? (name, button) => withdraw(entrantOf(name), button) : null}
        mayLeave={canStillPlay(summary, plan.kind, next.value)}
      />
      {!isBracket && pairings.length > 0 && (
        <Part title="compete.rounds">
          <Rounds {...pairs} />
        </Part>
      )}
      {summary.cross.length > 0 && (
        <Part title="compete.cross">
          <Cross
            summary={summary}
            calls={calls}
            open={(name, other) => openPair(entrantOf(name), entrantOf(other))}
          />
        </Part>
      )}
      <Pair what={what} memory={memory} open={open} />
      {summary.seeds.length > 0 && (
        <Part title="compete.maps">
          <Maps summary={summary} calls={calls} />
        </Part>
      )}
    </section>
  );
}

function Part({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section>
      <h3 id={title}>{t(title)}</h3>
      {children}
    </section>
  );
}

/** Who is first, and how surely; how far it has come; why it is over. The main thing comes first; none: nothing can be said yet. */
function toldOf(what: Shown): string[] {
  const { summary, names } = what;
  const { over, games } = summary;
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
function matchesWords({ summary: { pairings, rounds, standings }, plan, names }: Shown) {
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
function firstWords({ summary, calls, plan, row }: Shown) {
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
    name: first.length > MOST_NAMED ? t('compete.form.count', { count: first.length }) : list(first),
  });
  const isUneven = plan.kind === 'round-robin' && new Set(playing.map(({ games }) => games)).size > 1;
  // Nothing follows that "not yet" could wait for.
  const isStopped = row.state === 'stopped';
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

/** The games of one entrant, or of two against each other. */
function Pair({ what, memory, open }: Omit<Props, 'state' | 'withdraw' | 'none'>) {
  const title = useRef<HTMLHeadingElement>(null);
  const pair = memory.pair.value;
  const before = useRef(pair);
  useLayoutEffect(() => {
    if (pair === before.current) return;
    before.current = pair;
    title.current?.scrollIntoView({ block: 'start', behavior: 'auto' });
    title.current?.focus({ preventScroll: true });
  }, [pair]);
  if (!pair) return null;
  const { names, results, row } = what;
  const [one, other] = pair;
  const name = names[one] ?? '';
  return (
    <section class="compete-pair">
      <h3 tabIndex={-1} ref={title}>
        {other === null
          ? t('compete.pair.one', { name })
          : t('compete.pair', { name, other: names[other] ?? '' })}
      </h3>
      <Grid
        game={row.game}
        rows={rowsOf(gamesOf(results, one, other))}
        names={[name, other === null ? '' : (names[other] ?? '')]}
        says={t('compete.grid.legend', { name })}
        memory={memory}
        open={open}
      />
    </section>
  );
}
