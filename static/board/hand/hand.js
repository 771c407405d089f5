import { h, on, setIcon, setText, swatch } from '../../base/ui/dom.js';
import { fixed, say, t } from '../../base/words/index.js';

/**
 * Playing by hand: whoever is asked for a move, the board's pointer, the keys and the buttons under the board go to the
 * hand of that game, and what it decides goes to the engine. It knows no game and no rule.
 *
 * @typedef {import('../board.js').Paint} Paint
 * @typedef {import('../../match/types.js').Message} Message
 * @typedef {import('../../match/playback.js').Playback} Playback
 *
 * @typedef {import('../board.js').PointEvent} PointEvent
 *
 * @typedef {import('../../match/types.js').Turn} Turn
 *
 * @typedef {Turn & {player: number, names: string[], last: any}} Ask last: the view before, or null
 *
 * @typedef {object} Tools what a hand is given
 * @property {(move: unknown, player?: number) => Promise<Message | null>} submit sends a move of the player who was asked
 *   (or of that one); null: it was taken, else why not, which is also shown
 * @property {() => void} changed the hand shows, says or offers something else now
 * @property {() => boolean} isHeard whether pointer and keys come to the hand; not while somebody looks at an earlier turn
 * @property {number[]} players the humans of this match
 * @property {import('../board.js').Board} board
 *
 * @typedef {object} Control a button under the board
 * @property {string} id
 * @property {Message} label
 * @property {Message} [title] what it is called where the label is too short to tell
 * @property {string} [icon] shown instead of the label
 * @property {string} [group] controls with the same one stand together; `pad` and `pad:K` (of player K) are only there
 *   where fingers are
 * @property {'up' | 'right' | 'down' | 'left' | 'mid'} [area] where it is on a pad
 * @property {boolean} [pressed] of one that stays down
 * @property {boolean} [disabled]
 * @property {() => void} press
 *
 * @typedef {object} Hand one per match
 * @property {(ask: Ask) => void} ask somebody is to move
 * @property {() => void} rest nobody is
 * @property {(event: PointEvent) => boolean | void} point true for a `down`: what this pointer does until it is lifted is
 *   the hand's
 * @property {(event: KeyboardEvent) => boolean} key whether the hand took it
 * @property {(paint: Paint, scene: import('../board.js').Scene) => void} paint over the board
 * @property {() => Control[]} controls
 * @property {() => Message | null} say what to do now; null: to wait for the others
 * @property {boolean} [atOnce] it can be asked for a second player before the first has moved
 * @property {boolean} [ahead] it hears pointer and keys while others move, and paints: it plans moves to come, or keeps a
 *   key that is pressed too early from the timeline
 * @property {() => number} [pace] milliseconds a turn takes at least, for the speed of the board
 *
 * @typedef {object} Session a match with humans in it
 * @property {Hand} hand
 * @property {number[]} players
 * @property {Ask[]} waiting those the hand has not been asked for yet
 * @property {Ask[]} asked
 * @property {any} last the view that was asked before
 * @property {Message | null} refused why the last move was not taken
 */

/** How long a step to the turn that is asked may take on the board, in milliseconds. */
const STEP_MOTION = 280;
const CLOCK_TICK = 100;

/**
 * @param {HTMLElement} host
 * @param {object} outside
 * @param {import('../board.js').Board} outside.board
 * @param {HTMLElement} outside.canvas
 * @param {Playback} outside.playback
 * @param {(game: string) => {hand?: (tools: Tools) => Hand}} outside.faceOf
 * @param {(match: import('../../match/types.js').Match) => string[]} outside.namesOf
 * @param {(player: number, move: unknown) => Promise<Message | null>} outside.submit
 */
export function createHands(host, { board, canvas, playback, faceOf, namesOf, submit }) {
  const bar = createBar(host);
  /** @type {Session | null} */
  let session = null;
  let away = false;
  let ticking = 0;

  /** The board shows the turn that is asked, so that what is pointed at is what is meant. */
  function isAtTurn() {
    return playback.state.position === playback.state.last;
  }

  function isAsked() {
    return session !== null && session.asked.length > 0;
  }

  /** Who plans ahead is heard between his turns as well, as long as he follows the match. */
  function isActive() {
    if (isAsked()) return isAtTurn();
    return session?.hand.ahead === true && playback.state.live && (playback.state.playing || isAtTurn());
  }

  /** Somebody looks at an earlier turn while he is asked. */
  function isAway() {
    return isAsked() && !isAtTurn();
  }

  function show() {
    if (!session) return;
    away = isAway();
    canvas.toggleAttribute('data-hand', !away);
    host.dataset.state = away ? 'away' : isAsked() ? 'asked' : 'waiting';
    host.dataset.turn = String(session.asked[0]?.k ?? '');
    const names = playback.state.match ? namesOf(playback.state.match) : [];
    bar.show(away ? awayBar() : turnBar(session, names), names);
    showClock();
    board.ask();
  }

  /** @param {Session} current @param {string[]} names */
  function turnBar({ hand, asked, refused }, names) {
    const [only] = asked;
    return {
      player: asked.length === 1 && only ? only.player : null,
      name: session && session.players.length > 1 && !hand.atOnce && only ? (names[only.player] ?? '') : '',
      says: (isActive() && hand.say()) || waitingFor(names),
      bad: asked.length > 0 ? refused : null,
      controls: hand.controls(),
    };
  }

  /** @param {string[]} names @returns {Message} */
  function waitingFor(names) {
    const others = names.flatMap((_, player) => (session?.players.includes(player) ? [] : [player]));
    if (!playback.state.match) return ['hand.starting', {}];
    const [only] = others;
    return others.length === 1 ? ['hand.waitFor', { who: { player: only } }] : ['hand.wait', {}];
  }

  function awayBar() {
    /** @type {Control} */
    const back = {
      id: 'back',
      icon: 'skip-forward',
      label: ['hand.back', {}],
      press: () => playback.goTo(playback.state.last),
    };
    const says = /** @type {Message} */ (['hand.away', {}]);
    return { player: null, name: '', says, bad: null, controls: [back] };
  }

  function showClock() {
    const clocks = (session?.asked ?? []).flatMap((ask) => (ask.budget === null ? [] : [timeLeft(ask)]));
    const least = clocks.length > 0 ? Math.max(0, Math.min(...clocks)) : null;
    bar.clock(least);
    clearTimeout(ticking);
    if (least !== null && least > 0) ticking = setTimeout(showClock, CLOCK_TICK);
  }

  /** The next that waits is asked; all of them, where the hand can. */
  function next() {
    if (!session) return;
    while (session.waiting.length > 0 && (session.hand.atOnce || session.asked.length === 0)) {
      const ask = /** @type {Ask} */ (session.waiting.shift());
      session.asked.push(ask);
      session.hand.ask(ask);
    }
    if (session.asked.length === 0) session.hand.rest();
    show();
  }

  /** @param {Session} mine @param {unknown} move @param {number | undefined} player @returns {Promise<Message | null>} */
  async function send(mine, move, player) {
    const ask = mine.asked.find((one) => player === undefined || one.player === player);
    if (session !== mine || !ask) return null;
    mine.refused = null;
    const why = await submit(ask.player, move);
    if (session !== mine || !mine.asked.includes(ask)) return why;
    mine.refused = why;
    if (why) show();
    else {
      mine.asked.splice(mine.asked.indexOf(ask), 1);
      next();
    }
    return why;
  }

  function end() {
    if (!session) return;
    session.hand.rest();
    session = null;
    clearTimeout(ticking);
    board.setOverlay(null);
    board.share(false);
    board.setCursor('');
    canvas.removeAttribute('data-hand');
    host.hidden = true;
  }

  const undo = [
    board.onPoint((event) => (isActive() ? session?.hand.point(event) : false)),
    playback.subscribe(() => session && away !== isAway() && show()),
  ];

  return {
    undo,
    end,

    /** A match with these humans begins; without any nothing is shown. @param {string} game @param {number[]} players */
    begin(game, players) {
      end();
      const make = faceOf(game).hand;
      if (!make || players.length === 0) return;
      /** @type {Session} */
      const mine = {
        players,
        waiting: [],
        asked: [],
        last: null,
        refused: null,
        hand: make({
          submit: (move, player) => send(mine, move, player),
          changed: () => session === mine && show(),
          isHeard: () => session === mine && isActive(),
          players,
          board,
        }),
      };
      session = mine;
      board.setOverlay((paint, scene) => isActive() && isAtTurn() && mine.hand.paint(paint, scene));
      board.share(mine.hand.atOnce === true && players.length > 1);
      host.hidden = false;
      // From the button that was pressed to where the keys of the hand are.
      canvas.focus({ preventScroll: true });
      show();
      // On a phone what was pressed is below the board.
      canvas.scrollIntoView({ block: 'nearest' });
    },

    /** The engine asks a human. @param {number} player @param {Turn} turn */
    turn(player, turn) {
      const { match } = playback.state;
      if (!session || !match) return;
      session.refused = null;
      const ask = { ...turn, player, names: namesOf(match), last: session.last, asked: performance.now() };
      session.last = turn.view;
      session.waiting.push(ask);
      playback.follow(Math.min(STEP_MOTION, session.hand.pace?.() ?? STEP_MOTION));
      next();
    },

    /** A turn was played: whoever was still asked is not any more. */
    played() {
      if (!session) return;
      session.waiting.length = 0;
      session.asked.length = 0;
      next();
    },

    /** The keys of whoever is asked go before the page's. @param {KeyboardEvent} event */
    key: (event) => isActive() && session !== null && session.hand.key(event),
  };
}

/** @param {Ask & {asked?: number}} ask */
function timeLeft({ budget, asked }) {
  return (budget ?? 0) - (performance.now() - (asked ?? 0));
}

/**
 * What stands under the board: whose turn it is, what to do, the clock and the buttons.
 *
 * @param {HTMLElement} host
 */
function createBar(host) {
  const mark = h('span', { class: 'hand-mark' });
  const text = h('span');
  const bad = h('span', { class: 'hand-bad' });
  const time = h('span', { class: 'hand-clock', title: t('hand.clock') });
  const groups = h('div', { class: 'hand-groups' });
  const says = h('p', { class: 'hand-says', role: 'status' }, mark, h('span', {}, text, ' ', bad));
  host.replaceChildren(h('div', { class: 'hand-line' }, says, time), groups);
  /** @type {Map<string, ReturnType<typeof createButton>>} */
  const buttons = new Map();
  let order = '';

  /** @param {Control[]} controls @param {string[]} names */
  function showControls(controls, names) {
    for (const control of controls) {
      const button = buttons.get(control.id) ?? createButton(control.id);
      buttons.set(control.id, button);
      button.show(control, names);
    }
    // The same buttons stay where they are, so that a finger or the focus on one is not lost.
    const wanted = controls.map(({ id, group = '' }) => `${group} ${id}`).join();
    if (wanted !== order) groups.replaceChildren(...grouped(controls, (id) => buttons.get(id)?.element));
    order = wanted;
  }

  return {
    /**
     * @param {{player: number | null, name: string, says: Message, bad: Message | null, controls: Control[]}} what
     * @param {string[]} names
     */
    show(what, names) {
      mark.replaceChildren(...(what.player === null ? [] : [swatch(what.player)]), what.name);
      setText(text, say(what.says, names));
      setText(bad, what.bad ? t('hand.refused', { why: what.bad }, names) : '');
      showControls(what.controls, names);
    },
    /** @param {number | null} ms */
    clock(ms) {
      time.hidden = ms === null;
      time.toggleAttribute('data-short', ms !== null && ms < 5000);
      if (ms !== null) setText(time, t('time.seconds', { seconds: fixed(ms / 1000, ms < 10_000 ? 1 : 0) }));
    },
  };
}

/** @param {Control[]} controls @param {(id: string) => HTMLElement | undefined} elementOf */
function grouped(controls, elementOf) {
  /** @type {Map<string, HTMLElement>} */
  const groups = new Map();
  for (const { id, group = '' } of controls) {
    const element = groups.get(group) ?? h('div', { class: 'hand-group' });
    const [kind = '', player] = group.split(':');
    element.dataset.group = kind;
    if (player !== undefined) element.dataset.player = player;
    groups.set(group, element);
    element.append(elementOf(id) ?? '');
  }
  return groups.values();
}

/** @param {string} id */
function createButton(id) {
  const text = h('span');
  const element = h('button', { type: 'button', class: 'plain' }, text);
  element.dataset.control = id;
  let press = () => {};
  let drawn = '';
  // Two thumbs at once make no clicks, and a game does not wait for a finger to be lifted.
  on(element, 'pointerdown', (event) => event.pointerType === 'touch' && !element.disabled && press());
  on(
    element,
    'click',
    (event) => !(event instanceof PointerEvent && event.pointerType === 'touch') && press(),
  );
  return {
    element,
    /** @param {Control} control @param {string[]} names */
    show(control, names) {
      press = control.press;
      const label = say(control.label, names);
      if (control.area) element.dataset.area = control.area;
      element.disabled = control.disabled ?? false;
      element.classList.toggle('only-icon', control.icon !== undefined);
      setText(text, control.icon ? '' : label);
      if (control.icon && control.icon !== drawn) setIcon(element, control.icon);
      drawn = control.icon ?? '';
      const title = control.title ? say(control.title, names) : label;
      element.title = control.icon || control.title ? title : '';
      element.setAttribute('aria-label', label);
      if (control.pressed === undefined) element.removeAttribute('aria-pressed');
      else element.setAttribute('aria-pressed', String(control.pressed));
    },
  };
}
