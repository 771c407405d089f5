// The match to come: while Python and the bots get ready, its players stand on the page, and its first position: of a few
// seeds the page has it, of others it shows as much as is known.

import { fetchAsset, manifest } from '../../base/site/manifest.ts';
import { h, setText } from '../../base/ui/dom.ts';
import { say, t } from '../../base/words/index.ts';
import { gameFace } from '../../games/index.ts';
import { comingMatch } from '../../match/match.ts';

/** @typedef {import('../../match/types.ts').Match} Match */
/** @typedef {import('../../match/types.ts').MatchSpec} MatchSpec */

/**
 * @param {HTMLElement} frame of the board
 * @param {object} outside
 * @param {import('../../match/playback.ts').Playback} outside.playback
 * @param {Pick<import('../../engine/arena.ts').Arena, 'onProgress'>} outside.arena
 * @param {Record<string, {options: Record<string, {default: unknown}>, starts: number}>} outside.games what every game offers
 * @param {Record<string, string>} outside.demo where the recorded match of every game is
 */
export function createComing(frame, { playback, arena, games, demo }) {
  const note = createNote(frame, arena);
  /** What was shown before, and comes back if nothing comes. @type {{match: Match, position: number} | null} */
  let before = null;
  /** @type {MatchSpec | null} */
  let awaited = null;

  /** @param {string | undefined} url @returns {Promise<any>} null: it is not there */
  const fetched = (url) =>
    (url ? fetchAsset(url).then((response) => response.json()) : Promise.resolve(null)).catch(() => null);

  /** Some first position of the game: what does not depend on the map is the same in all of them. @param {string} game */
  async function someStart(game) {
    const { match } = playback.state;
    if (match?.header.game === game) return match.film.view(0);
    const recorded = await fetched(demo[game]);
    return recorded ? JSON.parse(recorded.deltas[0])[0] : null;
  }

  /** @param {MatchSpec} spec @returns {Promise<any>} its first position as far as it is known */
  async function startOf(spec) {
    const { game, seats, seed } = spec;
    const offered = Object.entries(games[game]?.options ?? {});
    /** @type {Record<string, unknown>} */
    const usual = Object.fromEntries(offered.map(([name, option]) => [name, option.default]));
    const options = { ...usual, ...spec.options };
    const isUsual = seats.length === 2 && JSON.stringify(options) === JSON.stringify(usual);
    const known =
      isUsual && Number(seed) <= (games[game]?.starts ?? 0) && (await fetched(manifest.starts[game]));
    if (known?.[seed]) return known[seed];
    const start = await someStart(game);
    return start && gameFace(game).coming(start, options, seats.length);
  }

  return {
    /** @param {MatchSpec} spec */
    async show(spec) {
      awaited = spec;
      note.show(true);
      const view = await startOf(spec);
      if (awaited !== spec || !view) return;
      const { match, position } = playback.state;
      before = match && { match, position };
      playback.load(comingMatch(spec, view), { live: true, play: false });
    },

    /** It has come, or it never will. */
    over() {
      awaited = null;
      note.show(false);
      if (before && playback.state.match?.origin === 'coming') {
        playback.load(before.match, { play: false });
        playback.goTo(before.position);
      }
      before = null;
    },
  };
}

/**
 * How far loading is, on the board; the header says it to screen readers.
 *
 * @param {HTMLElement} frame
 * @param {Pick<import('../../engine/arena.ts').Arena, 'onProgress'>} arena
 */
function createNote(frame, arena) {
  const text = h('span', {});
  const done = h('span');
  const bar = h('span', { class: 'meter' }, done);
  const element = h('div', { class: 'coming panel', 'aria-hidden': 'true', hidden: true }, text, bar);
  frame.append(element);
  arena.onProgress(({ stage, done: share, message }) => {
    const isLoading = stage === 'download' || stage === 'start';
    const percent = Math.floor(share * 100);
    bar.hidden = !isLoading;
    done.style.width = `${percent}%`;
    const words = isLoading ? t(`loading.${stage}`, { percent }) : t('match.starting');
    setText(text, message ? say(message) : words);
  });
  return {
    /** @param {boolean} isShown */
    show(isShown) {
      element.hidden = !isShown;
    },
  };
}
