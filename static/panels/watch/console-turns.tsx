// Everything that the bots said, turn by turn, in one list that scrolls with the timeline. Only the turns around the shown one,
// and those that the user scrolls to, are in the document.

import type { RefObject } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { t } from '../../base/words/index.ts';
import { namesAt } from '../../games/names.ts';
import { nearUse } from '../../match/nearness.ts';
import { playersAt } from '../../match/parts.ts';
import { saysAnything } from '../../match/search.ts';
import { isTimed } from '../../match/timed.ts';
import type { Exchange, Fault, Match } from '../../match/types.ts';
import type { GoTo } from './article.tsx';
import { Article, Past } from './article.tsx';
import type { ConsoleState } from './console-state.ts';
import { listed } from './console-state.ts';
import type { Range } from './console-window.ts';
import { grown, placeIn, rangeAround } from './console-window.ts';
import { ownFirst } from './ranked.ts';
import type { Frame } from './state.ts';
import { answerOf } from './state.ts';

/** Within this many pixels of an end, more turns are added there. */
const NEAR_END = 800;
/** The space between the bar and the shown turn, in pixels. */
const GAP = 4;

export interface Context {
  /** the element that scrolls */
  host: HTMLElement;
  state: ConsoleState;
  copy: (text: string) => void;
  goTo: GoTo;
  /** whether a player is the bot in the editor */
  isOwn: (match: Match, player: number) => boolean;
  /** the texts that were sent to the players in a turn, and their answers */
  texts: (match: Match, turn: number) => Promise<Exchange[]>;
}

export function Turns({ context, frame }: { context: Context; frame: Frame }) {
  const { host, state } = context;
  const { position } = frame;
  const spoken = state.spoken.value;
  const [place, isThere] = placeIn(spoken, position);
  const range = useRange(host, spoken.length, place);
  const here = useRef<HTMLElement>(null);
  useFollowing(host, here, context, frame);

  const turns = spoken.slice(range.from, range.to);
  if (!isThere && place >= range.from && place <= range.to) turns.splice(place - range.from, 0, position);
  return (
    <div class="console-turns">
      {turns.map((turn) => (
        <section
          key={turn}
          class="console-turn"
          data-turn={turn}
          aria-current={turn === position ? 'step' : undefined}
          ref={turn === position ? here : undefined}
        >
          <TurnHead turn={turn} isHere={turn === position} context={context} spoken={spoken} />
          {turn === position ? (
            <Here context={context} frame={frame} />
          ) : (
            <Other context={context} frame={frame} turn={turn} />
          )}
        </section>
      ))}
    </div>
  );
}

/** The turns in the document: those around the shown one, and those that were scrolled to. */
function useRange(host: HTMLElement, count: number, place: number): Range {
  const kept = useRef<Range>({ from: 0, to: 0 });
  const [, redraw] = useState(0);
  /** A visible turn and its position, before more turns are added above it. */
  const anchor = useRef<{ turn: string; top: number } | null>(null);
  const shown = useRef(-1);
  const { from, to } = kept.current;
  const isOut = place < from || place > to || (to === place && to < count);
  // If the user has scrolled away from the shown turn, the range stays until the timeline moves. Not if the list is empty: a
  // hidden console, as on a phone, could not fill it later.
  if (to > count || from === to || (isOut && shown.current !== place))
    kept.current = rangeAround(count, place);
  shown.current = place;

  useLayoutEffect(() => {
    const { scrollTop, scrollHeight, clientHeight } = host;
    if (clientHeight === 0) return;
    const seen = anchor.current;
    const element = seen && host.querySelector(`[data-turn="${seen.turn}"]`);
    if (seen && element) host.scrollTop = scrollTop + element.getBoundingClientRect().top - seen.top;
    anchor.current = null;
    // A few short turns may not fill the height.
    if (scrollHeight <= clientHeight + NEAR_END && kept.current.to < count) grow('after');
  });
  const size = useRef(count);
  size.current = count;

  function grow(where: 'before' | 'after') {
    const next = grown(kept.current, where, size.current);
    if (next.from === kept.current.from && next.to === kept.current.to) return;
    const top = host.getBoundingClientRect().top;
    const first = [...host.querySelectorAll<HTMLElement>('.console-turn')].find(
      (each) => each.getBoundingClientRect().bottom > top,
    );
    anchor.current = first
      ? { turn: first.dataset.turn ?? '', top: first.getBoundingClientRect().top }
      : null;
    kept.current = next;
    redraw((before) => before + 1);
  }

  useLayoutEffect(() => {
    function look() {
      const { scrollTop, scrollHeight, clientHeight } = host;
      if (scrollTop < NEAR_END) grow('before');
      else if (scrollHeight - scrollTop - clientHeight < NEAR_END) grow('after');
    }
    host.addEventListener('scroll', look, { passive: true });
    return () => host.removeEventListener('scroll', look);
  }, []);
  return kept.current;
}

const topIn = (host: HTMLElement, element: HTMLElement) =>
  element.getBoundingClientRect().top - host.getBoundingClientRect().top;

/** Scrolls to the turn that the timeline goes to. A turn that was chosen in the console stays where it is. */
function useFollowing(
  host: HTMLElement,
  here: RefObject<HTMLElement | null>,
  { state }: Context,
  { match, position }: Frame,
) {
  /** The position that was scrolled to; null if the user has scrolled. */
  const settled = useRef<number | null>(null);
  const align = () => {
    const bar = host.querySelector('.console-bar');
    if (!here.current || !bar || host.clientHeight === 0) return;
    const edge = bar.getBoundingClientRect().bottom + GAP;
    host.scrollTop += here.current.getBoundingClientRect().top - edge;
    // The fault, below the prints, is what the user looks for. The end of a long traceback names the error, and the explanation
    // is below it.
    const fault = here.current.querySelector('article:not([hidden]) .fault');
    if (fault) {
      const end = host.getBoundingClientRect().bottom - GAP;
      const { top, bottom } = fault.getBoundingClientRect();
      const said = fault.querySelector('.explained') ?? fault.querySelector('pre');
      const wanted = Math.max(
        Math.min(top - edge, bottom - end),
        (said?.getBoundingClientRect().bottom ?? top) - end,
      );
      if (bottom > end) host.scrollTop += wanted;
    }
    settled.current = host.scrollTop;
  };
  useLayoutEffect(() => {
    if (state.asked.turn === position) {
      state.asked.turn = -1;
      settled.current = null;
      // The turn that was shown before is shorter now. If it is above, everything below it has moved.
      const head = here.current?.querySelector('h3');
      if (head) host.scrollTop += topIn(host, head) - state.asked.top;
    } else align();
  }, [match, position, state.filter.value]);
  const latest = useRef(align);
  latest.current = align;
  useLayoutEffect(() => {
    // A hidden console could not be scrolled, and the card at the end of a match takes some of its height.
    let height = host.clientHeight;
    const observer = new ResizeObserver(() => {
      if (height === 0 || host.scrollTop === settled.current) latest.current();
      height = host.clientHeight;
    });
    observer.observe(host);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    // The explanation of an error is loaded later, when there is one.
    const fault = here.current?.querySelector('article:not([hidden]) .fault');
    const observer = new ResizeObserver(() => host.scrollTop === settled.current && latest.current());
    if (fault) observer.observe(fault);
    return () => observer.disconnect();
  }, [match, position]);
  const found = state.found.value;
  useLayoutEffect(() => {
    if (found > 0) here.current?.querySelector('mark')?.scrollIntoView({ block: 'nearest' });
  }, [found]);
}

interface HeadProps {
  turn: number;
  isHere: boolean;
  context: Context;
  spoken: readonly number[];
}

/** The heading of a turn, which moves the timeline to it. All headings are one tab stop; arrow keys move between them. */
function TurnHead({ turn, isHere, context: { state, host }, spoken }: HeadProps) {
  const head = useRef<HTMLHeadingElement>(null);
  function go() {
    Object.assign(state.asked, { turn, top: head.current ? topIn(host, head.current) : 0 });
    state.goTo(turn);
  }
  return (
    <h3 ref={head}>
      <button
        type="button"
        class="quiet"
        tabIndex={isHere ? 0 : -1}
        onClick={go}
        onKeyDown={(event) => {
          const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
          if (by === 0 || event.altKey || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          const [place, isThere] = placeIn(spoken, turn);
          const next = spoken[by < 0 ? place - 1 : isThere ? place + 1 : place];
          if (next === undefined) return;
          state.goTo(next);
          host.querySelector<HTMLElement>(`[data-turn="${next}"] h3 button`)?.focus({ preventScroll: true });
        }}
      >
        {turn > 0 ? state.called(turn) : t('orders.start')}
      </button>
    </h3>
  );
}

/** The shown turn, with every player who was asked. */
function Here({ context, frame }: { context: Context; frame: Frame }) {
  const { host, state, copy, goTo, isOwn } = context;
  const { match, names, record } = frame;
  const ask = useAsk(context, frame);
  const filter = state.filter.value;
  const isSpeaking = (record?.answers.length ?? 0) > 0;
  // If players move one after the other, only the one who moved has output.
  const isHidden = (player: number) =>
    (isSpeaking && !answerOf(record, player)) || (filter.player !== null && filter.player !== player);
  const players = ownFirst(listed(record, names.length), (player) => isOwn(match, player));
  return (
    <>
      {players.map((player) => {
        const answer = answerOf(record, player);
        return (
          <Article
            key={`${player} ${names.join('\n')}`}
            {...{ player, names, answer, filter, goTo, ask, copy }}
            cause={match.causes?.value.get(player)}
            game={match.header.game}
            near={answer ? nearUse(answer, match.header) : null}
            wanted={state.wanted.value}
            isTimed={isTimed(match) && playersAt(match.header, frame.position)[player]?.kind !== 'human'}
            isHidden={isHidden(player)}
            fold={state.foldOf(player)}
            whole={() => host.focus({ preventScroll: true })}
          />
        );
      })}
    </>
  );
}

/** Another turn, with the players who have said something. */
function Other({ context, frame, turn }: { context: Context; frame: Frame; turn: number }) {
  const { state, goTo, isOwn } = context;
  const { match } = frame;
  const key = namesAt(match.header, turn).join('\n');
  const names = useMemo(() => key.split('\n'), [key]);
  const filter = state.filter.value;
  const record = state.recordAt(turn);
  const show = () => state.goTo(turn);
  const players = (record?.answers ?? [])
    .filter(({ player }) => filter.player === null || filter.player === player)
    .filter((answer) => saysAnything(answer, match.header, filter.kind))
    .map(({ player }) => player);
  const lead = (player: number, fault: Fault) => {
    const found = goTo(player, fault);
    if (!found) return null;
    const go = () => {
      show();
      found.go();
    };
    return { ...found, go };
  };
  return (
    <>
      {ownFirst(players, (player) => isOwn(match, player)).map((player) => {
        const answer = answerOf(record, player);
        return (
          <Past
            key={player}
            {...{ player, names, answer, filter, show }}
            cause={match.causes?.value.get(player)}
            game={match.header.game}
            near={answer ? nearUse(answer, match.header) : null}
            goTo={lead}
            wanted={state.wanted.value}
          />
        );
      })}
    </>
  );
}

/** The same function for as long as the same turn is shown. */
function useAsk({ texts }: Context, { match, position, curtain }: Frame) {
  const kept = useRef<{ key: unknown[]; ask: () => Promise<Exchange[]> } | null>(null);
  const key = [match, position, curtain];
  if (!kept.current || key.some((each, k) => each !== kept.current?.key[k]))
    kept.current = { key, ask: async () => (curtain ? [] : texts(match, position)) };
  return kept.current.ask;
}
