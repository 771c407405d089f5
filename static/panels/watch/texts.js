// Strangers' texts in the document: as much of each as there is room for, with the hits of a search marked.

import { beginning, blocks, fill } from '../../base/text/legible.ts';
import { h } from '../../base/ui/dom.ts';
import { t } from '../../base/words/index.ts';
import { placesOf } from '../../match/search.ts';

/** The most characters of a bot's turn that are put into the document. */
export const SHOWN = 64 * 1024;
/** The most hits that are marked. */
const MARKED = 1000;

/**
 * The characters, rows and marks that one article still has room for.
 *
 * @typedef {{rows: number, left: number, wanted: string, marks: number}} Room
 */

/** @param {string} wanted @param {number} rows @returns {Room} */
export const newRoom = (wanted, rows) => ({ rows, left: SHOWN, wanted, marks: MARKED });

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
export function layOut(element, text, room) {
  const { length, rows } = fill(beginning(text, room.left), room.rows);
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
