import { h, icon, on, setText } from '../../base/ui/dom.js';
import { paced } from '../../base/ui/working.js';
import { fixed, say, t } from '../../base/words/index.js';
import { gameFace } from '../../games/index.js';
import { namesOf } from '../../games/names.js';
import { wholeText } from './article.js';

/** @typedef {import('../../match/playback.js').Playback} Playback */
/** @typedef {import('../../match/types.js').Answer} Answer */
/** @typedef {import('../../match/types.js').AnswerAgain} AnswerAgain */
/** @typedef {import('../../match/types.js').AgainSpec} AgainSpec */
/** @typedef {import('../../match/types.js').Message} Message */
/** @typedef {import('../../match/types.js').Code} Code */
/** @typedef {[number, number, number][]} Profile line, how often, milliseconds */

/** What a column of the profile is sorted by; the second click turns it round. */
const COLUMNS = /** @type {const} */ (['line', 'hits', 'ms']);
/** Nobody reads more of what a bot printed here; the console has it all. */
const SHOWN = 5000;
/** Rows of the profile that are there at first. */
const ROWS = 100;

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
 * @param {import('../../engine/arena.js').Arena['askAgain']} outside.ask
 * @param {() => void} outside.reveal the panel is about to show something
 */
export function createAgain(host, button, outside) {
  const { playback } = outside;
  let asked = 0;
  let giveUp = new AbortController();
  host.hidden = true;

  /** @type {import('../../match/types.js').Match | null} */
  let shown = null;

  function render() {
    const { match, position } = playback.state;
    if (match !== shown && !host.hidden) shut();
    shown = match;
    button.hidden = !outside.replay() || outside.busy();
    button.disabled = position === 0 || candidates().length === 0;
    button.title = t(button.disabled ? 'again.later' : 'again.title', { turn: position });
  }

  /** @returns {number[]} who answered on this turn, those who ran code first */
  function candidates() {
    const { match, position } = playback.state;
    const players = match?.header.players ?? [];
    const there = (match?.records[position]?.answers ?? []).map(({ player }) => player);
    const { name } = outside.code();
    /** @param {number} k */
    const rank = (k) => (players[k]?.name === name ? 0 : players[k]?.kind === 'code' ? 1 : 2);
    return there.sort((one, other) => rank(one) - rank(other) || one - other);
  }

  /** @param {number} [wanted] the player whose place the code takes; not said: the likeliest */
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
    const names = namesOf(match.header, gameFace(match.header.game).sides);
    const others = candidates();
    const head = header(turn, player, others, names);
    outside.reveal();
    host.hidden = false;
    const status = h('p', { class: 'hint', role: 'status' }, t('again.asking', { name: code.name }));
    host.replaceChildren(head, status);
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
      host.replaceChildren(head, h('p', { class: 'fault', role: 'status' }, say(answer.problem, names)));
      return;
    }
    const same =
      JSON.stringify(answer.move) === JSON.stringify(answer.original.move) &&
      !answer.fault === !answer.original.fault;
    host.replaceChildren(
      head,
      h(
        'p',
        { class: 'again-verdict', role: 'status' },
        t(same ? 'again.same' : 'again.other', { name: code.name }),
      ),
      comparison(answer, names),
      profileTable(answer.profile, code.source, outside.goToLine),
    );
    outside.mark(answer.profile);
  }

  /** @param {number} turn @param {number} player @param {number[]} others @param {string[]} names */
  function header(turn, player, others, names) {
    const close = h(
      'button',
      { type: 'button', class: 'quiet only-icon', 'aria-label': t('again.close') },
      icon('x'),
    );
    on(close, 'click', shut);
    const select = h(
      'select',
      { 'aria-label': t('again.place') },
      ...others.map((k) => h('option', { value: k }, names[k] ?? '')),
    );
    select.value = String(player);
    on(select, 'change', () => ask(Number(select.value)));
    return h('header', {}, h('h2', {}, t('again.label', { turn })), others.length > 1 && select, close);
  }

  function shut() {
    asked += 1;
    giveUp.abort();
    host.hidden = true;
    host.replaceChildren();
    outside.mark([]);
    if (!button.hidden) button.focus();
  }

  render();
  return {
    ask: () => ask(),
    refresh: render,
    undo: [playback.subscribe(render), on(button, 'click', () => ask())],
  };
}

/** Then and now. @param {AnswerAgain} answer @param {string[]} names */
function comparison(answer, names) {
  const both = [answer.original, answer];
  /** @param {string} label @param {(one: Answer) => import('../../base/ui/dom.js').Child} cell */
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
        wholeText(one.move === null && one.fault ? '–' : JSON.stringify(one.move).slice(0, SHOWN)),
      ),
      row('again.time', ({ ms }) => t('time.ms', { ms: fixed(ms, ms < 10 ? 1 : 0) })),
      row('again.printed', ({ output }) =>
        wholeText(
          output
            .map(([, text]) => text)
            .join('')
            .slice(0, SHOWN),
        ),
      ),
      both.some(({ fault }) => fault) && row('again.fault', ({ fault }) => faultText(fault, names)),
    ),
  );
}

/** @param {import('../../match/types.js').Fault | null} fault @param {string[]} names */
function faultText(fault, names) {
  if (!fault) return '–';
  return h('span', { class: 'bad' }, say(fault.message, names));
}

/** @param {Profile} profile @param {string} source @param {(line: number) => void} goToLine */
function profileTable(profile, source, goToLine) {
  if (profile.length === 0) return h('p', { class: 'hint' }, t('again.noProfile'));
  const lines = source.split('\n');
  const most = profile.reduce((longest, [, , ms]) => Math.max(longest, ms), Number.MIN_VALUE);
  const body = h('tbody');
  const more = h('button', { type: 'button', class: 'plain' }, t('library.more'));
  let rows = ROWS;
  let by = 2;
  let down = true;
  const heads = COLUMNS.map((name, k) => {
    const press = h('button', { type: 'button', class: 'quiet' }, t(`again.${name}`));
    on(press, 'click', () => {
      down = by === k ? !down : k > 0;
      by = k;
      sort();
    });
    return h('th', { scope: 'col' }, press);
  });

  function sort() {
    const sorted = [...profile].sort((one, other) => (down ? -1 : 1) * ((one[by] ?? 0) - (other[by] ?? 0)));
    for (const [k, head] of heads.entries()) {
      head.setAttribute('aria-sort', k === by ? (down ? 'descending' : 'ascending') : 'none');
    }
    body.replaceChildren(...sorted.slice(0, rows).map(profileRow));
    more.hidden = sorted.length <= rows;
  }

  /** @param {[number, number, number]} row */
  function profileRow([line, hits, ms]) {
    const jump = h(
      'button',
      { type: 'button', class: 'quiet', title: t('again.goTo', { line }) },
      String(line),
    );
    on(jump, 'click', () => goToLine(line));
    const bar = h('span', { class: 'again-bar', 'aria-hidden': 'true' });
    bar.style.width = `${Math.max(1, (100 * ms) / most)}%`;
    return h(
      'tr',
      {},
      h('td', {}, jump),
      h('td', {}, fixed(hits, 0)),
      h('td', {}, fixed(ms, 2)),
      h('td', {}, bar, h('code', {}, (lines[line - 1] ?? '').trim())),
    );
  }

  on(more, 'click', () => {
    rows += ROWS;
    sort();
  });
  sort();
  const head = h('tr', {}, ...heads, h('th', { scope: 'col' }, t('again.code')));
  const caption = h('caption', {}, t('again.profile'));
  const table = h('table', { class: 'again-profile' }, caption, h('thead', {}, head), body);
  return h('div', {}, table, more);
}
