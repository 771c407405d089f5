// The dialog "Fork here".

import { h, icon, on, setText, swatch } from '../../base/ui/dom.ts';
import { refill } from '../../base/ui/focus.ts';
import { MOST_SEATS } from '../../base/values/seats.ts';
import { list, sentences, t } from '../../base/words/index.ts';
import { namesOf } from '../../games/names.ts';
import { CODE, choices, ME, seatOf } from './who.js';

/** @typedef {import('../../match/playback.ts').Playback} Playback */
/** @typedef {import('../../match/types.ts').Header} Header */
/** @typedef {import('../../match/types.ts').MatchSpec} MatchSpec */
/** @typedef {import('../../match/types.ts').Player} Player */
/** @typedef {import('../../base/kept/versions.ts').Version} Version */
/** @typedef {import('../../match/types.ts').Code} Code */

/**
 * Fork here: play on from the turn that is shown, with newly chosen players in the seats.
 *
 * @param {HTMLDialogElement} dialog
 * @param {HTMLButtonElement} button
 * @param {HTMLElement} origin where a match that is a fork itself says where it comes from
 * @param {object} outside
 * @param {Playback} outside.playback
 * @param {() => string | null} outside.replay the text of the match that is shown; null: there is none
 * @param {() => boolean} outside.busy whether a match is running
 * @param {(game: string) => {house: string[], ladder: import('./who.js').Rung[]}} outside.offer of a game
 * @param {(game: string) => readonly string[]} outside.beaten house bots
 * @param {(begin: () => void) => void} outside.whenArrived see run.js
 * @param {() => Code} outside.code
 * @param {() => readonly Version[]} outside.versions
 * @param {() => Pick<MatchSpec, 'clock' | 'memory' | 'humanClock'>} outside.limits the settings that hold for a fork, too
 * @param {(spec: MatchSpec) => void} outside.start
 */
export function createFork(dialog, button, origin, outside) {
  const { playback } = outside;
  const title = h('h2');
  const rows = h('div', { class: 'fork-seats' });
  const go = h('button', { type: 'submit', class: 'accent' }, icon('play'), h('span', {}, t('fork.go')));
  const cancel = h('button', { type: 'button', class: 'plain' }, t('fork.cancel'));
  const form = h(
    'form',
    { method: 'dialog' },
    title,
    h('p', { class: 'hint' }, t('fork.note')),
    rows,
    h('div', { class: 'dialog-buttons' }, cancel, go),
  );
  dialog.append(form);
  dialog.setAttribute('aria-label', t('fork.here'));
  /** @type {HTMLSelectElement[]} */
  let selects = [];
  let turn = 0;

  /** @returns {boolean} whether the match can go on from the turn that is shown, or the one before */
  function possible() {
    const { match } = playback.state;
    return Boolean(
      match && !tooMany() && outside.replay() && !outside.busy() && forkTurn(playback.state) >= 0,
    );
  }

  /** Every bot needs a Python of its own. */
  function tooMany() {
    return (playback.state.match?.header.players.length ?? 0) > MOST_SEATS;
  }

  function render() {
    const { match } = playback.state;
    button.hidden = !outside.replay() || outside.busy();
    const canFork = possible();
    button.disabled = !canFork;
    const says = tooMany() ? 'fork.tooMany' : canFork ? 'fork.title' : 'fork.atEnd';
    button.title = t(says, { turn: Math.max(0, forkTurn(playback.state)), most: MOST_SEATS });
    const isFork = Boolean(match?.header.forks?.length);
    origin.hidden = !isFork;
    if (match && isFork) setText(origin, provenance(match.header));
  }

  function open() {
    const { match } = playback.state;
    if (!match || !possible()) return;
    playback.pause();
    turn = forkTurn(playback.state);
    const { game, players } = match.header;
    setText(title, t('fork.from', { turn }));
    const names = namesOf(match.header);
    const offer = outside.offer(game);
    selects = players.map((player, k) => {
      const select = h('select', { id: `fork-${k}` });
      select.append(...choices(offer, outside.beaten(game), outside.code().name, outside.versions()));
      select.value = successor(player, offer.house);
      return select;
    });
    refill(
      rows,
      ...selects.flatMap((select, k) => [
        h('label', { htmlFor: select.id }, swatch(k), h('span', { class: 'name' }, names[k] ?? '')),
        select,
      ]),
    );
    dialog.showModal();
    selects[0]?.focus();
  }

  function start() {
    const { match } = playback.state;
    const replay = outside.replay();
    if (!match || !replay) return;
    outside.whenArrived(() => {
      const { game, seed, options } = match.header;
      const seats = selects.map((select) => seatOf(select.value, outside.code(), outside.versions()));
      outside.start({ game, seed, options, seats, ...outside.limits(), fork: { replay, turn } });
    });
  }

  render();
  playback.subscribe(render);
  on(button, 'click', open);
  on(cancel, 'click', () => dialog.close());
  on(form, /** @type {any} */ ('submit'), start);
  on(dialog, 'click', (event) => event.target === dialog && dialog.close());

  return {
    open,
    /** Whether there is a replay, and whether a match runs, has changed. */
    refresh: render,
  };
}

/**
 * The turn from which a fork goes on: the one that is shown. In the last position of a match that is over nobody moves, so
 * there it is the turn before, and the last move is played anew.
 *
 * @param {Readonly<import('../../match/playback.ts').State>} state
 * @returns {number} -1: there is none
 */
export const forkTurn = ({ match, position, last }) =>
  match?.result && position === last ? last - 1 : position;

/** Who is offered first for a seat: the same house bot, the person, or else the code in the editor. @param {Player} player @param {string[]} house */
function successor({ kind, name }, house) {
  if (kind === 'human') return ME;
  return kind === 'house' && house.includes(name) ? name : CODE;
}

/** Where a fork comes from. @param {Header} header */
export function provenance({ forks = [], game }) {
  const parts = forks.map(({ turn, players }) => {
    const names = namesOf({ game, players });
    return t('fork.until', { turn, names: list(names, 'unit') });
  });
  return sentences(parts);
}
