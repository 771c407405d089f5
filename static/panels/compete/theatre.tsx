// The theatre: the games of a contest one after another on a large board. It gives no end of a game away, so the chart is only
// drawn up to the shown turn.

import { effect, signal } from '@preact/signals';
import { render } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { App } from '../../app.ts';
import { h, on, part } from '../../base/ui/dom.ts';
import { Button, IconButton, Swatch } from '../../base/ui/parts.tsx';
import { list, pointsText, say, t } from '../../base/words/index.ts';
import { choicesIn, planOf } from '../../contest/plan-of.ts';
import { calledSays, roundSays } from '../../contest/stage-words.ts';
import { calledMatch } from '../../contest/stages.ts';
import type { ContestRow } from '../../contest/types.ts';
import { namesOf } from '../../games/names.ts';
import type { Cell } from './games.ts';
import { scoreUntil } from './games.ts';
import type { Opened, OpenedGame } from './opened.ts';

/** The name of a game's round; in a double elimination that of its bracket. */
function roundOf(row: ContestRow, { round, block }: Cell) {
  const { kind } = planOf(row);
  const entrants = row.entrants.length;
  if (kind !== 'double-elimination') return say(roundSays(kind, entrants, round));
  const { blocks = 1, replays = 0 } = choicesIn(row).numbers;
  return say(calledSays(calledMatch(kind, entrants, round, Math.floor(block / (blocks + replays)))));
}

/** first: the names in first place; empty as long as more games are to be played */
interface End {
  isOver: boolean;
  first: string[];
}

const UNKNOWN: End = { isOver: true, first: [] };

/** Of so many players how everybody stands is written on the rim of the board, and of more of them in rows. */
const DUEL = 2;

/** Milliseconds for reading a result before the next game begins. */
const READ = 4000;

/**
 * @param toContest goes back to the page of a contest
 * @param endOf finds out whether a contest is over, and who is first
 */
export function createTheatre(
  { playback, router, session, compete }: Pick<App, 'playback' | 'router' | 'session' | 'compete'>,
  game: OpenedGame,
  toContest: (row: ContestRow) => void,
  endOf: (row: ContestRow) => Promise<End>,
) {
  const root = document.documentElement;
  const isOn = signal(false);
  /** Whether the last position of the game is shown. */
  const isOver = signal(false);
  /** The result of the contest, after the last of its games was shown; null if there are more games. */
  const end = signal<End | null>(null);
  /** The id of the timer until the next game; 0 if there is none. */
  let next = 0;
  /** Whether the user came from the page of the contest, to which Close then leads back. */
  let isFromContest = false;

  function watch() {
    const { match, position, last } = playback.state;
    isOver.value = match === game.opened.peek()?.match && position === last;
    clearTimeout(next);
    if (!isOn.peek() || !isOver.value) end.value = null;
    else if (!isLast()) next = window.setTimeout(() => go(1), READ);
    else if (end.peek() === null) void tellEnd();
  }

  function isLast() {
    const { place, count } = game.playlist.peek();
    return place > 0 && place === count;
  }

  async function tellEnd() {
    const row = game.opened.peek()?.row;
    end.value = UNKNOWN;
    const found = row ? await endOf(row) : UNKNOWN;
    if (isOver.peek() && isLast()) end.value = found;
  }

  /** @param way how many games to go forward; negative to go back */
  async function go(way: number) {
    clearTimeout(next);
    if ((await game.follow(way)) && isOn.peek()) playback.play();
  }

  function leave() {
    clearTimeout(next);
    isOn.value = false;
    compete.isInTheatre.value = false;
    delete root.dataset.theatre;
  }

  /** The user leaves the theatre: a game that is being opened is cancelled. */
  function exit() {
    const row = game.opened.peek()?.row;
    game.giveUp();
    leave();
    if (!isFromContest || !row) return document.querySelector<HTMLElement>('.opened-theatre')?.focus();
    playback.pause();
    toContest(row);
  }

  playback.subscribe(watch);
  // The theatre closes when something other than a contest's game is shown.
  effect(() => {
    if (isOn.value && !game.opened.value) leave();
  });
  // Rows of many players, which stand over the board or beside it elsewhere, have a place of their own.
  effect(() => {
    const isMany = (game.opened.value?.match.header.players.length ?? 0) > DUEL;
    const rows = part('.scores');
    if (isOn.value && isMany) part('.board-frame').before(rows);
    else if (rows.parentElement !== part('.board-frame')) part('.board-frame').append(rows);
  });
  // A link of the header closes it, also the link to its own tab.
  window.addEventListener('hashchange', () => {
    const { tab, match } = router.place;
    if (isOn.peek() && (tab !== session.stage || match === null)) leave();
  });
  on(
    window,
    'keydown',
    (event) => {
      if (!isOn.peek() || event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      exit();
    },
    { capture: true },
  );

  function Bar() {
    const bar = useRef<HTMLDivElement>(null);
    const now = game.opened.value;
    useEffect(() => {
      bar.current?.querySelector<HTMLElement>('[data-leave]')?.focus();
    }, [isOn.value]);
    if (!isOn.value || !now) return null;
    const { header, result } = now.match;
    const names = namesOf(header);
    const { place, count } = game.playlist.value;
    return (
      <section class="theatre" aria-label={t('compete.theatre')} ref={bar}>
        <p class="theatre-names at-times-unseen">
          {names.map((name, player) => (
            <span key={player}>
              <Swatch player={player} />
              {name}
            </span>
          ))}
        </p>
        <IconButton
          icon="skip-back"
          says={t('compete.theatre.before')}
          aria-disabled={place <= 1}
          onClick={() => void go(-1)}
        />
        <output>{t('compete.theatre.place', { place, count })}</output>
        <IconButton
          icon="skip-forward"
          says={t('compete.theatre.after')}
          aria-disabled={place >= count}
          onClick={() => void go(1)}
        />
        <Button icon="x" says={t('compete.theatre.leave')} data-leave="" onClick={exit} />
        <div class="theatre-told">
          <p class="theatre-of">{standing(now, isOver.value)}</p>
          <p class="theatre-says" role="status">
            {isOver.value && result ? say(result.reason, names) : ''}
          </p>
        </div>
        {isOver.value && place > 0 && place === count && (
          <div class="theatre-end">
            <p role="status">
              {end.value && end.value.first.length > 0
                ? t('compete.theatre.first', { names: list(end.value.first) })
                : t(end.value?.isOver === false ? 'compete.theatre.lastSoFar' : 'compete.theatre.last')}
            </p>
            <Button icon="reset" says={t('compete.theatre.again')} onClick={() => void go(1 - count)} />
          </div>
        )}
      </section>
    );
  }

  /** The contest and round of the game, and the score between the two, which does not count the game before its end. */
  function standing({ row, cell, cells, showing }: Opened, hasEnded: boolean) {
    const { kind } = planOf(row);
    const isSeries = kind === 'series';
    const until = hasEnded ? 'after' : 'before';
    // The title of a series names both bots, and its score has the same order in every game, whatever their seats.
    const order = isSeries ? [...row.entrants.keys()] : cell.seats;
    const score = scoreUntil(showing ?? cells, cell, { until, round: isSeries ? null : cell.round, order });
    return [
      row.title,
      !isSeries && roundOf(row, cell),
      score.length === 2 && t('compete.theatre.score', { score: score.map(pointsText).join(' : ') }),
    ]
      .filter(Boolean)
      .join(' · ');
  }

  const place = h('div', { class: 'island' });
  part('.stage').prepend(place);
  render(<Bar />, place);

  return {
    /** To be called when a contest's game is opened. @param fromContest whether its page has opened it, and is shown afterwards */
    enter(fromContest = false) {
      if (!game.opened.peek()) return;
      isFromContest = fromContest;
      isOn.value = true;
      compete.isInTheatre.value = fromContest;
      root.dataset.theatre = '';
      playback.goTo(0);
      playback.play();
    },
  };
}
