// A replay that is watched has players of its own: they stand where the next match is chosen, until one wants to choose.

import { h, on, swatch } from '../../base/ui/dom.ts';
import { refill } from '../../base/ui/focus.ts';
import { bareName } from '../../base/values/bundle-shape.ts';
import { MOST_SHOWN } from '../../base/values/seats.ts';
import { t } from '../../base/words/index.ts';
import { gameFace } from '../../games/index.ts';
import { namesOf } from '../../games/names.ts';

/** @typedef {import('../../match/types.ts').Match} Match */

/**
 * @param {HTMLElement} host the setup
 * @param {Pick<import('../../match/playback.ts').Playback, 'subscribe'>} playback
 * @param {() => {name: string}[]} chosen the players of the next match
 */
export function createWatched(host, playback, chosen) {
  const players = h('div', { class: 'watched-players', role: 'group', 'aria-label': t('setup.watched') });
  const button = h('button', { type: 'button', class: 'plain' }, t('setup.choose'));
  const element = h('div', { class: 'watched', hidden: true }, players, button);
  host.append(element);
  /** @type {Match | null} */
  let shown = null;

  /** @param {boolean} isWatched */
  function turn(isWatched) {
    host.toggleAttribute('data-watching', isWatched);
    element.hidden = !isWatched;
  }

  /** @param {Match} match */
  function show({ header }) {
    const { sides } = gameFace(header.game);
    const names = namesOf(header);
    const each = names.slice(0, MOST_SHOWN).map((name, k) => {
      const side = sides[k] ? t('player.onSide', { name: '', side: t(sides[k]) }) : '';
      // Where two share a name, it says the side.
      const ending = side && !name.endsWith(side) ? h('span', { class: 'side-name' }, side) : '';
      return h('span', { class: 'watched-player' }, swatch(k), h('span', { class: 'name' }, name), ending);
    });
    const others = names.length - each.length;
    const more = others > 0 ? [h('span', {}, t('players.others', { count: others }))] : [];
    refill(players, ...each, ...more);
  }

  playback.subscribe(({ match }) => {
    if (match === shown) return;
    shown = match;
    // After a reload it is often a match of the players that are chosen: then nothing is to be told.
    const isWatched = match?.origin === 'replay' && !isOf(match, chosen());
    if (isWatched) show(match);
    turn(isWatched);
  });
  on(button, 'click', () => {
    turn(false);
    host.querySelector('select')?.focus();
  });
}

/** @param {Match} match @param {{name: string}[]} chosen */
function isOf({ header: { players } }, chosen) {
  return players.map(bareName).join('\n') === chosen.map(bareName).join('\n');
}
