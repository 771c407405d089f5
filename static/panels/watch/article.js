// The part of the console for one player.

import { blocks, fill } from '../../base/text/legible.js';
import { h, icon, on, setText, swatch } from '../../base/ui/dom.js';
import { say, t } from '../../base/words/index.js';
import { placeOf } from '../../match/faults.js';
import { inWords } from '../../match/nearness.js';
import { placesOf } from '../../match/search.js';

/** @typedef {import('../../match/types.js').Answer} Answer */
/** @typedef {import('../../match/types.js').Fault} Fault */
/** @typedef {import('../../match/search.js').Kind} Kind */

/** @typedef {(player: number, fault: Fault) => (() => void) | null} GoTo shows the line of a fault; null: it is not in the editor */
/**
 * @typedef {() => Promise<import('../../match/types.js').Exchange[]>} Ask requests the exact texts of the turn that is
 * shown
 */

/** How long a turn has to be shown before its texts are requested, in milliseconds. */
export const REST = 200;

/** The most characters of a bot's turn that are put into the document. */
const SHOWN = 64 * 1024;
/** The rows that are shown at first, so that the texts of other players are not far below. */
const ROWS = 200;
/** The rows of a fault, which prints never displace. */
const FAULT_ROWS = 60;
/** The most hits that are marked. */
const MARKED = 1000;

/**
 * The characters, rows and marks that one article still has room for.
 *
 * @typedef {{rows: number, left: number, wanted: string, marks: number}} Room
 */

/** @param {string} wanted @param {number} rows @returns {Room} */
const newRoom = (wanted, rows) => ({ rows, left: SHOWN, wanted, marks: MARKED });

/**
 * Puts as much of a text into an element as there is room for. What is not made of simple letters comes in blocks: a browser
 * takes far longer over one long paragraph of it than over many short ones.
 *
 * @template {HTMLElement} T
 * @param {T} element
 * @param {string} text
 * @param {Room} room is changed by this
 * @returns {T}
 */
function layOut(element, text, room) {
  const { length, rows } = fill(text.slice(0, room.left), room.rows);
  const shown = text.slice(0, length);
  room.left -= length;
  room.rows -= rows;
  const places = placesOf(shown, room.wanted, room.marks);
  room.marks -= places.length;
  const parts = blocks(shown).map(([from, to]) => pieces(shown, from, to, places, room.wanted.length));
  if (parts.length === 1) element.append(...(parts[0] ?? []));
  else element.append(...parts.map((part) => h('span', { class: 'block' }, ...part)));
  return element;
}

/**
 * A part of a text with its hits marked.
 *
 * @param {string} text
 * @param {number} from
 * @param {number} to
 * @param {number[]} places positions of the hits
 * @param {number} length
 */
function pieces(text, from, to, places, length) {
  /** @type {(string | HTMLElement)[]} */
  const found = [];
  let at = from;
  for (const place of places) {
    const [start, end] = [Math.max(at, place), Math.min(to, place + length)];
    if (start >= end) continue;
    if (start > at) found.push(text.slice(at, start));
    found.push(h('mark', {}, text.slice(start, end)));
    at = end;
  }
  if (at < to) found.push(text.slice(at, to));
  return found;
}

/** A text by itself, as much of it as is shown of any. @param {string} text @param {string} [wanted] */
export function wholeText(text, wanted = '') {
  const element = layOut(h('pre'), text, newRoom(wanted, SHOWN));
  if (text.length > SHOWN) element.append('\n', t('console.cut', { count: text.length - SHOWN }));
  return element;
}

/**
 * Creates the article with what one bot said on a turn.
 *
 * @param {number} k whose
 */
export function createArticle(k) {
  const name = h('span', { class: 'name' });
  const output = h('div', { class: 'output' });
  const sent = h('dd');
  const reply = h('dd');
  const lines = h('dl', {}, h('dt', {}, t('console.sent')), sent, h('dt', {}, t('console.reply')), reply);
  const wire = h('details', {}, h('summary', {}, t('console.wire')), lines);
  const element = h('article', {}, h('header', {}, swatch(k), name), output, wire);
  /** @type {Turn | null} what is shown */
  let current = null;
  /** @type {Answer | undefined | null} */
  let shown = null;
  let how = '';
  /** Whether the user wants to see all of it. */
  let all = false;
  wire.addEventListener('toggle', fillWire);

  /** Sent texts are not kept: they are requested when they are visible and the turn stays for a moment. */
  async function fillWire() {
    const answer = shown;
    if (!wire.open || !answer) return;
    sent.replaceChildren(h('pre', {}, t('console.fetching')));
    await new Promise((resolve) => setTimeout(resolve, REST));
    if (shown !== answer) return;
    const exchanges = (await current?.ask().catch(() => [])) ?? [];
    const found = exchanges.find(({ player }) => player === k);
    if (shown === answer)
      sent.replaceChildren(found ? wholeText(found.sent) : h('pre', {}, t('console.unknown')));
  }

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
      ...(wrong && fault ? [faulty(fault, spare, go, wrong)] : []),
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
    const nothing = h('p', { class: 'nothing' }, t(kind ? 'console.noneOfKind' : 'console.nothing'));
    output.replaceChildren(...(said.length > 0 || kind === 'reply' ? said : [nothing]));
    wire.hidden = !answer || Boolean(kind && kind !== 'reply');
    const text = answer?.reply ?? '';
    reply.replaceChildren(wholeText(text, wanted));
    if (kind === 'reply' || placesOf(text, wanted, 1).length > 0) wire.open = true;
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
      // If players move one after the other, only the one who moved has output.
      element.hidden = (!answer && others) || (filter.player !== null && filter.player !== k);
      const key = `${filter.kind} ${wanted}`;
      current = turn;
      if (answer === shown && key === how) return;
      const another = answer !== shown;
      shown = answer;
      how = key;
      render(answer, turn);
      if (another) fillWire();
    },
  };
}

/**
 * @typedef {object} Turn
 * @property {string[]} names
 * @property {Answer | undefined} answer
 * @property {import('../../match/nearness.js').Use | null} near how near it came to its limit, if it did
 * @property {GoTo} goTo
 * @property {boolean} others whether another player has an answer
 * @property {Ask} ask
 * @property {import('../../match/search.js').Filter} filter
 * @property {string} wanted what is searched for
 */

/** @param {string} stream @returns {Kind} */
const kindOf = (stream) => (stream === 'out' || stream === 'err' ? stream : 'note');

/** A bot's notes, made with `sandlot.draw`. @param {Answer | undefined} answer */
const notesOf = (answer) =>
  (answer?.drawings ?? []).flatMap(([kind, text]) =>
    kind === 'note' && typeof text === 'string' ? [text] : [],
  );

/** The prints that pass the filter. @param {Answer | undefined} answer @param {Kind | null} kind */
const printsOf = (answer, kind) =>
  (answer?.output ?? [])
    .filter(([stream]) => stream !== 'cut' && (!kind || kind === kindOf(stream)))
    .map(([stream, text]) => ({ stream, text: text.replace(/\n$/, '') }));

/** How many characters of its prints were dropped. @param {Answer | undefined} answer @param {Kind | null} kind */
const lostOf = (answer, kind) =>
  (answer?.output ?? [])
    .filter(([stream, text]) => stream === 'cut' && (!kind || kind === 'out') && /^\d{1,15}$/.test(text))
    .reduce((sum, [, text]) => sum + Number(text), 0);

/** The sentence about a fault, and Python's message. @param {Fault} fault @param {string[]} names */
const wordsOf = ({ message, traceback, error }, names) => [say(message, names), traceback ?? error ?? ''];

/** A text in this element, if there is room for it. @param {HTMLElement} element @param {string} text @param {Room} room */
const place = (element, text, room) => (room.rows > 0 && room.left > 0 ? [layOut(element, text, room)] : []);

/** @param {string[]} words @param {Room} room @param {(() => void) | null} go to where it happened @param {Fault} fault */
function faulty([sentence = '', details = ''], room, go, fault) {
  const line = h('p', {}, icon('alert'), layOut(h('span'), sentence, room));
  const button = go && h('button', { type: 'button', class: 'plain' }, placeOf(fault));
  if (button && go) on(button, 'click', go);
  return h('div', { class: 'fault' }, line, ...(details ? place(h('pre'), details, room) : []), button ?? '');
}

/** @param {string} text @param {Room} room @param {string} [sign] */
const noted = (text, room, sign = 'info') =>
  place(h('span'), text, room).map((words) => h('p', { class: 'note' }, icon(sign), words));
