// The console: what the bots said on a turn, and the search through all turns.

import { h, iconButton, on, setText } from '../../base/ui/dom.ts';
import { refill } from '../../base/ui/focus.ts';
import { MOST_SHOWN } from '../../base/values/seats.ts';
import { say, t } from '../../base/words/index.ts';
import { nearUse } from '../../match/nearness.ts';
import { find, KINDS, nextHit, saidBy } from '../../match/search.ts';
import { isTimed } from '../../match/timed.ts';
import { createArticle } from './article.js';
import { answerOf } from './players.js';
import { REST } from './wire.js';

/** @typedef {import('../../match/types.ts').TurnRecord} TurnRecord */
/** @typedef {import('./article.js').Ask} Ask */

/**
 * Shows every bot's prints, error and notes on a turn, and the exact texts that were exchanged with it; filtered by
 * player and kind. All of it is a stranger's text: it only ever becomes text nodes.
 *
 * @param {HTMLElement} host
 * @param {import('../../match/playback.ts').Playback} playback
 * @param {(text: string) => void} copied
 * @param {import('./article.js').GoTo} goTo
 */
export function createConsole(host, playback, copied, goTo) {
  /** @type {ReturnType<typeof createArticle>[]} */
  let articles = [];
  /** @type {string[]} */
  let names = [];
  /** @type {TurnRecord | undefined} */
  let record;
  /** @type {Ask} */
  let askFor = async () => [];
  /** @type {import('../../match/search.ts').Filter} */
  const filter = { player: null, kind: null };
  const bar = createBar({
    filter,
    render,
    searched() {
      render();
      reveal();
    },
    copy: () => copied(asText(record, playback.state.match?.header, filter, names)),
    go,
  });
  /** Says which position the bots saw: the board shows what came of their answers. */
  const saw = h('p', { class: 'saw hint', hidden: true });
  host.append(h('h2', { class: 'unseen' }, t('console.label')), bar.element, saw);

  function render() {
    const others = (record?.answers.length ?? 0) > 0;
    const wanted = bar.wanted();
    const { match } = playback.state;
    const header = match?.header;
    const knowsTimes = match !== null && isTimed(match);
    for (const one of articles) {
      const answer = answerOf(record, one.player);
      const near = answer && header ? nearUse(answer, header) : null;
      const timed = knowsTimes && header?.players[one.player]?.kind !== 'human';
      one.show({ names, answer, near, others, goTo, ask: askFor, filter, wanted, isTimed: timed });
    }
    bar.count(hits(), playback.state.position);
    saw.hidden = playback.state.position === 0 || !articles.some(({ element }) => !element.hidden);
    setText(saw, t('console.saw', { turn: playback.state.position - 1 }));
  }

  /**
   * The hits so far, and the number of turns that were searched.
   * @type {{key: string, turns: number, hits: import('../../match/search.ts').Hit[]}}
   */
  let found = { key: '', turns: 0, hits: [] };
  /** @type {unknown} */
  let searched = null;

  function hits() {
    const { match, bound } = playback.state;
    const wanted = bar.wanted();
    if (!match || !wanted) return [];
    const key = JSON.stringify([wanted, filter, bound]);
    if (key !== found.key || match !== searched) found = { key, turns: 0, hits: [] };
    searched = match;
    const { length } = match.records;
    if (found.turns < length) {
      // A running match adds turns, and does not change the old ones.
      const all = find(match, wanted, filter, (message) => say(message, names), found.turns);
      // What a human must not see is not found either.
      const seen = bound ? all.filter(({ player }) => bound.includes(player)) : all;
      found = { key, turns: length, hits: [...found.hits, ...seen] };
    }
    return found.hits;
  }

  /** @param {1 | -1} by */
  function go(by) {
    const all = hits();
    const place = nextHit(all, playback.state.position, by);
    const hit = all[place];
    if (!hit) return;
    playback.goTo(hit.turn);
    reveal();
  }

  /** The first hit of the turn that is shown. */
  function reveal() {
    host.querySelector('mark')?.scrollIntoView({ block: 'nearest' });
  }

  return {
    /**
     * @param {TurnRecord | undefined} shown
     * @param {string[]} called
     * @param {Ask} ask
     */
    show(shown, called, ask) {
      const another = called.join('\n') !== names.join('\n');
      const players = listed(shown, called.length);
      if (another || articles.map(({ player }) => player).join() !== players.join()) {
        for (const old of articles) old.element.remove();
        articles = players.map((player) => createArticle(player, copied));
        host.append(...articles.map((one) => one.element));
      }
      if (another) {
        names = called;
        filter.player = null;
        bar.players(names);
      }
      record = shown;
      askFor = ask;
      render();
    },
    /** The field where one says what to search for. */
    search: bar.focus,
    /** Goes to the turn of the next hit, or of the one before. @param {1 | -1} by */
    go,
  };
}

/**
 * @param {object} work
 * @param {import('../../match/search.ts').Filter} work.filter is changed by this
 * @param {() => void} work.render
 * @param {() => void} work.searched called when the search has changed
 * @param {() => void} work.copy
 * @param {(by: 1 | -1) => void} work.go
 */
function createBar({ filter, render, searched, copy, go }) {
  const player = h('select', { 'aria-label': t('console.player') });
  const kind = h(
    'select',
    { 'aria-label': t('console.kind') },
    h('option', { value: '' }, t('console.kind.all')),
    ...KINDS.map((each) => h('option', { value: each }, t(`console.kind.${each}`))),
  );
  const field = h('input', {
    type: 'search',
    placeholder: t('console.search'),
    'aria-label': t('console.search'),
    spellcheck: false,
    autocomplete: 'off',
  });
  const count = h('output', { class: 'console-hits' });
  const back = iconButton('arrow-up', t('console.back'), () => go(-1));
  const forward = iconButton('arrow-down', t('console.forward'), () => go(1));
  const copyButton = iconButton('copy', t('console.copy'), copy);
  let timer = 0;
  on(player, 'change', () => {
    filter.player = player.value === '' ? null : Number(player.value);
    render();
  });
  on(kind, 'change', () => {
    filter.kind = /** @type {import('../../match/search.ts').Kind | null} */ (kind.value || null);
    render();
  });
  on(field, 'input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(searched, REST);
  });
  on(field, 'keydown', (event) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      go(event.shiftKey ? -1 : 1);
    }
  });
  return {
    element: h(
      'div',
      { class: 'console-bar', role: 'search' },
      h('div', {}, player, kind, copyButton),
      h('div', {}, field, count, back, forward),
    ),
    wanted: () => field.value.trim(),
    focus() {
      field.focus();
      field.select();
    },
    /** @param {string[]} names */
    players(names) {
      refill(
        player,
        h('option', { value: '' }, t('console.player.all')),
        ...names.map((name, k) => h('option', { value: k }, name)),
      );
    },
    /** @param {import('../../match/search.ts').Hit[]} hits @param {number} turn */
    count(hits, turn) {
      const here = hits.findIndex((hit) => hit.turn === turn);
      const wanted = field.value.trim();
      const params = { place: here + 1, count: hits.length };
      setText(count, wanted ? t(here < 0 ? 'console.hits' : 'console.hit', params) : '');
      back.disabled = hits.length === 0;
      forward.disabled = hits.length === 0;
    },
  };
}

/**
 * @param {TurnRecord | undefined} record
 * @param {import('../../match/types.ts').Header | undefined} header
 * @param {import('../../match/search.ts').Filter} filter
 * @param {string[]} names
 */
function asText(record, header, filter, names) {
  if (!header) return '';
  const parts = (record?.answers ?? [])
    .filter(({ player }) => filter.player === null || filter.player === player)
    .map((answer) => {
      const said = saidBy(answer, header, (message) => say(message, names)).filter(
        ({ kind }) => !filter.kind || kind === filter.kind,
      );
      return [names[answer.player] ?? '', ...said.map(({ text }) => text.replace(/\n$/, ''))].join('\n');
    });
  return `${parts.join('\n\n')}\n`;
}

/**
 * The players with an article: all, or of very many those who have answered.
 * @param {TurnRecord | undefined} record
 * @param {number} count
 */
function listed(record, count) {
  if (count <= MOST_SHOWN) return Array.from({ length: count }, (_, k) => k);
  return (record?.answers ?? []).slice(0, MOST_SHOWN).map(({ player }) => player);
}
