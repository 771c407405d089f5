import { createBar } from './bar.js';
import { awayBar, turnBar } from './says.js';
import { Session } from './session.js';

/**
 * Playing by hand: passes the engine's questions, the board's pointer, the keys and the buttons under the board to the
 * hand of the game, and its moves to the engine. It knows no game and no rule.
 *
 * @typedef {import('./types.js').Hand} Hand
 * @typedef {import('./types.js').Message} Message
 * @typedef {import('./types.js').Tools} Tools
 * @typedef {import('./types.js').Turn} Turn
 */

/** The longest animation of a step to the turn that is asked, in milliseconds. */
const STEP_MOTION = 280;

/**
 * @param {HTMLElement} host
 * @param {object} outside
 * @param {import('../board.js').Board} outside.board
 * @param {HTMLElement} outside.canvas
 * @param {import('../../match/playback.js').Playback} outside.playback
 * @param {(game: string) => {hand?: (tools: Tools) => Hand}} outside.faceOf
 * @param {(match: import('../../match/types.js').Match) => string[]} outside.namesOf
 * @param {Tools['submit']} outside.submit
 */
export function createHands(host, { board, canvas, playback, faceOf, namesOf, submit }) {
  const bar = createBar(host);
  /** @type {Session | null} */
  let session = null;
  let away = false;

  /** Whether the board shows the turn that is asked; only then do pointer and keys mean that position. */
  const isAtTurn = () => playback.state.position === playback.state.last;

  /** A hand that plans ahead gets input between its turns as well, while the board follows the match. */
  function isHeard() {
    if (session?.isAsked) return isAtTurn();
    return session?.hand.ahead === true && playback.state.live && (playback.state.playing || isAtTurn());
  }

  /** Whether the board shows an earlier turn while a human is asked. */
  const isAway = () => session !== null && session.isAsked && !isAtTurn();

  function show() {
    if (!session) return;
    away = isAway();
    canvas.toggleAttribute('data-hand', !away);
    host.dataset.state = away ? 'away' : session.isAsked ? 'asked' : 'waiting';
    host.dataset.turn = String(session.asked[0]?.k ?? '');
    const names = playback.state.match ? namesOf(playback.state.match) : [];
    const goBack = () => playback.goTo(playback.state.last);
    bar.show(away ? awayBar(goBack) : turnBar(session, names, isHeard()), names);
    bar.clock(session.asked);
    board.ask();
  }

  /** @param {Session} mine @param {number} player @param {unknown} move @returns {Promise<Message | null>} */
  async function send(mine, player, move) {
    const ask = mine.askOf(player);
    if (session !== mine || !ask) return null;
    mine.refused = null;
    const why = await submit(player, move);
    // Meanwhile the match may have ended, or gone on without this player.
    if (session !== mine || !mine.asked.includes(ask)) return why;
    mine.answer(ask, why);
    show();
    return why;
  }

  /** @param {Session} mine @returns {Tools} */
  const toolsOf = (mine) => ({
    submit: (player, move) => send(mine, player, move),
    changed: () => session === mine && show(),
    isHeard: () => session === mine && isHeard(),
    players: mine.players,
    board,
  });

  function end() {
    if (!session) return;
    session.hand.rest();
    session = null;
    bar.clock([]);
    board.setOverlay(null);
    board.share(false);
    board.setCursor('');
    canvas.removeAttribute('data-hand');
    host.hidden = true;
  }

  board.onPoint((event) => (isHeard() ? session?.hand.point(event) : false));
  playback.subscribe(() => session && away !== isAway() && show());

  return {
    end,

    /** A match with these humans begins; without any the bar is hidden. @param {string} game @param {number[]} players */
    begin(game, players) {
      end();
      const makeHand = faceOf(game).hand;
      if (!makeHand || players.length === 0) return;
      session = new Session(players, (mine) => makeHand(toolsOf(mine)));
      const { hand } = session;
      board.setOverlay((paint, scene) => isHeard() && isAtTurn() && hand.paint(paint, scene));
      board.share(hand.atOnce === true && players.length > 1);
      host.hidden = false;
      // The focus moves from the pressed button to the board, where the hand's keys work.
      canvas.focus({ preventScroll: true });
      show();
      // On a phone the pressed button is below the board.
      canvas.scrollIntoView({ block: 'nearest' });
    },

    /** The engine asks a human. @param {number} player @param {Turn} turn */
    turn(player, turn) {
      const { match } = playback.state;
      if (!session || !match) return;
      session.add(player, turn, namesOf(match));
      playback.follow(Math.min(STEP_MOTION, session.hand.pace?.() ?? STEP_MOTION));
      session.next();
      show();
    },

    /** A turn was played: open questions are closed. */
    played() {
      session?.played();
      show();
    },

    /** The hand's keys come before the page's. @param {KeyboardEvent} event */
    key: (event) => isHeard() && session !== null && session.hand.key(event),
  };
}
