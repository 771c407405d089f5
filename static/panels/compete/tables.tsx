// The results of a tournament: its standings, its bracket or rounds, who met whom, and the seeds.

import { useComputed } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../../base/words/index.ts';
import { Bracket } from '../../contest/bracket/view.tsx';
import { headlineOf } from '../../contest/sentences/headline.ts';
import { isElimination } from '../../contest/stage-words.ts';
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
import { Rounds } from './rounds.tsx';
import { Standings } from './standings.tsx';
import { canStillPlay, nextRoundOf, withdrawnFrom, withdrawnOf } from './withdrawals.ts';

interface Props {
  state: State;
  what: Shown;
  /** shown as long as there is no headline */
  none: VNode;
  memory: Memory;
  open: (cell: Cell) => void;
  withdraw: (entrant: number, button: HTMLElement) => void;
}

export function Tables({ state, what, none, memory, open, withdraw }: Props) {
  const { summary, results, names, calls, plan, row } = what;
  const { pairings } = summary;
  const [main, ...more] = headlineOf({ ...what, isStopped: row.state === 'stopped' });
  const isBracket = isElimination(plan.kind);
  // Only whether it has ended: its progress changes too often to render these tables each time.
  const hasEnded = useComputed(() => isAtEnd(state.now.value.row));
  const canWithdraw = row.own && !summary.over && !hasEnded.value;
  const entrantOf = (name: string) => row.entrants.findIndex((each) => each.name === name);
  const next = useComputed(() => nextRoundOf(state.now.value.progress, what.all));
  // As text, so that the table is rendered again only when this has changed.
  const gone = useComputed(() => JSON.stringify([...withdrawnOf(state.now.value.row, next.value)]));
  const withdrawn = new Map<number, number>(JSON.parse(gone.value));
  const openPair = (one = 0, other: number | null = null) => {
    memory.pair.value = [one, other];
  };
  const pairs = {
    ...{ pairings, names },
    open: ({ players }: { players: number[] }) => openPair(players[0], players[1]),
  };
  // In an elimination the bracket matters most, so it comes first.
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

/** The list of games of one entrant, or of two against each other. */
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
