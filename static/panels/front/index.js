// The front page: a card with a moving board for every game.

import { beatenIn } from '../../base/kept/beaten.ts';
import { fetchAsset } from '../../base/site/manifest.ts';
import { h, on, part, setText } from '../../base/ui/dom.ts';
import { seatsOf } from '../../base/values/seats.ts';
import { guides, t } from '../../base/words/index.ts';
import { createBoard } from '../../board/board.ts';
import { gameFace } from '../../games/index.ts';
import { namesOf } from '../../games/names.ts';
import { createFilm } from '../../match/film.ts';

/** @typedef {import('../../match/types.ts').Header} Header */
/** @typedef {import('../../board/board.ts').Board} Board */
/** @typedef {{header: Header, deltas: string[]}} Demo a recorded match */
/** @typedef {{name: string, strength: string}} Rung */
/** @typedef {{name: string, players: [number, number], ladder: Rung[]}} Offer the part of what a game offers that is used here; ladder: the weakest first */

/** Milliseconds from one picture to the next, and how many pictures the last one stays. */
const STEP = 420;
const REST = 6;
/** A match with more pictures is shortened by leaving some out. */
const PICTURES = 60;

/**
 * Creates the cards.
 *
 * @param {object} outside
 * @param {Record<string, Offer>} outside.games
 * @param {import('../../base/kept/settings.ts').Store} outside.store
 * @param {Record<string, string>} outside.demo where the recorded match of every game is
 * @param {(place: {game: string, tab: 'play' | 'code'}) => string} outside.href
 * @param {(game: string) => void} outside.rules shows the rules of a game
 * @param {(game: string) => void} outside.begin begins a match of a game
 */
export function createFront({ games, store, demo, href, rules, begin }) {
  const host = part('.front');
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  const cards = Object.values(games).map((game) => card(game, rules, begin));
  const count = cards.length;
  const toGuides = h('a', { href: guides, target: '_blank' }, t('guides.show'));
  const toLearn = h('a', { class: 'plain button', href: '#tab=learn' }, t('front.learn'));
  host.setAttribute('aria-label', t('front.label', { count }));
  host.append(
    h(
      'header',
      {},
      h('h2', {}, t('front.title', { count })),
      h('p', {}, t('front.lead'), ' ', toGuides),
      toLearn,
    ),
    h('ul', { class: 'cards' }, ...cards.map(({ element }) => element)),
  );
  let shown = false;
  let timer = 0;
  let asked = false;

  async function load() {
    asked = true;
    await Promise.all(
      cards.map(async (one) => {
        const response = await fetchAsset(demo[one.name] ?? '');
        one.open(await response.json(), still.matches);
      }),
    );
    roll();
  }

  /** Plays only while it is visible. */
  function roll() {
    clearInterval(timer);
    if (!shown || document.hidden || still.matches) return;
    timer = setInterval(() => {
      for (const one of cards) one.next();
    }, STEP);
  }

  on(document, /** @type {any} */ ('visibilitychange'), roll);
  on(still, /** @type {any} */ ('change'), roll);

  return {
    /** @param {boolean} visible */
    show(visible) {
      shown = visible;
      for (const one of cards) {
        one.link(href);
        one.climbed(beatenIn(store, one.name));
      }
      if (visible && !asked)
        load().catch(() => {
          asked = false;
        });
      roll();
    },
    /** The colours are others now. */
    repaint() {
      for (const { board } of cards) board.repaint();
    },
  };
}

/**
 * @param {Offer} game
 * @param {(game: string) => void} rules
 * @param {(game: string) => void} begin
 */
function card(game, rules, begin) {
  const { name } = game;
  const { fewest, most } = seatsOf(game);
  const canvas = h('canvas', { 'aria-hidden': 'true' });
  const board = createBoard(canvas, gameFace);
  const heading = h('h3', { id: `game-${name}` }, t(`game.${name}`));
  const play = way(`play-${name}`, 'accent button', t('front.play'), heading.id);
  const code = way(`code-${name}`, 'plain button', t('front.code'), heading.id);
  const read = h('button', { type: 'button', class: 'quiet', id: `rules-${name}` }, t('rules.show'));
  read.setAttribute('aria-labelledby', `${heading.id} ${read.id}`);
  on(read, 'click', () => rules(name));
  on(play, 'click', (event) => beginAt(event, () => begin(name)));
  const players = fewest === most ? t('front.two') : t('front.players', { fewest, most });
  const rungs = h('p', { class: 'card-players', hidden: true });
  const element = h(
    'li',
    { class: 'card panel' },
    h('div', { class: 'card-board' }, canvas),
    h(
      'div',
      { class: 'card-text' },
      heading,
      h('p', {}, t(`front.${name}`)),
      h('p', { class: 'card-players' }, players),
      rungs,
      h('div', { class: 'card-ways' }, play, code, read),
    ),
  );
  /** @type {{film: import('../../match/film.ts').Film, names: string[], every: number} | null} */
  let match = null;
  let position = 0;
  let rest = 0;

  function paint(/** @type {number} */ motion) {
    if (!match) return;
    const { film, names, every } = match;
    const previous = motion ? film.view((position - 1) * every) : null;
    board.show(name, film.view(position * every), previous, motion, names);
  }

  return {
    name,
    element,
    board,
    /** @param {Demo} demo @param {boolean} still one picture, from the middle of it */
    open({ header, deltas }, still) {
      const every = Math.ceil(deltas.length / PICTURES);
      match = { film: createFilm(deltas), names: namesOf(header), every };
      position = still ? Math.floor(deltas.length / every / 2) : 0;
      paint(0);
    },
    next() {
      if (!match) return;
      const last = Math.floor((match.film.length - 1) / match.every);
      rest = position === last ? rest + 1 : 0;
      if (position === last && rest < REST) return;
      position = position === last ? 0 : position + 1;
      // Nothing moves smoothly over a leap.
      paint(position && match.every === 1 ? STEP : 0);
    },
    /** @param {readonly string[]} beaten house bots */
    climbed(beaten) {
      const best = game.ladder.findLast((rung) => beaten.includes(rung.name));
      rungs.hidden = !best;
      if (best)
        setText(rungs, t('front.climbed', { name: best.name, strength: t(`strength.${best.strength}`) }));
    },
    /** @param {(place: {game: string, tab: 'play' | 'code'}) => string} href */
    link(href) {
      play.setAttribute('href', href({ game: name, tab: 'play' }));
      code.setAttribute('href', href({ game: name, tab: 'code' }));
    },
  };
}

/** A press on a link that does more than lead there; in another tab of the browser it is just a link. @param {MouseEvent} event @param {() => void} begin */
function beginAt(event, begin) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  begin();
}

/** A link that is called by what it says and by its game. @param {string} id @param {string} look @param {string} says @param {string} game */
function way(id, look, says, game) {
  const link = h('a', { id, class: look }, says);
  link.setAttribute('aria-labelledby', `${id} ${game}`);
  return link;
}
