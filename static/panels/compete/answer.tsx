// The answer of a series: a sentence, then charts, and the grid in which every cell is a game.

import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { short } from '../../base/text/legible.ts';
import { useKeptFocus } from '../../base/ui/kept-focus.ts';
import { Button } from '../../base/ui/parts.tsx';
import { pointsText, say, sentences, t } from '../../base/words/index.ts';
import { isForFingers } from '../../board/hand/keys.ts';
import { headlineOf, sayPlain } from '../../contest/sentences/headline.ts';
import type { Contests, Entrant } from '../../contest/types.ts';
import type { Lost } from './actions.ts';
import { Bars } from './bars.tsx';
import { Charts } from './charts.tsx';
import type { Shown, State } from './contest-state.ts';
import { Late } from './counted.tsx';
import { Earlier, earlierOf } from './earlier.tsx';
import type { Cell } from './games.ts';
import { byReason, bySeat, gamesOf, lostSeeds, pointsOf, rowsOf, tallyOf, unchanged } from './games.ts';
import { Grid } from './grid.tsx';
import { Headline } from './headline.tsx';
import type { Memory } from './memory.ts';
import { endWords } from './reasons.ts';
import type { SeedSet } from './seeds.ts';
import { playedSet } from './seeds.ts';
import { sayElo } from './status.ts';
import { byCause } from './walk.ts';

/** The ids of the sentences that explain an answer. */
const MEANS = ['block', 'better', 'ahead', 'interval', 'same'];

interface Props {
  state: State;
  what: Shown;
  /** shown as long as there is no answer */
  none: VNode;
  memory: Memory;
  open: (cell: Cell) => void;
  /** opens a lost game, from which the user can go to others with its cause; `from`: the key of the pressed element */
  openCause: (cells: readonly Cell[], cell: Cell, cause: string, from: string) => void;
  /** the sets of lost seeds that are kept for this game */
  sets: () => SeedSet[];
  keep: (lost: Lost, against: string) => void;
  /** plays the lost seeds again with the current bot */
  again: (lost: Lost, against: string, button: HTMLElement) => void;
  contests: Contests;
  /** lets an earlier version play the seeds of this contest */
  playEarlier: (was: Entrant) => Promise<number | null>;
  /** answers the challenge that the series was played for */
  answer: (points: number, games: number) => void;
}

export function Answer(props: Props) {
  const { state, what, none, memory, open, openCause, sets, contests, playEarlier, answer, ...actions } =
    props;
  const { summary, results, names, row, plan } = what;
  const cells = gamesOf(results, 0);
  const set = cells.length > 0 ? playedSet(sets(), plan.seeds, row.entrants[1]?.name ?? '') : null;
  const was = set && earlierOf(row, set, contests.list());
  const [name = '', other = ''] = names;
  return (
    <section class="compete-series">
      <Headline state={state} isOver={summary.over}>
        {headlineOf({ ...what, isStopped: row.state === 'stopped' })[0] ?? none}
      </Headline>
      <OfChallenge what={what} answer={answer} />
      <div class="compete-more">
        {tolds(cells, what, set).map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      {set && was && <Earlier {...{ row, set, was, contests }} play={playEarlier} />}
      {cells.length > 0 && (
        <>
          <details class="compete-means">
            <summary>{t('compete.means')}</summary>
            {MEANS.filter((part) => part !== 'same' || summary.test).map((part) => (
              <p key={part}>{t(`compete.means.${part}`, { margin: summary.test?.elo })}</p>
            ))}
          </details>
          <Counts game={row.game} cells={cells} name={name} open={openCause} />
          <LostSeeds cells={cells} state={state} what={what} {...actions} />
          <Grid
            game={row.game}
            rows={rowsOf(cells)}
            names={[name, other]}
            says={t('compete.grid.legend', { name })}
            memory={memory}
            open={open}
          />
          <Charts cells={cells} what={what} />
        </>
      )}
    </section>
  );
}

/** The sentences below the answer. */
function tolds(cells: Cell[], { summary, names, calls }: Shown, set: SeedSet | null): string[] {
  const told = [];
  if (summary.elo) told.push(sentences([sayElo(summary.elo, calls)]));
  if (summary.repeats) told.push(sentences([sayPlain(summary.repeats, String)]));
  if (summary.why) told.push(say(summary.why, names));
  if (set) {
    const compared = t('compete.compared', {
      ...{ set: set.name, was: pointsText(set.points), games: set.games },
      ...{ now: pointsText(pointsOf(tallyOf(cells))), count: cells.length },
    });
    told.push(sentences([compared, unchangedWords(set, cells.length)]));
  }
  return told;
}

/** The sentence about what an unchanged bot would score on selected seeds. */
function unchangedWords(set: SeedSet, count: number) {
  const found = unchanged(set, count);
  if (!found) return t('compete.unchanged.unknown');
  const [least, most] = [pointsText(found.least), pointsText(found.most)];
  return t(least === most ? 'compete.unchanged.same' : 'compete.unchanged', { least, most });
}

/** Tells that the series was played for a challenge, with a button to answer it as long as the challenge is kept. */
function OfChallenge({ what: { row, summary }, answer }: Pick<Props, 'what' | 'answer'>) {
  const { challenger, entrants } = row;
  const line = summary.standings.find(({ name }) => name === entrants[0]?.name);
  if (!challenger || !line?.games || row.state === 'running') return null;
  const { points, games } = line;
  return (
    <div class="compete-lost">
      <p>{sentences([t('answer.to', { name: short(challenger) })])}</p>
      <Button icon="share" says={t('links.answer')} onClick={() => answer(points, games)} />
    </div>
  );
}

type CountsProps = { game: string; cells: Cell[]; name: string; open: Props['openCause'] };

/** Counts of games by seat, and by the reason why they ended, with links to the lost ones. */
function Counts({ game, cells, name, open }: CountsProps) {
  const seats = bySeat(cells).map(([seat, tally]) => ({
    label: t('compete.seat', { number: seat + 1 }),
    tally,
  }));
  const all = { label: t('compete.seats.all'), tally: tallyOf(cells) };
  const causes = new Map(byCause(cells));
  const reasons = byReason(cells).map(({ end, tally }) => {
    const cause = end.causes[0] ?? 'none';
    const [lost] = end.isDraw ? [] : (causes.get(cause) ?? []);
    return {
      label: endWords(game, end),
      tally,
      open: lost && ((from: string) => open(cells, lost, cause, from)),
    };
  });
  return (
    <div class="compete-counts">
      <Bars caption={t('compete.bySeat', { name })} what={t('compete.column.seat')} lines={[all, ...seats]} />
      <div>
        <Bars caption={t('compete.byReason', { name })} what={t('compete.column.reason')} lines={reasons} />
        {causes.size > 0 && (
          <p class="hint">{t(isForFingers() ? 'compete.causesByTouch' : 'compete.causes')}</p>
        )}
      </div>
    </div>
  );
}

type OfLost = Pick<Props, 'state' | 'what' | 'keep' | 'again'> & { cells: Cell[] };

/** The line below the grid's title about seeds on which a game was lost, with buttons to keep and to replay them. */
function LostSeeds({ cells, state, what, keep, again }: OfLost) {
  const { names, row } = what;
  const part = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const lost = lostSeeds(cells);
  const against = row.entrants[1]?.name ?? '';
  const count = lost.seeds.length;
  useKeptFocus(part, '.compete-lost', title);
  return (
    <>
      <div class="compete-row standings-title">
        <h3 ref={title} tabIndex={-1}>
          {t('compete.grid.label')}
        </h3>
        <Late state={state} what={what} />
      </div>
      <div class="compete-lost" ref={part}>
        <p>{t(count > 0 ? 'compete.lost' : 'compete.lost.none', { count, name: names[0] ?? '' })}</p>
        {count > 0 && (
          <>
            <Button says={t('compete.lost.keep')} onClick={() => keep(lost, against)} />
            <Button
              icon="rotate"
              says={t('compete.lost.again')}
              onClick={({ currentTarget }) => again(lost, against, currentTarget)}
            />
          </>
        )}
      </div>
    </>
  );
}
