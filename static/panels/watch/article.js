// The part of the console for one player.

import { h, icon, on, setText, swatch } from '../../base/ui/dom.ts';
import { refill } from '../../base/ui/focus.ts';
import { fixed, say, t } from '../../base/words/index.ts';
import { inWords } from '../../match/nearness.ts';
import { placesOf } from '../../match/search.ts';
import { layOut, newRoom, SHOWN } from './texts.js';
import { createWire } from './wire.js';

/** @typedef {import('../../match/types.ts').Answer} Answer */
/** @typedef {import('../../match/types.ts').Fault} Fault */
/** @typedef {import('../../match/search.ts').Kind} Kind */

/** @typedef {(player: number, fault: Fault) => {says: string, go: () => void} | null} GoTo leads from a fault to its line; null: it is not in the editor */
/** @typedef {import('./wire.js').Ask} Ask */
/** @typedef {import('./texts.js').Room} Room */

/** The rows that are shown at first, so that the texts of other players are not far below. */
const ROWS = 200;
/** The rows of a fault, which prints never displace. */
const FAULT_ROWS = 60;

/**
 * Creates the article with what one bot said on a turn.
 *
 * @param {number} k whose
 * @param {(text: string) => void} copy
 */
export function createArticle(k, copy) {
  const name = h('span', { class: 'name' });
  const took = h('span', { class: 'took' });
  const output = h('div', { class: 'output' });
  const wire = createWire(k, copy);
  const element = h('article', {}, h('header', {}, swatch(k), name, took), output, wire.element);
  /** @type {Turn | null} what is shown */
  let current = null;
  /** @type {Answer | undefined | null} */
  let shown = null;
  let how = '';
  /** Whether the user wants to see all of it. */
  let all = false;

  /** @param {Answer | undefined} answer @param {Turn} turn */
  function render(answer, { names, near, goTo, filter: { kind }, wanted }) {
    // A hit may be anywhere in the text.
    const whole = all || wanted !== '';
    const room = newRoom(wanted, whole ? SHOWN : ROWS);
    const spare = newRoom(wanted, whole ? SHOWN : FAULT_ROWS);
    const prints = printsOf(answer, kind);
    const wrong = (!kind || kind === 'err') && answer?.fault;
    const fault = wrong ? wordsOf(wrong, names) : null;
    const go = wrong ? goTo(k, wrong) : null;
    const notes = !kind || kind === 'note' ? notesOf(answer) : [];
    const time = near && (!kind || kind === 'note') ? [say(inWords(near))] : [];
    const clock = time.flatMap((text) => noted(text, spare, 'clock-alert'));
    const said = [
      ...prints.flatMap(({ stream, text }) => place(h('pre', { class: stream }), text, room)),
      ...(wrong && fault ? [faulty(fault, spare, go)] : []),
      ...clock,
      ...notes.flatMap((text) => noted(text, room)),
    ];
    const texts = [...prints.map(({ text }) => text), ...(fault ?? []), ...time, ...notes];
    const taken = 2 * SHOWN - room.left - spare.left;
    const over = texts.reduce((sum, text) => sum + text.length, -taken);
    // Dropped characters cannot be shown.
    const missing = lostOf(answer, kind) + Math.max(0, over);
    if (over > 0 && !whole) said.push(more(over));
    else if (missing > 0) said.push(h('p', { class: 'nothing' }, t('console.cut', { count: missing })));
    said.push(...leftOut(answer, kind).map((message) => h('p', { class: 'nothing' }, say(message, names))));
    const nothing = h('p', { class: 'nothing' }, t(kind ? 'console.noneOfKind' : 'console.nothing'));
    refill(output, ...(said.length > 0 || kind === 'reply' ? said : [nothing]));
    wire.element.hidden = !answer || Boolean(kind && kind !== 'reply');
    const text = answer?.reply ?? '';
    wire.answer(text, wanted);
    if (kind === 'reply' || placesOf(text, wanted, 1).length > 0) wire.element.open = true;
  }

  /** @param {number} count */
  function more(count) {
    const button = h('button', { type: 'button', class: 'plain' }, t('console.more', { count }));
    on(button, 'click', () => {
      all = true;
      if (current) render(shown ?? undefined, current);
      // The button that had the focus is gone.
      element.closest('section')?.focus({ preventScroll: true });
    });
    return button;
  }

  return {
    player: k,
    element,
    /** @param {Turn} turn */
    show(turn) {
      const { names, answer, others, filter, wanted } = turn;
      setText(name, names[k] ?? '');
      setText(took, answer && turn.isTimed ? tookOf(answer) : '');
      // If players move one after the other, only the one who moved has output.
      element.hidden = (!answer && others) || (filter.player !== null && filter.player !== k);
      const key = `${filter.kind} ${wanted}`;
      current = turn;
      if (answer === shown && key === how) return;
      const another = answer !== shown;
      shown = answer;
      how = key;
      render(answer, turn);
      if (another) wire.turn(answer ? turn.ask : null);
    },
  };
}

/**
 * @typedef {object} Turn
 * @property {string[]} names
 * @property {Answer | undefined} answer
 * @property {import('../../match/nearness.ts').Use | null} near how near it came to its limit, if it did
 * @property {GoTo} goTo
 * @property {boolean} others whether another player has an answer
 * @property {Ask} ask
 * @property {import('../../match/search.ts').Filter} filter
 * @property {string} wanted what is searched for
 * @property {boolean} isTimed whether it is known how long this player thinks
 */

/** Milliseconds, with a tenth where that is much. @param {number} ms */
const brief = (ms) => fixed(ms, ms < 10 ? 1 : 0);

/** How long a bot thought, and what the clock counted, of what there was. @param {Answer} answer */
function tookOf({ ms, thought, budget, bank, steps }) {
  const time = { ms: brief(ms), budget: Math.round(budget ?? 0), bank: Math.floor(bank) };
  const clock = t(budget ? 'console.tookOf' : 'console.took', time);
  const said = typeof thought === 'number' ? t('console.thought', { thought: brief(thought), clock }) : clock;
  const more = [
    ...(bank > 0 ? [t('console.bank', time)] : []),
    ...(steps === null ? [] : [t('console.steps', { steps })]),
  ];
  return [said, ...more].join(' · ');
}

/** @param {string} stream @returns {Kind} */
const kindOf = (stream) => (stream === 'out' || stream === 'err' ? stream : 'note');

/** A bot's notes, made with `sandlot.draw`. @param {Answer | undefined} answer */
const notesOf = (answer) =>
  (answer?.drawings ?? []).flatMap(([kind, text]) =>
    kind === 'note' && typeof text === 'string' ? [text] : [],
  );

/** Streams that hold no text of the bot: how much of its prints a turn did not keep, and a match. */
const COUNTS = new Set(['cut', 'quota']);

/** The prints that pass the filter. @param {Answer | undefined} answer @param {Kind | null} kind */
const printsOf = (answer, kind) =>
  (answer?.output ?? [])
    .filter(([stream]) => !COUNTS.has(stream) && (!kind || kind === kindOf(stream)))
    .map(([stream, text]) => ({ stream, text: text.replace(/\n$/, '') }));

/** How many characters of its prints were dropped. @param {Answer | undefined} answer @param {Kind | null} kind */
const lostOf = (answer, kind) =>
  (answer?.output ?? [])
    .filter(([stream, text]) => stream === 'cut' && (!kind || kind === 'out') && /^\d{1,15}$/.test(text))
    .reduce((sum, [, text]) => sum + Number(text), 0);

/**
 * How much was not kept because the player's share of the match was used up: see py/sandlot/match/quota.py.
 * @param {Answer | undefined} answer @param {Kind | null} kind @returns {import('../../match/types.ts').Message[]}
 */
const leftOut = (answer, kind) =>
  (answer?.output ?? []).flatMap(([stream, text]) => {
    const counts = stream === 'quota' && (!kind || kind === 'out') && /^(\d{1,15}) (\d{1,15})$/.exec(text);
    return counts ? [['quota.left_out', { characters: Number(counts[1]), marks: Number(counts[2]) }]] : [];
  });

/** The sentence about a fault, and Python's message. @param {Fault} fault @param {string[]} names */
const wordsOf = ({ message, traceback, error }, names) => [say(message, names), traceback ?? error ?? ''];

/** A text in this element, if there is room for it. @param {HTMLElement} element @param {string} text @param {Room} room */
const place = (element, text, room) => (room.rows > 0 && room.left > 0 ? [layOut(element, text, room)] : []);

/** @param {string[]} words @param {Room} room @param {ReturnType<GoTo>} lead to where it happened */
function faulty([sentence = '', details = ''], room, lead) {
  const line = h('p', {}, icon('alert'), layOut(h('span'), sentence, room));
  const button = lead && h('button', { type: 'button', class: 'plain' }, lead.says);
  if (button && lead) on(button, 'click', lead.go);
  return h('div', { class: 'fault' }, line, ...(details ? place(h('pre'), details, room) : []), button ?? '');
}

/** @param {string} text @param {Room} room @param {string} [sign] */
const noted = (text, room, sign = 'info') =>
  place(h('span'), text, room).map((words) => h('p', { class: 'note' }, icon(sign), words));
