// The table of standings: places, points, ratings with intervals, and groups of bots that the games do not distinguish.

import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { useKeptFocus } from '../../base/ui/kept-focus.ts';
import { Button, IconButton } from '../../base/ui/parts.tsx';
import { Scrolled } from '../../base/ui/scrolled.tsx';
import { fixed, pointsText, say, signed, t } from '../../base/words/index.ts';
import { hasPlayed, isUneven, tellsApart } from '../../contest/played.ts';
import { isElimination, sharedWords, withdrawnSays } from '../../contest/stage-words.ts';
import type { Line } from '../../contest/types.ts';
import type { Shown } from './contest-state.ts';
import { eloText } from './elo.ts';
import { groupLetter } from './numbers.ts';
import { extentOf } from './scales.ts';
import { Whiskers } from './whiskers.tsx';

/** The number of rows that are shown at first; a button shows more. */
const PAGE = 100;

/** What cells may need in addition to their line. */
interface Around {
  calls: (name: string) => string;
  /** the ends of the scale of ratings */
  extent: [number, number];
  /** the confidence level of the intervals, such as 0.95 */
  level: number;
  before: Line | undefined;
  after: Line | undefined;
  /** whether ratings, ranks and groups mean anything yet */
  isTold: boolean;
  /** the kind of the plan */
  kind: string;
  entrants: number;
  isOver: boolean;
  /** whether a round is being played, at whose end places are known */
  isInRound: boolean;
  /** whether no more games follow, although some were still to be played */
  isStopped: boolean;
  /** the first round, from 0, without a withdrawn entrant, also before standings with it are computed; null: it plays on */
  withdrawnFrom: (line: Line) => number | null;
  /** whether withdrawing it would change anything */
  mayLeave: (line: Line) => boolean;
}

/** A column. Its head is `compete.column.NAME` of the words. */
interface Column {
  name: string;
  cell: (line: Line, around: Around) => ComponentChildren;
  /** whether it holds text; else numbers, which are aligned to the right */
  isText?: boolean;
  /** whether there is anything to show in it; always if left out */
  isShown?: (lines: Line[], isOfMany: boolean) => boolean;
  /** whether it means something in a kind of plan; in all kinds if left out */
  isIn?: (kind: string) => boolean;
  /** more attributes of its cells */
  more?: (line: Line, around: Around) => Record<string, unknown>;
}

const isTieBroken = (line: Line): line is Line & { among: number } => typeof line.among === 'number';

const record = ({ wins, draws, losses }: Line) => `${wins} / ${draws} / ${losses}`;

function extra(name: 'byes' | 'buchholz' | 'division' | 'final'): Column {
  const cell = (line: Line) => (line[name] ? pointsText(line[name]) : '');
  return { name, cell, isShown: (lines) => lines.some((line) => line[name]) };
}

/** The columns from left to right: the first ones are visible on a phone. */
const COLUMNS: Column[] = [
  { name: 'place', cell: placeCell },
  { name: 'name', isText: true, cell: nameCell },
  {
    name: 'points',
    cell: pointsCell,
    // In an elimination, points depend on the number of games, not on how far an entrant came.
    isIn: (kind) => !isElimination(kind),
  },
  { name: 'games', cell: ({ games }) => fixed(games, 0) },
  { name: 'rating', isText: true, cell: ratingCell },
  {
    name: 'rank',
    // In an elimination, the place is how far an entrant came, and so few games tell hardly anything about ranks.
    isIn: (kind) => !isElimination(kind),
    cell: ({ rank_interval: [first, last] }) => (first === last ? first : `${first}–${last}`),
  },
  {
    name: 'group',
    cell: ({ group }) => groupLetter(group),
    isIn: (kind) => !isElimination(kind),
    // If all bots are in one group the letter means nothing.
    isShown: tellsApart,
    more: ({ group }, { before, after }) => ({
      'data-begins': group !== before?.group,
      'data-ends': group !== after?.group,
    }),
  },
  { name: 'record', cell: record, isShown: (_, isOfMany) => !isOfMany },
  { name: 'recordMany', cell: record, isShown: (_, isOfMany) => isOfMany },
  {
    name: 'faults',
    cell: (line) => (faultsIn(line) ? fixed(faultsIn(line), 0) : ''),
    isShown: (lines) => lines.some((line) => faultsIn(line) > 0),
  },
  ...[extra('byes'), extra('buchholz'), extra('division'), extra('final')],
];
/** The columns that are filled for a bot that has not played. */
const KNOWN = ['name', 'games'];
/** The columns that stay empty until the games distinguish bots. */
const LATER = ['rating', 'rank', 'group'];
/** The kinds in which entrants may play different numbers of games. */
const BY_SHARE = ['gauntlet', 'free-for-all', 'listed'];

interface Props {
  what: Shown;
  /** tells how many games these lines count, and how many are missing */
  counted: ComponentChildren;
  /** whether games have more than two players */
  isOfMany: boolean;
  withdrawnFrom: Around['withdrawnFrom'];
  /** withdraws an entrant; null if nobody can be withdrawn */
  withdraw: ((name: string, button: HTMLElement) => void) | null;
  mayLeave: Around['mayLeave'];
}

export function Standings({ what, counted, isOfMany, withdrawnFrom, withdraw, mayLeave }: Props) {
  const root = useRef<HTMLElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const most = useSignal(PAGE);
  const { summary, calls, plan } = what;
  const lines = summary.standings;
  const shown = lines.slice(0, most.value);
  const isBracket = isElimination(plan.kind);
  const columns = COLUMNS.filter(
    ({ isShown, isIn }) => (isShown?.(lines, isOfMany) ?? true) && (isIn?.(plan.kind) ?? true),
  );
  const isStopped = !summary.over && what.row.state === 'stopped';
  const isTold = summary.over || isStopped || tellsApart(lines);
  const [round, of] = summary.rounds;
  const shared = {
    ...{ calls, extent: extentOf(lines.filter(hasPlayed)), level: summary.level, isTold },
    ...{ kind: plan.kind, entrants: lines.length, isOver: summary.over },
    ...{ isInRound: summary.in_round, isStopped, withdrawnFrom, mayLeave },
  };
  const notes = [
    isTold
      ? t('compete.ratings', { level: fixed(100 * summary.level, 0) })
      : t(isBracket ? 'compete.early.bracket' : 'compete.early'),
    isTold && !isBracket && t('compete.ranks'),
    isTold && !isBracket && !tellsApart(lines) && lines.length > 2 && t('compete.groups.one'),
    isBracket && t('compete.ratings.bracket'),
    lines.some(isTieBroken) && t('compete.points.among'),
    isOfMany && t('compete.points.many'),
    BY_SHARE.includes(plan.kind) && isUneven(lines) && t('compete.points.share'),
    ['swiss', 'finals'].includes(plan.kind) && t('compete.points.swiss'),
    lines.some(({ final }) => final !== null) && t('compete.points.final'),
    lines.some(({ division }) => division) && t('compete.points.division'),
  ];
  useKeptFocus(root, '.standings tbody', title);
  return (
    <section ref={root}>
      <div class="compete-row standings-title">
        <h3 id="compete.standings" ref={title} tabIndex={-1}>
          {t('compete.standings')}
        </h3>
        {counted}
      </div>
      {shared.isInRound && (
        <p class="hint standings-now">
          {t(isStopped ? 'compete.inRound.stopped' : 'compete.inRound', { round, of })}
        </p>
      )}
      <Scrolled by="compete.standings">
        <table class="compete-table standings" aria-labelledby="compete.standings">
          <thead>
            <tr>
              {columns.map(({ name, isText }) => (
                <th key={name} scope="col" class={looks(name, isText)}>
                  {t(`compete.column.${name}`)}
                </th>
              ))}
              {withdraw && <td />}
            </tr>
          </thead>
          <tbody>
            {shown.map((line, k) => (
              <Row
                key={line.name}
                line={line}
                columns={columns}
                around={{ ...shared, before: lines[k - 1], after: lines.slice(k + 1).find(hasPlayed) }}
                withdraw={withdraw}
              />
            ))}
          </tbody>
        </table>
      </Scrolled>
      {shown.length < lines.length && (
        <Button
          says={t('compete.more')}
          onClick={() => {
            most.value += PAGE;
          }}
        />
      )}
      <p class="hint">
        {notes.filter(Boolean).join(' ')}
        {/* On a phone the column of groups is out of view. */}
        {isTold && !isBracket && tellsApart(lines) && <span class="of-groups"> {t('compete.groups')}</span>}
      </p>
    </section>
  );
}

interface RowProps extends Pick<Props, 'withdraw'> {
  line: Line;
  columns: Column[];
  around: Around;
}

function Row({ line, columns, around, withdraw }: RowProps) {
  return (
    <tr>
      {columns.map(({ name, isText, cell, more }) => {
        const Cell = name === 'name' ? 'th' : 'td';
        const isKnown =
          hasPlayed(line) || KNOWN.includes(name) || (name === 'place' && isElimination(around.kind));
        // The column is shown empty, so that nothing moves when its numbers come.
        const isEarly = !around.isTold && LATER.includes(name);
        return (
          <Cell
            key={name}
            scope={name === 'name' ? 'row' : undefined}
            class={looks(name, isText)}
            {...(isKnown && !isEarly && more?.(line, around))}
          >
            {isKnown && (isEarly ? <Early /> : cell(line, around))}
            {!isKnown && name === 'rating' && <NotPlayed isStopped={around.isStopped} />}
          </Cell>
        );
      })}
      {withdraw && (
        <td>
          {around.withdrawnFrom(line) === null && around.mayLeave(line) && (
            <IconButton
              icon="x"
              says={t('compete.withdraw', { name: around.calls(line.name) })}
              onClick={({ currentTarget }) => withdraw(line.name, currentTarget)}
            />
          )}
        </td>
      )}
    </tr>
  );
}

const Early = () => <span class="hint">–</span>;

const NotPlayed = ({ isStopped }: Pick<Around, 'isStopped'>) => (
  <span class="hint">{t(isStopped ? 'compete.notPlayed.stopped' : 'compete.notPlayed')}</span>
);

/** The place. In an elimination only entrants that are out have one. */
function placeCell({ place, reached }: Line, around: Around) {
  if (around.isInRound) return <Early />;
  if (!isElimination(around.kind)) return place;
  if (reached) return sharedWords(reached);
  // Summaries stored by an earlier version of the page do not tell who shares a place.
  return around.isOver ? place : <span class="hint">{t('compete.place.in')}</span>;
}

/** The points with the tie-break, for which a column of its own would push the ratings off a phone's screen. */
function pointsCell(line: Line) {
  return (
    <>
      {pointsText(line.points)}
      {isTieBroken(line) && <span class="hint tie-break">{`(${pointsText(line.among)})`}</span>}
    </>
  );
}

function nameCell(line: Line, { calls, withdrawnFrom, kind, entrants }: Around) {
  const { name } = line;
  const withdrawn = withdrawnFrom(line);
  return (
    <>
      <span class="whole-name" title={calls(name)}>
        {calls(name)}
      </span>
      {withdrawn !== null && <span class="hint">{say(withdrawnSays(kind, entrants, withdrawn))}</span>}
    </>
  );
}

function ratingCell(line: Line, { extent, level }: Around) {
  const [low, high] = line.interval;
  return (
    <div class="rating">
      <span class="rating-number">{signed(line.rating)}</span>
      <Whiskers line={line} extent={extent} level={level} />
      {/* Screen readers get the same from the chart. */}
      <span class="rating-range" aria-hidden="true">
        {t('compete.rating.range', { low: eloText(low), high: eloText(high) })}
      </span>
    </div>
  );
}

const looks = (name: string, isText = false) => `of-${name}${isText ? '' : ' number'}`;

const faultsIn = ({ faults }: Line) => Object.values(faults).reduce((sum, times) => sum + times, 0);
