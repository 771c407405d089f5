// What is in the reference: the view with real values, the helpers, `sandlot.draw` and `sandlot.limits`, and the game's own
// protocol. The texts are those of the package and of the rules.

import { fetchAsset, manifest } from '../../base/site/manifest.js';
import { laidOut } from '../../base/text/laid-out.js';
import { h, icon, iconButton, on, setText } from '../../base/ui/dom.js';
import { refill } from '../../base/ui/focus.js';
import { language, locale, t } from '../../base/words/index.js';
import { createTranslator } from '../../base/words/translator.js';
import type { Part, Words } from '../../games/index.js';
import { gameFace } from '../../games/index.js';
import { namesOf } from '../../games/names.js';
import type { Match, Seen } from '../../match/types.js';
import type { Entries, Module } from './guide.ts';
import { loadGuide } from './guide.ts';

/** All: the seats one may choose */
export interface Example {
  match: Match;
  all: number[];
  player: number;
  seen: Seen | null;
}

/** The sections of the rules that describe forms of bots other than `move(view)`. */
const OTHER_FORMS = ['functions', 'program'].map((form) => `rules.${form}`);
/** Lines of a long text that are shown; Copy takes all of it. */
const LINES = 40;
/** The items of a list that are shown of a value. */
const ITEMS = 6;
/** A value of so many characters stands beside its key. */
const SHORT = 12;

export function createReferenceView(
  host: HTMLElement,
  {
    close,
    copy,
    choose,
  }: { close: () => void; copy: (text: string) => void; choose: (player: number) => void },
) {
  const title = h('h2', { id: 'reference-title' });
  const shut = iconButton('x', t('notice.close'), close);
  const field = h('input', {
    type: 'search',
    placeholder: t('reference.search'),
    'aria-label': t('reference.search'),
    spellcheck: false,
    autocomplete: 'off',
  });
  const nothing = h('p', { class: 'hint', role: 'status' });
  const body = h('div', { class: 'reference-body', tabIndex: 0, role: 'region' });
  body.setAttribute('aria-labelledby', title.id);
  host.setAttribute('aria-labelledby', title.id);
  refill(host, h('header', {}, title, shut), field, nothing, body);
  const view = section(t('reference.view'));
  const answer = section(t('reference.answer'));
  const program = section(t('reference.program'));
  /** What the texts were loaded for. */
  let game = '';
  let keys: Entries = [];
  let formsOf: Node[] = [];

  const search = () => setText(nothing, sift(body, field.value.trim()));

  /** @param example null: no match of this game is shown */
  function show(example: Example | null) {
    const seen = example?.seen ?? null;
    const values = seen ? JSON.parse(seen.view) : {};
    refill(
      view,
      ...headOf(view),
      example ? whose(example) : h('p', { class: 'hint' }, t('reference.noExample')),
      ...(seen ? [copyButton('reference.copyView', () => copy(seen.view))] : []),
      ...keys
        .filter(([key]) => !key.includes('.'))
        .map(([key, meaning]) =>
          keyOf(key, meaning, key in values ? laidOut(values[key], { most: ITEMS }) : null, partsOf(key)),
        ),
    );
    refill(
      answer,
      ...headOf(answer),
      ...(seen?.move
        ? [
            block(
              h('p', {}, t('reference.played', { turn: seen.turn })),
              code(laidOut(JSON.parse(seen.move))),
            ),
          ]
        : []),
      block(h('p', {}, ...rich(t('reference.start')))),
    );
    const sent = Object.entries(seen?.wires ?? {}).map(([name, text]) => exact(name, text, seen?.turn ?? 0));
    refill(program, ...headOf(program), ...sent, ...formsOf);
    search();
  }

  /** What is said of what is in a part of the view. */
  const partsOf = (key: string) => keys.filter(([path]) => path.startsWith(`${key}.`));

  function whose({ match, all, player, seen }: Example) {
    const names = namesOf(match.header);
    const select = h(
      'select',
      { 'aria-label': t('reference.seat') },
      ...all.map((k) => h('option', { value: k, selected: k === player }, names[k] ?? '')),
    );
    on(select, 'change', () => choose(Number(select.value)));
    const words = seen ? t('reference.now', { turn: seen.turn }) : t('reference.neverAsked');
    return h('div', { class: 'reference-whose' }, select, h('p', { class: 'hint' }, words));
  }

  function exact(wire: string, text: string, turn: number) {
    const lines = text.split('\n');
    const cut = lines.length > LINES ? `${lines.slice(0, LINES).join('\n')}\n…` : text;
    return block(
      h('p', {}, t('reference.exact', { turn })),
      code(cut, wire),
      copyButton('reference.copyText', () => copy(text)),
    );
  }

  on(field, 'input', search);

  return {
    focus: () => field.focus(),
    example: show,

    /** @param name of the game that the reference is about from now on */
    async game(name: string) {
      if (name === game) return;
      game = name;
      setText(title, t('reference.title', { game: t(`game.${name}`) }));
      const [guide, forms] = await Promise.all([loadGuide(), loadForms(name)]);
      if (name !== game) return;
      keys = guide.views[name] ?? [];
      formsOf = forms;
      const modules = Object.entries(guide.modules).map(([module, part]) => moduleOf(module, part));
      const helpers = section(t('reference.helpers'));
      helpers.append(code(`from sandlot.games import ${name}`), ...(guide.helpers[name] ?? []).map(entryOf));
      refill(body, view, answer, helpers, ...modules, program);
      show(null);
    },
  };
}

/**
 * Shows what has a text in it, and hides the rest.
 *
 * @returns what there is to say about it: that there is nothing
 */
function sift(body: HTMLElement, text: string): string {
  const wanted = text.toLowerCase();
  const blocks = [...body.querySelectorAll('[data-find]')].filter((one) => one instanceof HTMLElement);
  for (const block of blocks) block.hidden = !block.textContent?.toLowerCase().includes(wanted);
  for (const one of body.querySelectorAll('section'))
    one.hidden = wanted !== '' && !blocks.some((block) => !block.hidden && one.contains(block));
  return blocks.every((block) => block.hidden) ? t('reference.none', { text }) : '';
}

function section(name: string) {
  return h('section', {}, h('h3', {}, ...rich(name)));
}

/** Its title alone. */
const headOf = (one: HTMLElement) => [...one.querySelectorAll(':scope > h3')];

/** What the search shows or hides as a whole. */
const block = (...parts: Node[]) => h('div', { 'data-find': '' }, ...parts);

function keyOf(key: string, meaning: string, value: string | null, parts: Entries) {
  const isShort = value !== null && value.length <= SHORT;
  const written = `view["${key}"]${isShort ? ` = ${value}` : ''}`;
  return block(
    h('p', {}, h('code', { class: 'reference-key' }, written), ' ', ...rich(meaning)),
    ...(value === null || isShort ? [] : [code(value)]),
    ...(parts.length > 0 ? [h('ul', { class: 'reference-parts' }, ...parts.map(partOf))] : []),
  );
}

/** @param entry a key in a part of the view, with those that lead to it */
function partOf([path, meaning]: [string, string]) {
  const keys = path.split('.').slice(1);
  return h('li', {}, h('code', {}, keys.map((key) => `["${key}"]`).join('')), ' ', ...rich(meaning));
}

const entryOf = ([written, meaning]: [string, string]) =>
  block(h('p', {}, h('code', { class: 'reference-key' }, written), ' ', ...rich(meaning)));

function moduleOf(name: string, { about, code: example, entries }: Module) {
  const one = section(`\`sandlot.${name}\``);
  one.append(
    ...about.map((text) => block(h('p', {}, ...rich(text)))),
    ...(example ? [block(code(example))] : []),
    ...entries.map(entryOf),
  );
  return one;
}

function code(text: string, label?: string) {
  return h('pre', label ? { 'aria-label': label } : {}, h('code', {}, text));
}

function copyButton(says: string, press: () => void) {
  const button = h('button', { type: 'button', class: 'quiet' }, icon('copy'), t(says));
  on(button, 'click', press);
  return button;
}

/** What stands between backticks is code. */
const rich = (text: string): (string | Node)[] =>
  text.split('`').map((piece, k) => (k % 2 ? h('code', {}, piece) : piece));

/** The other forms of bots, from the rules of the game. */
async function loadForms(game: string): Promise<Node[]> {
  const [response, { default: parts }] = await Promise.all([
    fetchAsset(manifest.rules[language] ?? ''),
    gameFace(game).rules(),
  ]);
  const words = createTranslator(await response.json(), { locale }).t;
  let isIn = false;
  return parts.flatMap((part) => {
    if (part.title) isIn = OTHER_FORMS.includes(part.title);
    return isIn ? [ruleOf(part, words)] : [];
  });
}

function ruleOf({ title, text, list, code: lines, fields }: Part, words: Words) {
  const said = (id: string) => rich(words(id));
  return block(
    ...(title === OTHER_FORMS[0] ? [h('h4', {}, words(title ?? ''))] : []),
    ...(text ? [h('p', {}, ...said(text))] : []),
    ...(list ? [h('ul', {}, ...list.map((id) => h('li', {}, ...said(id))))] : []),
    ...(lines ? [code(lines.join('\n'))] : []),
    ...Object.entries(fields ?? {}).map(([name, id]) => h('p', {}, h('code', {}, name), ' ', ...said(id))),
  );
}
