// The player cards beside the board.

import { computed, signal } from '@preact/signals';
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Store } from '../../base/storage/settings.ts';
import { Button, Icon, IconButton, Swatch } from '../../base/ui/parts.tsx';
import { humansIn, MOST_SHOWN } from '../../base/values/seats.ts';
import { fixed, t } from '../../base/words/index.ts';
import { toBeatWords } from '../../games/dare-words.ts';
import { namesAt } from '../../games/names.ts';
import { dareFor } from '../../match/kept-dares.ts';
import { isTimed } from '../../match/timed.ts';
import type { Match, SeatState } from '../../match/types.ts';
import type { Look } from './look.tsx';
import type { Frame, Watched } from './state.ts';
import type { Used } from './used.ts';
import { usedOf } from './used.ts';

/** Milliseconds between two updates of a running clock. It is not shown for quicker answers. */
const TICK_MS = 200;

interface Seat {
  state: SeatState;
  /**
   * the running clock: since when it runs, by `performance.now()`, and the limit in milliseconds, null for a person without a
   * clock; null if no clock runs
   */
  running: { since: number; budget: number | null } | null;
}

interface Options {
  watched: Watched;
  look: Look;
  store: Store;
  /** the name that the user gave a replay; null if it has none */
  nameOf: (match: Match) => string | null;
  /** a person goes on with a match that was stopped */
  goOn: (match: Match) => void;
}

/**
 * Shows each player's name, total time, and time in this turn with its limit. In games with hidden information, a button shows
 * what one player saw.
 */
export function createPlayers(host: HTMLElement, { watched, look, store, nameOf, goOn }: Options) {
  const { frame, state } = watched;
  const seats = signal<readonly (Seat | undefined)[]>([]);
  const isLive = computed(() => state.value.live);
  /** Whether the newest position of a running match is shown, so that a clock runs. */
  const isNow = computed(() => isLive.value && state.value.position === state.value.last);
  /** Whether a person has paused the match. */
  const isPaused = signal(false);
  const playing = computed(() => {
    const { match } = state.value;
    return match?.origin === 'live' && !match.isPuzzle ? match : null;
  });
  /** The result to beat in a match for a challenge; '' if it is for none. */
  const toBeat = computed(() => {
    const dare = playing.value && dareFor(store, playing.value);
    return dare ? toBeatWords(dare) : '';
  });
  const isVerified = computed(() => state.value.match?.isVerified === true);
  function Players() {
    const shown = frame.value;
    if (!shown) return null;
    const { match } = shown;
    // In a fork, a new player is shown from the moment when it is asked.
    const turn = shown.position + Number(isNow.value);
    const names = namesAt(match.header, turn);
    const rows = names.slice(0, MOST_SHOWN);
    const others = names.length - rows.length;
    const called = nameOf(match);
    return (
      <>
        <h2 class="at-times-unseen">
          <span>{titleOf(match, isVerified.value, isLive.value)}</span>
          {/* Not for a puzzle, where a tick would seem to judge the user's order. */}
          {isVerified.value && !match.isPuzzle && (
            <span class="verified">
              <Icon name="check" />
            </span>
          )}
        </h2>
        {toBeat.value && <p class="players-dare">{toBeat.value}</p>}
        {called && <p class="players-name">{called}</p>}
        {rows.map((name, k) => (
          <Player
            key={k}
            player={k}
            {...withSide(name, t(shown.gameView.sides[k] ?? ''))}
            used={isTimed(match) ? usedOf(match, k, shown.position, turn) : null}
            isLooking={shown.perspective === k}
            isAwaited={look.awaited.value === k}
            look={look.can(shown, k) ? () => void look.as(shown.perspective === k ? null : k) : null}
            lookSays={t('players.look', { name })}
            fell={fellWords(shown, k)}
            origin={match.origin}
            seat={seats.value[k]}
            isPerson={match.header.players[k]?.kind === 'human'}
            isNow={isNow.value}
            isPaused={isLive.value && isPaused.value}
          />
        ))}
        {match.bound && !isLive.value && (
          <div class="players-bound">
            <p class="hint">{t('look.bound')}</p>
            <Button class="plain" says={t('library.goOn')} onClick={() => goOn(match)} />
          </div>
        )}
        {others > 0 && <p class="hint">{t('players.others', { count: others })}</p>}
      </>
    );
  }
  render(<Players />, host);

  return {
    toBeat,
    seat(player: number, next: SeatState, budget: number | null) {
      const isRunning = next === 'thinking';
      const all = seats.value.slice();
      all[player] = { state: next, running: isRunning ? { since: performance.now(), budget } : null };
      seats.value = all;
    },
    pause(isNowPaused: boolean) {
      isPaused.value = isNowPaused;
    },
  };
}

function titleOf({ origin, header, isPuzzle, sealed }: Match, isVerified: boolean, isLive: boolean) {
  // If nobody is asked any more, house bots play on after the user's order.
  if (isPuzzle) return t(humansIn(header.players).length > 0 ? 'players.puzzle' : 'players.puzzleOn');
  // A match that comes by a link was not begun by the user.
  const kind =
    (origin === 'coming' || sealed) && !isLive ? 'linked' : origin === 'live' ? whose(header) : origin;
  const title = t(isVerified ? 'players.verified' : `players.${kind}`);
  return header.in_turn ? t('players.inTurn', { title }) : title;
}

/** The title of a match that was begun here. */
function whose({ players }: Match['header']) {
  if (humansIn(players).length > 0) return 'live';
  return players.some(({ kind }) => kind === 'code') ? 'ofBot' : 'ofBots';
}

/** A name with the side, for players who share a name. */
export function withSide(name: string, side: string) {
  const ending = t('player.onSide', { name: '', side });
  return name.endsWith(ending) ? { name: name.slice(0, -ending.length), side: ending } : { name, side };
}

interface Row {
  player: number;
  name: string;
  side: string;
  /** the time used; null if times are not known */
  used: Used | null;
  isLooking: boolean;
  /** whether its view is being computed */
  isAwaited: boolean;
  /** shows the player's view; null if the game hides nothing */
  look: (() => void) | null;
  lookSays: string;
  /** how it went out; '' if it has not */
  fell: string;
  origin: Frame['match']['origin'];
  seat: Seat | undefined;
  isPerson: boolean;
  isNow: boolean;
  isPaused: boolean;
}

function Player({ player, name, side, used, look, ...more }: Row) {
  const { isLooking, isAwaited, lookSays, fell, origin, seat, isPerson, isNow, isPaused } = more;
  const running = useRunning(isNow && !isPaused ? (seat?.running ?? null) : null);
  // A person has no code to read, and runs no Python.
  const isStarting =
    seat?.state === 'booting' || seat?.state === 'importing' || seat?.state === 'catching-up';
  const isUntold = (isPaused && seat?.state === 'thinking') || (isPerson && isStarting);
  const doing = seat && !isUntold ? t(`seat.${seat.state}`) : '';
  return (
    <div
      class="player at-times-unseen"
      title={fell || undefined}
      data-untimed={used ? undefined : ''}
      data-state={seat?.state}
      data-origin={origin}
    >
      <Swatch player={player} />
      <span class="name at-times-unseen">
        <span class="name">{name}</span> <span class="side-name at-times-unseen">{side}</span>{' '}
        <span class="doing">{doing}</span>
        {fell && <span class="unseen">{fell}</span>}
      </span>
      <span class="end">
        <span class="total" title={t(used?.isLeast ? 'players.totalAtLeast' : 'players.total')}>
          {used?.isLeast && '≥ '}
          {t('time.seconds', { seconds: fixed(((used?.sum ?? 0) + (running?.used ?? 0)) / 1000, 2) })}
        </span>
        {look && (
          <IconButton
            icon="eye"
            class="look"
            says={lookSays}
            aria-pressed={isLooking}
            aria-busy={isAwaited}
            onClick={look}
          />
        )}
      </span>
      <Spent {...(running ?? used ?? NO_TIME)} />
      {used?.use && (
        <p class="near">
          <Icon name="clock-alert" />
          <span>{t(`time.half.${used.use.unit}`)}</span>
        </p>
      )}
    </div>
  );
}

/** When a player went out, and by whom, in a match of many players; '' if it has not. */
function fellWords({ exits, names }: Frame, player: number): string {
  const exit = exits.get(player);
  if (!exit) return '';
  const { round, by } = exit;
  if (round === null) return t('scores.out');
  return by === null ? t('players.fell', { round }) : t('players.fellTo', { round, name: names[by] ?? '' });
}

type Time = Pick<Used, 'used' | 'budget' | 'says' | 'bank'>;

const NO_TIME: Time = { used: 0, budget: 0, says: 'time.ofBudget', bank: null };

/** The running time. @returns null if no clock runs, or it has just begun */
function useRunning(running: Seat['running']): Time | null {
  const [now, tick] = useState(0);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => tick(performance.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [running]);
  if (!running || now <= running.since) return null;
  const { since, budget } = running;
  return { ...NO_TIME, used: Math.min(budget ?? Number.POSITIVE_INFINITY, now - since), budget: budget ?? 0 };
}

function Spent({ used, budget, says, bank }: Time) {
  const isKnown = used !== null;
  const time = !budget
    ? ''
    : isKnown
      ? t(says, { ms: Math.ceil(used), budget: Math.round(budget) })
      : t('time.notMeasured');
  const words = time && bank !== null ? t('time.withBank', { time, bank: fixed(bank / 1000, 1) }) : time;
  const share = budget && isKnown ? Math.min(100, (100 * used) / budget) : 0;
  return (
    <span class="now">
      <span class="meter" aria-hidden="true" data-over={isKnown && used > budget ? '' : undefined}>
        <span style={{ width: `${share}%` }} />
      </span>
      <span class="spent" title={t(isKnown ? 'players.thisTurn' : 'time.whyNotMeasured')}>
        {words.split(AFTER_COMMA).map((part) => (
          <span key={part}>{part}</span>
        ))}
      </span>
    </span>
  );
}

/** Where a line may end: a number stays with its unit. */
const AFTER_COMMA = /(?<=, |，)/;
