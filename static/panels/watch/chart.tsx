// The chart above the slider: the game's numbers, or the time of every move against its limit, turn by turn. Marks show
// captures, losses, ends and faults. A click goes to its turn; the numbers under the pointer are shown as text.

import { effect } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { inPlace, tried } from '../../base/ui/lazy.ts';
import { Swatch } from '../../base/ui/parts.tsx';
import { MOST_SHOWN } from '../../base/values/seats.ts';
import { briefMs, fixed, list, say, sentences, t } from '../../base/words/index.ts';
import { playerToken } from '../../board/brush.ts';
import { gameViewOf } from '../../games/index.ts';
import type { Mark } from '../../match/figures.ts';
import { BANK, TIME } from '../../match/figures.ts';
import type { Playback } from '../../match/playback.ts';
import { isTimed, timeTaken } from '../../match/timed.ts';
import type { Plot } from './chart-plot.ts';
import { nextTurn } from './chart-scale.ts';
import type { Charted, ChartState } from './chart-state.ts';
import { withSide } from './players.tsx';
import { answerOf } from './state.ts';

/** The kinds of marks, in the order of the legend. */
const MARKS: readonly Mark['kind'][] = ['capture', 'kill', 'out', 'fault'];

export function createChart(state: ChartState, playback: Playback) {
  let plot: Plot | null = null;

  /**
   * Loads uPlot when there is a place for lines, which the front page lacks, and a line to draw. Without it the first moves of a
   * match are shown sooner.
   */
  function plotIn(place: HTMLElement) {
    const say = inPlace(place.parentElement ?? place);
    let isWanted = false;
    async function load() {
      const found = await tried(() => import('./chart-plot.ts'), say, load);
      if (found) plot = found.createPlot(place, state, playback.goTo);
    }
    new ResizeObserver(([entry], observer) => {
      if (!entry?.contentRect.width) return;
      observer.disconnect();
      effect(() => {
        if (isWanted || state.last.value < 1) return;
        isWanted = true;
        load();
      });
    }).observe(place);
  }

  function Chart() {
    const lines = useRef<HTMLDivElement>(null);
    useLayoutEffect(() => {
      if (lines.current) plotIn(lines.current);
    }, []);
    return (
      <>
        <div class="chart-head">
          <Choice />
          {state.scale.value === 'log' && <span class="chart-scale">{t('chart.log')}</span>}
          <Legend />
        </div>
        <div class="chart-plot" aria-hidden="true" ref={lines} />
        <Tip />
      </>
    );
  }

  function Choice() {
    const game = state.charted.value?.match.header.game ?? '';
    return (
      <select
        aria-label={t('chart.series')}
        title={t('chart.series')}
        value={state.series.value}
        // Its place is reserved until there is something to choose.
        style={{ visibility: state.offered.value.length > 0 ? 'visible' : 'hidden' }}
        onChange={({ currentTarget }) => state.choose(currentTarget.value)}
      >
        {state.offered.value.map((name) => (
          <option key={name} value={name}>
            {labelOf(game, name)}
          </option>
        ))}
      </select>
    );
  }

  function Legend() {
    void state.grown.value;
    const series = state.series.value;
    const lines = state.charted.value?.figures.lines(series) ?? [];
    const values = lines.map((line) => line[state.turn.value] ?? null);
    const texts = values.map((value) => written(series, value));
    // There may be room only for the first of many players, who include the leader.
    const turn = state.turn.value;
    const leader = state.leaderAt(turn);
    const named = new Set([...(leader === null ? [] : [leader]), ...state.ownAt(turn)]);
    const order = state.namedFirst(state.orderAt(turn), named);
    const out = state.outAt(turn);
    const { match, names: namesAt } = state.charted.value ?? {};
    const names = namesAt?.(turn) ?? [];
    const sides = match ? gameViewOf(match.header.game).sides : [];
    const host = useRef<HTMLSpanElement>(null);
    // Before the first turn there are no numbers.
    const isKnown = values.some((value) => value !== null);
    const called = [...named].map((k) => names[k] ?? '');
    const length = [...texts, ...called].join('').length;
    const missing = useMissing(host, isKnown ? length : 0);
    if (!isKnown) return null;
    return (
      <>
        <span class="chart-legend" data-own={state.isOwn.value ? '' : undefined} ref={host}>
          {order.map((k) => (
            <span
              key={k}
              title={
                lines.length > 1 ? t('chart.value', { who: names[k] ?? '', value: texts[k] }) : undefined
              }
              data-leads={k === leader ? '' : undefined}
              data-named={named.has(k) ? '' : undefined}
              data-out={out.has(k) ? '' : undefined}
            >
              {lines.length > 1 && <Swatch player={k} />}
              {/* The mark distinguishes players with the same name. */}
              {named.has(k) && (
                <span class="chart-name">{withSide(names[k] ?? '', t(sides[k] ?? '')).name}</span>
              )}
              <span class="chart-number">{texts[k]}</span>
            </span>
          ))}
          <Key />
        </span>
        {missing > 0 && (
          <span class="chart-missing" title={t('chart.missing', { count: missing })}>
            +{missing}
          </span>
        )}
      </>
    );
  }

  /** The legend of the shapes in the strip below the lines, if there is room. */
  function Key() {
    const marks = state.marks.value;
    const kinds = MARKS.filter((kind) => marks.some((mark) => mark.kind === kind));
    const isAhead = (kind: Mark['kind']) =>
      !marks.some((mark) => mark.kind === kind && mark.turn <= state.position.value);
    if (kinds.length === 0) return null;
    return (
      <small class="chart-key" aria-hidden="true">
        {kinds.map((kind) => (
          <span key={kind} title={t(`keys.mark.${kind}`)} data-ahead={isAhead(kind) ? '' : undefined}>
            <span class="mark" data-kind={kind} />
            {t(`chart.mark.${kind}`)}
          </span>
        ))}
      </small>
    );
  }

  function Tip() {
    void state.grown.value;
    const tip = useRef<HTMLDivElement>(null);
    const turn = state.pointed.value;
    useLayoutEffect(() => {
      const element = tip.current;
      if (!element || turn === null || !plot) return;
      const room = (element.parentElement?.clientWidth ?? 0) - element.offsetWidth;
      const left = plot.left(turn) - element.offsetWidth / 2;
      element.style.left = `${Math.max(0, Math.min(room, left))}px`;
    });
    const charted = state.charted.value;
    return (
      <div class="chart-tip panel" hidden={turn === null} aria-hidden="true" ref={tip}>
        {charted && turn !== null && (
          <Numbers charted={charted} turn={turn} state={state} beside={plot?.beside(turn) ?? []} />
        )}
      </div>
    );
  }

  return {
    Chart,
    /** To be called when the theme has changed: reads the colours again. */
    repaint: () => plot?.repaint(),
    /** Goes to the next or the last turn with a mark. */
    goToMark(by: 1 | -1) {
      const turn = nextTurn(state.marks.value, playback.state.position, by);
      if (turn !== null) playback.goTo(turn);
    },
    /** The numbers of the shown turn in words. */
    inWords: () => wordsOf(state),
  };
}

/**
 * How many parts of a legend have no room in its lines. It is measured only when the room or the lengths of its texts change, not
 * for each number while a match plays.
 */
function useMissing(host: RefObject<HTMLElement | null>, length: number) {
  const [missing, set] = useState(0);
  const [width, resize] = useState(0);
  useLayoutEffect(() => {
    const element = host.current;
    if (!element) return;
    // A narrow one has two lines.
    const end = element.getBoundingClientRect().bottom + 1;
    const players = [...element.children].filter((each) => !each.matches('.chart-key'));
    set(players.filter((each) => each.getBoundingClientRect().bottom > end).length);
  }, [length, width]);
  useLayoutEffect(() => {
    const element = host.current;
    if (!element) return;
    // The list box beside it becomes wider when a match has more to show.
    const observer = new ResizeObserver(([entry]) => resize(entry?.contentRect.width ?? 0));
    observer.observe(element);
    return () => observer.disconnect();
  }, [length > 0]);
  return missing;
}

interface NumbersProps {
  charted: Charted;
  turn: number;
  state: ChartState;
  /** the events of other turns that share the mark */
  beside: Mark[];
}

function Numbers({ charted, turn, state, beside }: NumbersProps) {
  const { match, figures, names } = charted;
  const series = state.series.value;
  const lines = figures.lines(series);
  const marks = state.marks.value.filter((mark) => mark.turn === turn);
  const out = state.outAt(turn);
  const called = names(turn);
  const known = lines.length > 1 ? state.orderAt(turn) : [...called.keys()];
  const isHidden = (mark: Mark) => state.hidesAhead.value && mark.turn > state.position.value;
  const more = beside.filter((mark) => !isHidden(mark)).length;
  const timeOf = (player: number) => {
    const answer = turn > 0 && isTimed(match) ? answerOf(match.records[turn], player) : undefined;
    if (!answer?.budget) return '';
    const took = timeTaken(answer);
    if (took === null) return t('time.notMeasured');
    return t('time.ofBudget', { ms: Math.ceil(took), budget: Math.round(answer.budget) });
  };
  return (
    <>
      <p>
        <strong>{state.called(turn)}</strong> {labelOf(match.header.game, series)}{' '}
        {lines.length === 1 && written(series, lines[0]?.[turn])}
      </p>
      <table>
        {known.slice(0, MOST_SHOWN).map((k) => (
          <tr key={k} data-out={out.has(k) ? '' : undefined}>
            <th>
              <Swatch player={k} />
              <span class="name">{called[k]}</span>
            </th>
            {series !== TIME && <td>{lines.length > 1 && written(series, lines[k]?.[turn])}</td>}
            <td class="time">{timeOf(k)}</td>
          </tr>
        ))}
      </table>
      {marks.length > 0 && (
        <ul>
          {marks.map((mark) => (
            <li>
              <span
                class="mark"
                data-kind={mark.kind}
                style={{ '--mark': `var(--${playerToken(mark.player)})` }}
              />
              {markInWords(charted, mark, state.bound.value)}
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <p class="chart-more">{t('chart.moreMarks', { count: more })}</p>}
    </>
  );
}

function labelOf(game: string, series: string) {
  if (series === BANK) return t('chart.bank');
  return t(series === TIME ? 'chart.time' : `${game}.series.${series}`);
}

function written(series: string, value: number | null | undefined) {
  if (value === null || value === undefined) return '–';
  if (series === BANK) return t('time.seconds', { seconds: fixed(value / 1000, 1) });
  return series === TIME ? t('time.ms', { ms: briefMs(value) }) : fixed(value, 0);
}

/** @param bound the human players, while they play a game with hidden information; else null */
function markInWords(
  { match, names: namesAt }: Charted,
  { kind, player, turn }: Mark,
  bound: readonly number[] | null,
): string {
  const names = namesAt(turn);
  // The fault of another player may reveal hidden information.
  if (kind === 'fault' && bound && !bound.includes(player))
    return t('chart.fault', { who: { player } }, names);
  const fault = answerOf(match.records[turn], player)?.fault;
  if (kind === 'fault' || (kind === 'out' && fault?.kind === 'resigned'))
    return fault ? say(fault.message, names) : '';
  return t(`${match.header.game}.mark.${kind}`, { who: { player } }, names);
}

function wordsOf(state: ChartState): string {
  void state.grown.value;
  const charted = state.charted.value;
  const series = state.series.value;
  const turn = state.position.value;
  const lines = charted?.figures.lines(series) ?? [];
  if (!charted || lines.length === 0) return '';
  const { match, names } = charted;
  const parts = lines.map((line, k) => {
    const value = written(series, line[turn]);
    return lines.length === 1 ? value : t('chart.value', { who: names(turn)[k] ?? '', value });
  });
  const marks = state.marks.value
    .filter((mark) => mark.turn === turn)
    .map((mark) => markInWords(charted, mark, state.bound.value));
  const label = labelOf(match.header.game, series);
  return sentences([t('chart.inWords', { label, values: list(parts, 'unit') }), ...marks]);
}
