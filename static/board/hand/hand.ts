import { PHONE_WINDOW } from '../../base/ui/widths.ts';
import { say } from '../../base/words/index.ts';
import type { Playback } from '../../match/playback.ts';
import type { Match, Message, Turn } from '../../match/types.ts';
import type { Board } from '../board.ts';
import { createBar } from './bar.tsx';
import { createBetween } from './between.ts';
import { createHandover } from './handover.tsx';
import { HumanSeats } from './human-seats.ts';
import { awayBar, barOf, pausedBar } from './says.ts';
import type { Hand, Sight, Tools } from './types.ts';

// Playing by hand: passes the engine's questions, the board's pointer, the keys and the buttons under the board to the
// hand of the game, and its moves to the engine. It knows no game and no rule.

/** told: what everybody may know of the last move. */
type GameViewOf = (game: string) => {
  hand: (tools: Tools) => Hand;
  told?: (view: any) => Message[];
  scores?: (view: any) => { player: number; out: boolean }[];
};

/**
 * On a phone the bar lies over the page: what is above it, and how far one can scroll, depends on how high it is.
 * @param grown it is higher than before
 */
function keepRoom(host: HTMLElement, grown: () => void) {
  const phone = matchMedia(PHONE_WINDOW);
  let before = 0;
  new ResizeObserver(() => {
    const height = Math.ceil(host.getBoundingClientRect().height);
    if (!phone.matches || height === 0) return;
    document.documentElement.style.setProperty('--hand-room', `${height}px`);
    if (height > before) grown();
    before = height;
  }).observe(host);
}

/** The longest animation of a step to the turn that is asked, in milliseconds. */
const STEP_MOTION = 280;

export function createHands(
  host: HTMLElement,
  {
    board,
    canvas,
    frame,
    playback,
    gameViewOf,
    hides,
    namesOf,
    submit,
    goOn,
    paused,
    isElsewhere = () => false,
    store,
  }: {
    board: Board;
    canvas: HTMLElement;
    frame: HTMLElement;
    playback: Playback;
    gameViewOf: GameViewOf;
    hides: (game: string) => boolean;
    namesOf: (match: Match) => string[];
    submit: Tools['submit'];
    /** ends a pause */
    goOn: () => void;
    /** It was paused, or goes on. */
    paused?: (isPaused: boolean) => void;
    /** whether the person is somewhere on the page where the match waits for them */
    isElsewhere?: () => boolean;
    store: Tools['store'];
  },
) {
  const showBar = createBar(host);
  keepRoom(host, () => humans && sight.keep());
  const between = createBetween(host, showBar, playback);
  const handover = createHandover(frame, take);
  const sight = createSight(canvas);
  let humans: HumanSeats | null = null;
  let away = false;
  let isPuzzle = false;
  const toNewest = () => playback.goTo(playback.state.last);

  const { isAtTurn, isHeard, isAway, ...gaze } = createGaze(playback, () => humans, isElsewhere);
  function show() {
    if (!humans) return;
    const mine = humans;
    passDevice(mine, playback);
    away = isAway() && !gaze.isPaused();
    mark(host, canvas, mine, away || isElsewhere());
    host.hidden = isElsewhere();
    const match = begun(playback);
    const names = match ? namesOf(match) : [];
    handover.show(mine.handing, names, newsOf(playback.state, gameViewOf, names));
    const now = away
      ? awayBar(toNewest)
      : barOf(mine, names, isHeard(), areOut(playback.state, gameViewOf, mine));
    showBar({
      ...(gaze.isPaused() ? pausedBar(now, goOn) : now),
      names,
      rivals: isPuzzle ? [] : match && [...names.keys()].filter((player) => !mine.players.includes(player)),
      // A copy: the seats change their own list, which nothing drawn would notice.
      asked: [...mine.asked],
      isStanding: gaze.isPaused(),
      beat: away || gaze.isPaused() ? null : (mine.hand.beat?.() ?? null),
    });
    invite(board, mine.isAsked && !away && !isElsewhere());
    sight.look(mine);
  }

  /** The next player has taken the device. */
  function take() {
    toNewest();
    humans?.take();
    show();
    canvas.focus({ preventScroll: true });
  }

  const send = createSending(submit, () => humans, show);

  const toolsOf = (mine: HumanSeats): Tools => ({
    submit: (player, move) => send(mine, player, move),
    changed: () => humans === mine && show(),
    isHeard: () => humans === mine && isHeard(),
    ...{ players: mine.players, isPuzzle, store, board },
  });

  function end() {
    if (!humans) return;
    const controls = humans.hand.controls();
    humans.hand.rest();
    humans = null;
    host.hidden = false;
    handover.show(null, [], []);
    giveBack(board, canvas);
    between.over(controls);
  }
  /** @returns the hand with all that was planned in it, for `begin` once the match goes on */
  function leave(): HumanSeats | null {
    const mine = humans;
    if (!mine) return null;
    mine.leave();
    mine.camera = board.camera();
    humans = null;
    handover.show(null, [], []);
    giveBack(board, canvas);
    between.rest();
    return mine;
  }
  board.onPoint((event) => isHeard() && humans?.hand.point(event));
  playback.subscribe(() => humans && away !== isAway() && show());

  return {
    end,
    /** The match waits until somebody comes back to it. */
    leave,
    /** The person is elsewhere now, or has come back. */
    moved: show,
    /** Nobody plays: the bar has its place only if a person sits in the match that is set up. */
    rest: () => humans === null && between.rest(),
    expect: between.expect,
    /** Whether a timer of the hand runs, which can be stopped for a while. */
    isTimed: () => humans?.hand.timed?.() === true,
    isPaused: gaze.isPaused,
    isElsewhere,
    /** Whether the board shows an earlier turn than the one that somebody is asked about. */
    isAway,
    isOut: () => humans !== null && areOut(playback.state, gameViewOf, humans),
    pause(isPaused: boolean) {
      gaze.pause(isPaused);
      paused?.(isPaused);
      if (!isPaused) humans?.goOn();
      show();
    },
    /** Who is asked for a move now. */
    asked: () => humans?.asked.map(({ player }) => player) ?? [],

    /**
     * A match with these humans begins; without any the bar is hidden.
     * @param kept their hand, if the match was left and goes on now; null: it begins
     */
    begin(game: string, players: number[], puzzle: boolean = false, kept: HumanSeats | null = null) {
      end();
      between.rest();
      if (players.length === 0) return;
      gaze.pause(false);
      paused?.(false);
      isPuzzle = puzzle;
      humans = kept ?? new HumanSeats(players, (mine) => gameViewOf(game).hand(toolsOf(mine)), hides(game));
      board.setOverlay((paint, scene) => isHeard() && isAtTurn() && humans?.hand.paint(paint, scene));
      board.share(humans.hand.atOnce === true && players.length > 1);
      between.begin();
      show();
      sight.begin();
      if (kept?.camera) board.look(kept.camera);
    },

    /** The engine asks a human. */
    turn(player: number, turn: Turn) {
      const { match } = playback.state;
      if (!humans || !match) return;
      humans.add(player, turn, namesOf(match));
      playback.follow(Math.min(STEP_MOTION, humans.hand.pace?.() ?? STEP_MOTION));
      humans.next();
      show();
    },

    /** A turn was played: open questions are closed. */
    played() {
      humans?.played();
      show();
    },

    /** The hand's keys come before the page's. */
    key: (event: KeyboardEvent) => isHeard() && humans !== null && humans.hand.key(event),
  };
}

/** Sends moves of those who were asked. */
function createSending(submit: Tools['submit'], humansNow: () => HumanSeats | null, show: () => void) {
  return async (mine: HumanSeats, player: number, move: unknown): Promise<Message | null> => {
    const ask = mine.askOf(player);
    if (humansNow() !== mine || !ask) return null;
    mine.refused = null;
    const why = await submit(player, move);
    // Meanwhile the match may have ended, or gone on without this player.
    if (humansNow() !== mine || !mine.asked.includes(ask)) return why;
    mine.answer(ask, why);
    show();
    return why;
  };
}

/** The match that is played, once it has begun: until then another one is shown. */
const begun = ({ state: { match, live } }: Playback) => (live && match?.origin === 'live' ? match : null);

/** The one who has the device sees what is theirs, and on the way nobody sees anything. */
function passDevice({ passes, handing, holder }: HumanSeats, playback: Playback) {
  if (passes && (handing ?? holder) !== null) playback.pass(handing === null ? holder : null);
}

/** Tells styles and tests what is going on. */
function mark(
  host: HTMLElement,
  canvas: HTMLElement,
  { asked, isAsked, handing }: HumanSeats,
  away: boolean,
) {
  canvas.toggleAttribute('data-hand', !away);
  // Nothing moves under the thumbs while the buttons are away.
  host.style.minHeight = handing === null ? '' : `${host.offsetHeight}px`;
  host.dataset.state = away ? 'away' : isAsked ? 'asked' : 'waiting';
  host.dataset.turn = String(asked[0]?.k ?? '');
}

/** Whether what the board shows is what pointer and keys mean. */
function createGaze(playback: Playback, humansNow: () => HumanSeats | null, isElsewhere: () => boolean) {
  let paused = false;
  /** Whether the board shows the turn that is asked; only then do pointer and keys mean that position. */
  const isAtTurn = () => playback.state.position === playback.state.last;
  return {
    isAtTurn,
    isPaused: () => paused,
    /** @param isPaused nothing is heard until it goes on */
    pause(isPaused: boolean) {
      paused = isPaused;
    },
    /** A hand that plans ahead gets input between its turns as well, while the board follows the match. */
    isHeard() {
      const humans = humansNow();
      const { curtain, live, playing } = playback.state;
      if (paused || isElsewhere()) return false;
      if (humans?.isAsked) return isAtTurn();
      return humans?.hand.ahead === true && !curtain && live && (playing || isAtTurn());
    },
    /** Whether the board shows an earlier turn while a human is asked. */
    isAway: () => humansNow()?.isAsked === true && !isAtTurn(),
  };
}

/** What everybody may know of the last move, in words. */
function newsOf({ match, last }: Playback['state'], gameViewOf: GameViewOf, names: string[]) {
  const view = match?.deltaLog.view(last);
  const news = match && view ? gameViewOf(match.header.game).told?.(view) : null;
  return (news ?? []).map((message) => say(message, names));
}

/** Brings the board into sight, and on a phone, where two boards are higher than the window, the one that is played on. */
function createSight(canvas: HTMLElement) {
  /** The end that was brought into sight; null: none yet. */
  let shown: Sight | null = null;
  return {
    /** The focus moves from the pressed button, which on a phone is below the board, to where the hand's keys work. */
    begin() {
      shown = null;
      canvas.focus({ preventScroll: true });
      canvas.scrollIntoView({ block: 'nearest' });
    },
    look({ isAsked, hand }: HumanSeats) {
      const wanted = (isAsked && hand.sight?.()) || shown;
      if (!wanted || wanted === shown) return;
      shown = wanted;
      this.keep();
    },
    /** What covers the end that is in sight has grown. */
    keep() {
      if (!shown) return;
      const covered = Number.parseFloat(getComputedStyle(canvas).scrollMarginBottom) || 0;
      const fits = canvas.offsetHeight + covered <= innerHeight;
      canvas.scrollIntoView({ block: fits ? 'nearest' : shown });
    },
  };
}

/** Whether nobody who plays by hand is in the match any more. */
function areOut({ match, last }: Playback['state'], gameViewOf: GameViewOf, { players }: HumanSeats) {
  const view = match?.origin === 'live' ? match.deltaLog.view(last) : null;
  if (!match || !view) return false;
  const scores = gameViewOf(match.header.game).scores?.(view) ?? [];
  return players.every((player) => scores.some((score) => score.player === player && score.out));
}

/** @param toChoose whether something on it can be chosen */
function invite(board: Board, toChoose: boolean) {
  board.choose(toChoose);
  board.ask();
}

/** Nobody plays by hand any more. */
function giveBack(board: Board, canvas: HTMLElement) {
  canvas.removeAttribute('data-hand');
  board.choose(false);
  board.setOverlay(null);
  board.share(false);
  board.setCursor('');
}
