// The rules of a game as sections of a page: its parts in order, and what holds for every game. This module, the parts
// and the sentences in words/<language>.json are loaded on demand.

import { fetchAsset, manifest } from '../../base/site/manifest.js';
import { h } from '../../base/ui/dom.js';
import { language, locale, t } from '../../base/words/index.js';
import { createTranslator } from '../../base/words/translator.js';
import { gameFace } from '../../games/index.js';

/**
 * @typedef {import('../../games/index.js').Part} Part
 * @typedef {import('../../games/index.js').Words} Words
 * @typedef {Record<string, number>} Clock every limit by its name
 *
 * @typedef {object} Offer the part of what a game offers that is used here
 * @property {string} name
 * @property {Record<string, {default: unknown}>} options
 * @property {Clock} clock
 * @property {Record<string, Clock>} clocks
 * @property {{name: string, strength: string}[]} ladder the house bots, the weakest first
 */

/** What holds for the bots of every game. @type {Part[]} */
const EVERY_GAME = [
  { title: 'rules.packages', text: 'rules.packagesMore' },
  { code: ['# /// script', '# dependencies = ["sortedcontainers>=2"]', '# ///'] },
  { text: 'rules.packagesHere' },
];

/**
 * @param {Offer} game
 * @returns {Promise<Node[]>} the sections; rejects when they do not come
 */
export async function renderRules(game) {
  const [words, { default: parts }] = await Promise.all([loadWords(), gameFace(game.name).rules()]);
  /** @type {HTMLElement[]} */
  const sections = [];
  for (const part of [...parts, ...EVERY_GAME]) {
    if (part.title || sections.length === 0) sections.push(h('section'));
    sections.at(-1)?.append(...render(part, game, words));
  }
  return [...sections, ladderOf(game, words)];
}

/** The house bots, from the weakest to the strongest, and how each of them thinks. @param {Offer} game @param {Words} words */
function ladderOf({ name: game, ladder }, words) {
  const lines = ladder.flatMap(({ name, strength }) =>
    field(name, [`${t(`strength.${strength}`)} · ${t(`${game}.bot.${name}`)}`]),
  );
  return h('section', {}, h('h3', {}, words('rules.ladder')), h('dl', {}, ...lines));
}

/** @returns {Promise<Words>} */
async function loadWords() {
  const response = await fetchAsset(manifest.rules[language] ?? '');
  return createTranslator(await response.json(), { locale }).t;
}

/** @param {Part} part @param {Offer} game @param {Words} words @returns {Node[]} */
function render({ title, text, list, figure, caption, code, fields, clock }, game, words) {
  const known = paramsOf(game);
  const said = (/** @type {string} */ id) => rich(words(id, known));
  return [
    title && h('h3', {}, words(title)),
    text && h('p', {}, ...said(text)),
    list && h('ul', {}, ...list.map((id) => h('li', {}, ...said(id)))),
    figure && caption && figureOf(figure(words), words(caption, known)),
    code && h('pre', {}, h('code', {}, code.join('\n'))),
    fields && h('dl', {}, ...Object.entries(fields).flatMap(([name, id]) => field(name, said(id)))),
    clock && h('p', {}, ...said(clock)),
    clock && timesOf(game, words),
    clock && h('p', {}, ...said('rules.clock')),
  ].filter((node) => node instanceof Node);
}

/** The time limits of a game: a row for each set of them, the usual one first. @param {Offer} game @param {Words} words */
function timesOf({ name, clock, clocks }, words) {
  const usual = JSON.stringify(clock);
  const sets = Object.entries(clocks).map(([set, limits]) => ({ title: t(`clock.${name}.${set}`), limits }));
  if (sets.length === 0) sets.push({ title: words('rules.usual'), limits: clock });
  sets.sort(
    (a, b) => Number(JSON.stringify(b.limits) === usual) - Number(JSON.stringify(a.limits) === usual),
  );
  const names = Object.keys(clock).filter((limit) => sets.some(({ limits }) => limits[limit]));
  const head = names.map((limit) => h('th', { scope: 'col' }, t(`setting.clock.${limit}`)));
  const rows = sets.map(({ title, limits }) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, title),
      ...names.map((limit) => h('td', {}, t('time.ms', { ms: limits[limit] ?? 0 }))),
    ),
  );
  const table = h('table', {}, h('thead', {}, h('tr', {}, h('td'), ...head)), h('tbody', {}, ...rows));
  return h('div', { class: 'times' }, table);
}

/** @param {SVGElement} picture @param {string} caption */
function figureOf(picture, caption) {
  picture.setAttribute('role', 'img');
  picture.setAttribute('aria-label', caption);
  return h('figure', {}, h('div', {}, picture), h('figcaption', { 'aria-hidden': 'true' }, caption));
}

/** @param {string} name @param {(string | Node)[]} meaning */
function field(name, meaning) {
  return [h('dt', {}, h('code', {}, name)), h('dd', {}, ...meaning)];
}

/** What stands between backticks is code. @param {string} text @returns {(string | Node)[]} */
function rich(text) {
  return text.split('`').map((piece, k) => (k % 2 ? h('code', {}, piece) : piece));
}

/** What sentences may name: the options as they usually are. @param {Offer} game */
function paramsOf({ options }) {
  return Object.fromEntries(Object.entries(options).map(([name, option]) => [name, option.default]));
}
