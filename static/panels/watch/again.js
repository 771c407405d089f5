// "Ask again": what the code in the editor answers on the turn that is shown.

import { beginning } from '../../base/text/legible.ts';
import { h, icon, on, setText } from '../../base/ui/dom.ts';
import { refill } from '../../base/ui/focus.ts';
import { paced } from '../../base/ui/working.ts';
import { bareName } from '../../base/values/bundle-shape.ts';
import { fixed, say, t } from '../../base/words/index.ts';
import { namesOf } from '../../games/names.ts';
import { profileTable } from './profile.js';
import { wholeText } from './texts.js';

/** @typedef {import('../../match/playback.ts').Playback} Playback */
/** @typedef {import('../../match/types.ts').Answer} Answer */
/** @typedef {import('../../match/types.ts').AnswerAgain} AnswerAgain */
/** @typedef {import('../../match/types.ts').AgainSpec} AgainSpec */
/** @typedef {import('../../match/types.ts').Message} Message */
/** @typedef {import('../../match/types.ts').Code} Code */
/** @typedef {import('./profile.js').Profile} Profile */

/** The most characters of prints that are shown; the console has all of them. */
const SHOWN = 5000;

/**
 * Ask again: what the code in the editor would answer on the turn that is shown, beside what was answered then, with what
 * it printed, its time, and where its lines spent it.
 *
 * @param {HTMLElement} host
 * @param {HTMLButtonElement} button
 * @param {object} outside
 * @param {Playback} outside.playback
 * @param {() => string | null} outside.replay
 * @param {() => boolean} outside.busy whether a match is running
 * @param {(begin: () => void) => void} outside.whenArrived see run.js
 * @param {() => Code} outside.code
 * @param {(profile: Profile) => void} outside.mark shows a profile in the editor's gutter
 * @param {(line: number) => void} outside.goToLine
 * @param {import('../../engine/arena.ts').Arena['askAgain']} outside.ask
 * @param {() => void} outside.reveal called before the panel shows a result
 */
export function createAgain(host, button, outside) {
  const { playback } = outside;
  /** The number of the last question: only its answer is shown. */
  let asked = 0;
  let giveUp = new AbortController();
  /** @type {import('../../match/types.ts').Match | null} */
  let shown = null;
  let isOpen = false;
  host.hidden = true;

  const candidates = () => candidatesIn(playback.state, outside.code().name);

  const canAsk = () => outside.replay() !== null && !outside.busy();

  function render() {
    const { match, position } = playback.state;
    if (match !== shown && isOpen) shut();
    shown = match;
    button.hidden = !canAsk();
    button.disabled = position === 0 || candidates().length === 0;
    button.title = t(button.disabled ? 'again.later' : 'again.title', { turn: position });
  }

  /** @param {number} [wanted] the player whose place the code takes; default: the likeliest */
  const ask = (wanted) => outside.whenArrived(() => askNow(wanted));

  /** @param {number} [wanted] */
  async function askNow(wanted) {
    const { match, position: turn } = playback.state;
    const replay = outside.replay();
    const player = wanted ?? candidates()[0];
    if (!match || !replay || turn === 0 || player === undefined || outside.busy()) return;
    asked += 1;
    const mine = asked;
    giveUp.abort();
    giveUp = new AbortController();
    playback.pause();
    const code = outside.code();
    const names = namesOf(match.header);
    const choice = chooser(player, candidates(), names, ask);
    const status = h('p', { class: 'hint', role: 'status' }, t('again.asking', { name: code.name }));
    const head = header(turn, choice, shut);
    outside.reveal();
    isOpen = true;
    host.hidden = false;
    refill(host, head, status);
    host.scrollIntoView({ block: 'nearest' });
    const how = {
      signal: giveUp.signal,
      progress: paced((news) => mine === asked && setText(status, t('replay.looking', news))),
    };
    /** @type {AnswerAgain | {problem: Message}} */
    const answer = await outside.ask({ replay, turn, player, ...code }, how).catch((error) => ({
      problem: /** @type {Message} */ (['arena.failed', { why: String(error.message ?? error) }]),
    }));
    if (mine !== asked) return;
    if ('problem' in answer) {
      refill(host, head, h('p', { class: 'fault', role: 'status' }, say(answer.problem, names)));
      return;
    }
    const profile = profileTable(answer.profile, code.source, outside.goToLine);
    refill(host, head, verdict(answer, code), comparison(answer, names), profile);
    outside.mark(answer.profile);
  }

  function shut() {
    asked += 1;
    giveUp.abort();
    isOpen = false;
    host.hidden = true;
    refill(host);
    outside.mark([]);
    if (canAsk()) button.focus();
  }

  playback.subscribe(render);
  on(button, 'click', () => ask());
  render();
  return { ask: () => ask(), askFor: ask, refresh: render };
}

/**
 * The players who answered on the turn that is shown: first the bot of this name, then others that ran code.
 *
 * @param {import('../../match/playback.ts').State} state
 * @param {string} name
 * @returns {number[]}
 */
function candidatesIn({ match, position }, name) {
  const players = match?.header.players ?? [];
  const there = (match?.records[position]?.answers ?? []).map(({ player }) => player);
  /** @param {number} k */
  const rank = (k) =>
    bareName(players[k] ?? { name: '' }) === bareName({ name }) ? 0 : players[k]?.kind === 'code' ? 1 : 2;
  return there.sort((one, other) => rank(one) - rank(other) || one - other);
}

/**
 * The choice of the player in whose place the code answers.
 *
 * @param {number} player
 * @param {number[]} others
 * @param {string[]} names
 * @param {(player: number) => void} chosen
 * @returns {HTMLElement | null} null: there is only one
 */
function chooser(player, others, names, chosen) {
  if (others.length < 2) return null;
  const options = others.map((k) => h('option', { value: k }, names[k] ?? ''));
  const select = h('select', { 'aria-label': t('again.place') }, ...options);
  select.value = String(player);
  on(select, 'change', () => chosen(Number(select.value)));
  return select;
}

/** @param {number} turn @param {HTMLElement | null} choice @param {() => void} shut */
function header(turn, choice, shut) {
  const close = h(
    'button',
    { type: 'button', class: 'quiet only-icon', 'aria-label': t('again.close') },
    icon('x'),
  );
  on(close, 'click', shut);
  return h('header', {}, h('h2', {}, t('again.label', { turn })), choice, close);
}

/** Whether it is the same answer. @param {AnswerAgain} answer @param {Code} code */
function verdict({ move, fault, original }, { name }) {
  const same = JSON.stringify(move) === JSON.stringify(original.move) && !fault === !original.fault;
  return h('p', { class: 'again-verdict', role: 'status' }, t(same ? 'again.same' : 'again.other', { name }));
}

/** Then and now. @param {AnswerAgain} answer @param {string[]} names */
function comparison(answer, names) {
  const both = [answer.original, answer];
  /** @param {string} label @param {(one: Answer) => import('../../base/ui/dom.ts').Child} cell */
  const row = (label, cell) =>
    h('tr', {}, h('th', { scope: 'row' }, t(label)), ...both.map((one) => h('td', {}, cell(one))));
  const head = h(
    'tr',
    {},
    h('td'),
    h('th', { scope: 'col' }, t('again.then')),
    h('th', { scope: 'col' }, t('again.now')),
  );
  return h(
    'table',
    { class: 'again-both' },
    h('thead', {}, head),
    h(
      'tbody',
      {},
      row('again.answer', (one) =>
        wholeText(one.move === null && one.fault ? '–' : beginning(JSON.stringify(one.move), SHOWN)),
      ),
      row('again.time', ({ ms }) => t('time.ms', { ms: fixed(ms, ms < 10 ? 1 : 0) })),
      row('again.printed', ({ output }) =>
        wholeText(beginning(output.map(([, text]) => text).join(''), SHOWN)),
      ),
      both.some(({ fault }) => fault) && row('again.fault', ({ fault }) => faultText(fault, names)),
    ),
  );
}

/** @param {import('../../match/types.ts').Fault | null} fault @param {string[]} names */
function faultText(fault, names) {
  if (!fault) return '–';
  return h('span', { class: 'bad' }, say(fault.message, names));
}
