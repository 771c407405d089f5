// The rules of a game as sections of a page: its parts in order, and what holds for every game. This module, the parts
// and the sentences in words/<language>.json are loaded on demand.

import { fetchAsset, manifest } from '../../base/site/manifest.ts';
import { h } from '../../base/ui/dom.ts';
import { language, locale, t } from '../../base/words/index.ts';
import { createTranslator } from '../../base/words/translator.ts';
import type { Part, Words } from '../../games/index.ts';
import { gameFace } from '../../games/index.ts';

/** Every limit by its name. */
type Clock = Record<string, number>;

/** The part of what a game offers that is used here. */
export interface Offer {
  name: string;
  options: Record<string, { default: unknown }>;
  clock: Clock;
  clocks: Record<string, Clock>;
  /** The house bots, the weakest first. */
  ladder: { name: string; strength: string }[];
}

/** What holds for the bots of every game. */
const EVERY_GAME: Part[] = [
  { title: 'rules.packages', text: 'rules.packagesMore' },
  { code: ['# /// script', '# dependencies = ["sortedcontainers>=2"]', '# ///'] },
  { text: 'rules.packagesHere' },
];

/** @returns the sections; rejects when they do not come */
export async function renderRules(game: Offer): Promise<Node[]> {
  const [words, { default: parts }] = await Promise.all([loadWords(), gameFace(game.name).rules()]);
  const sections: HTMLElement[] = [];
  for (const part of [...parts, ...EVERY_GAME]) {
    if (part.title || sections.length === 0) sections.push(h('section'));
    sections.at(-1)?.append(...render(part, game, words));
  }
  return [...sections, ladderOf(game, words)];
}

/** The house bots, from the weakest to the strongest, and how each of them thinks. */
function ladderOf({ name: game, ladder }: Offer, words: Words) {
  const lines = ladder.flatMap(({ name, strength }) =>
    field(name, [`${t(`strength.${strength}`)} · ${t(`${game}.bot.${name}`)}`]),
  );
  return h('section', {}, h('h3', {}, words('rules.ladder')), h('dl', {}, ...lines));
}

async function loadWords(): Promise<Words> {
  const response = await fetchAsset(manifest.rules[language] ?? '');
  return createTranslator(await response.json(), { locale }).t;
}

function render(
  { title, text, list, figure, caption, code, fields, clock }: Part,
  game: Offer,
  words: Words,
): Node[] {
  const known = paramsOf(game);
  const said = (id: string) => rich(words(id, known));
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

/** The time limits of a game: a row for each set of them, the usual one first. */
function timesOf({ name, clock, clocks }: Offer, words: Words) {
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

function figureOf(picture: SVGElement, caption: string) {
  picture.setAttribute('role', 'img');
  picture.setAttribute('aria-label', caption);
  return h('figure', {}, h('div', {}, picture), h('figcaption', { 'aria-hidden': 'true' }, caption));
}

function field(name: string, meaning: (string | Node)[]) {
  return [h('dt', {}, h('code', {}, name)), h('dd', {}, ...meaning)];
}

/** What stands between backticks is code. */
function rich(text: string): (string | Node)[] {
  return text.split('`').map((piece, k) => (k % 2 ? h('code', {}, piece) : piece));
}

/** What sentences may name: the options as they usually are. */
function paramsOf({ options }: Offer) {
  return Object.fromEntries(Object.entries(options).map(([name, option]) => [name, option.default]));
}
