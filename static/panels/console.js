import { h, icon, on, setText, swatch } from '../dom.js';
import { say, t } from '../i18n.js';
import { MOST_SHOWN } from '../match.js';
import { answerOf } from './players.js';
import { find, KINDS, nextHit, pieces, saidBy } from './search.js';

/** @typedef {import('../types.js').TurnRecord} TurnRecord */
/** @typedef {import('../types.js').Answer} Answer */
/** @typedef {import('../types.js').Fault} Fault */

/** @typedef {() => Promise<import('../types.js').Exchange[]>} Ask for the exact texts of the turn that is shown */

/** Milliseconds that a turn has to stay. */
const REST = 200;

/** A turn can print far more than anybody reads; the document gets this many characters of it. */
const SHOWN = 50_000;

/**
 * What every bot printed in this turn, its error, its notes, and the exact text that went to it and came back; by player
 * and kind, and searched over all turns. All of it is a stranger's text: it only ever becomes text nodes.
 *
 * @param {HTMLElement} host
 * @param {import('../playback.js').Playback} playback
 * @param {(text: string) => void} copied
 */
export function createConsole(host, playback, copied) {
  /** @type {ReturnType<typeof article>[]} */
  let articles = [];
  /** @type {string[]} */
  let names = [];
  /** @type {TurnRecord | undefined} */
  let record;
  /** @type {Ask} */
  let askFor = async () => [];
  /** @type {import('./search.js').Filter} */
  const filter = { player: null, kind: null };
  const bar = createBar({ filter, render, copy: () => copied(asText(record, filter, names)), go });
  host.append(h('h2', { class: 'unseen' }, t('console.label')), bar.element);

  function render() {
    const others = (record?.answers.length ?? 0) > 0;
    const wanted = bar.wanted();
    for (const one of articles) {
      const answer = answerOf(record, one.player);
      one.show({ names, answer, others, ask: askFor, filter, wanted });
    }
    bar.count(hits(), playback.state.position);
  }

  /** @type {{key: string, hits: import('./search.js').Hit[]}} */
  let found = { key: '', hits: [] };
  /** @type {unknown} */
  let searched = null;

  function hits() {
    const { match, bound } = playback.state;
    const wanted = bar.wanted();
    if (!match || !wanted) return [];
    const key = JSON.stringify([wanted, filter, match.records.length, bound]);
    if (key !== found.key || match !== searched) {
      searched = match;
      const all = find(match.records, wanted, filter, (message) => say(message, names));
      // What a human is not to see is not found either.
      found = { key, hits: bound ? all.filter(({ player }) => bound.includes(player)) : all };
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
        articles = players.map(article);
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
    /** To the turn of the next hit, or of the one before. @param {1 | -1} by */
    go,
  };
}

/**
 * @param {object} work
 * @param {import('./search.js').Filter} work.filter is changed by this
 * @param {() => void} work.render
 * @param {() => void} work.copy
 * @param {(by: 1 | -1) => void} work.go
 */
function createBar({ filter, render, copy, go }) {
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
  const back = iconButton('arrow-up', 'console.back', () => go(-1));
  const forward = iconButton('arrow-down', 'console.forward', () => go(1));
  const copyButton = iconButton('copy', 'console.copy', copy);
  let timer = 0;
  on(player, 'change', () => {
    filter.player = player.value === '' ? null : Number(player.value);
    render();
  });
  on(kind, 'change', () => {
    filter.kind = /** @type {import('./search.js').Kind | null} */ (kind.value || null);
    render();
  });
  on(field, 'input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(render, REST);
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
      player.replaceChildren(
        h('option', { value: '' }, t('console.player.all')),
        ...names.map((name, k) => h('option', { value: k }, name)),
      );
    },
    /** @param {import('./search.js').Hit[]} hits @param {number} turn */
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

/** @param {string} name @param {string} says @param {() => void} press */
function iconButton(name, says, press) {
  const button = h('button', { type: 'button', class: 'quiet only-icon', title: t(says) }, icon(name));
  button.setAttribute('aria-label', t(says));
  on(button, 'click', press);
  return button;
}

/** @param {TurnRecord | undefined} record @param {import('./search.js').Filter} filter @param {string[]} names */
function asText(record, filter, names) {
  const parts = (record?.answers ?? [])
    .filter(({ player }) => filter.player === null || filter.player === player)
    .map((answer) => {
      const said = saidBy(answer, (message) => say(message, names)).filter(
        ({ kind }) => !filter.kind || kind === filter.kind,
      );
      return [names[answer.player] ?? '', ...said.map(({ text }) => text.replace(/\n$/, ''))].join('\n');
    });
  return `${parts.join('\n\n')}\n`;
}

/** Whom there is a part for: everybody, or of very many those who have answered. @param {TurnRecord | undefined} record @param {number} count */
function listed(record, count) {
  if (count <= MOST_SHOWN) return Array.from({ length: count }, (_, k) => k);
  return (record?.answers ?? []).slice(0, MOST_SHOWN).map(({ player }) => player);
}

/** @param {number} k */
function article(k) {
  const name = h('span', { class: 'name' });
  const output = h('div', { class: 'output' });
  const sent = h('pre');
  const reply = h('pre');
  const lines = h(
    'dl',
    {},
    h('dt', {}, t('console.sent')),
    h('dd', {}, sent),
    h('dt', {}, t('console.reply')),
    h('dd', {}, reply),
  );
  const wire = h('details', {}, h('summary', {}, t('console.wire')), lines);
  const element = h('article', {}, h('header', {}, swatch(k), name), output, wire);
  /** @type {Answer | undefined | null} */
  let shown = null;
  let how = '';
  /** @type {Ask} */
  let askFor = async () => [];
  wire.addEventListener('toggle', fill);

  /** What was sent is not kept: it is asked for when somebody looks, once the turn stays for a moment. */
  async function fill() {
    const answer = shown;
    if (!wire.open || !answer) return;
    setText(sent, t('console.fetching'));
    await new Promise((resolve) => setTimeout(resolve, REST));
    if (shown !== answer) return;
    const exchanges = await askFor().catch(() => []);
    const found = exchanges.find(({ player }) => player === k);
    if (shown === answer) setText(sent, found ? cut(found.sent) : t('console.unknown'));
  }

  return {
    player: k,
    element,
    /**
     * @param {object} turn
     * @param {string[]} turn.names
     * @param {Answer | undefined} turn.answer
     * @param {boolean} turn.others somebody else has an answer
     * @param {Ask} turn.ask
     * @param {import('./search.js').Filter} turn.filter
     * @param {string} turn.wanted what is searched for
     */
    show({ names, answer, others, ask, filter, wanted }) {
      setText(name, names[k] ?? '');
      // Where players move one after the other, only who moved has anything to say.
      element.hidden = (!answer && others) || (filter.player !== null && filter.player !== k);
      const key = `${filter.kind} ${wanted}`;
      if (answer === shown && key === how) return;
      const another = answer !== shown;
      shown = answer;
      how = key;
      askFor = ask;
      /** @param {string} text */
      const marked = (text) =>
        pieces(text, wanted).map(({ text: part, hit }) => (hit ? h('mark', {}, part) : part));
      const { kind } = filter;
      const blocks = [
        ...printed(answer, kind, marked),
        ...(kind && kind !== 'err' ? [] : faulty(answer?.fault ?? null, names, marked)),
        ...(kind && kind !== 'note' ? [] : noted(answer, marked)),
      ];
      const nothing = h('p', { class: 'nothing' }, t(kind ? 'console.noneOfKind' : 'console.nothing'));
      output.replaceChildren(...(blocks.length > 0 || kind === 'reply' ? blocks : [nothing]));
      wire.hidden = !answer || Boolean(kind && kind !== 'reply');
      const text = cut(answer?.reply ?? '');
      reply.replaceChildren(...marked(text));
      if (kind === 'reply' || (wanted && text.toLowerCase().includes(wanted.toLowerCase()))) wire.open = true;
      if (another) fill();
    },
  };
}

/** @typedef {(text: string) => (string | HTMLElement)[]} Marked a text with what is searched for marked in it */

/** @param {Answer | undefined} answer @param {import('./search.js').Kind | null} kind @param {Marked} marked */
function printed(answer, kind, marked) {
  let left = SHOWN;
  /** @type {HTMLElement[]} */
  const blocks = [];
  for (const [stream, text] of answer?.output ?? []) {
    const is = stream === 'out' || stream === 'err' ? stream : 'note';
    if (kind && kind !== is) continue;
    if (left <= 0) break;
    blocks.push(h('pre', { class: stream }, ...marked(text.slice(0, left).replace(/\n$/, ''))));
    left -= text.length;
  }
  if (left < 0) blocks.push(h('p', { class: 'nothing' }, t('console.cut', { count: -left })));
  return blocks;
}

/** @param {Fault | null} fault @param {string[]} names @param {Marked} marked */
function faulty(fault, names, marked) {
  if (!fault) return [];
  const details = fault.traceback ?? fault.error;
  return [
    h(
      'div',
      { class: 'fault' },
      h('p', {}, icon('alert'), h('span', {}, ...marked(say(fault.message, names)))),
      details && h('pre', {}, ...marked(cut(details))),
    ),
  ];
}

/** What a bot noted with `sandlot.draw`. @param {Answer | undefined} answer @param {Marked} marked */
function noted(answer, marked) {
  return (answer?.drawings ?? []).flatMap(([kind, text]) =>
    kind === 'note' && typeof text === 'string'
      ? [h('p', { class: 'note' }, icon('info'), h('span', {}, ...marked(text)))]
      : [],
  );
}

/** @param {string} text */
function cut(text) {
  return text.length > SHOWN
    ? `${text.slice(0, SHOWN)}\n${t('console.cut', { count: text.length - SHOWN })}`
    : text;
}
