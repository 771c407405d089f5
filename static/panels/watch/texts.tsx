// Puts strangers' texts into the document: as much of each as there is room for, with the hits of a search marked.

import type { ComponentChild, VNode } from 'preact';
import { beginning, blocks, fill, fillFromEnd, pointedLines, visible } from '../../base/text/legible.ts';
import { t } from '../../base/words/index.ts';
import { placesOf } from '../../match/search.ts';

/** The most characters of a bot's turn that are put into the document. */
export const MOST_SHOWN = 64 * 1024;
/** The most hits that are marked. */
const MARKED = 1000;

/** The number of characters, rows and marks that a player's part still has room for. */
export interface Room {
  rows: number;
  left: number;
  wanted: string;
  marks: number;
}

export const newRoom = (wanted: string, rows: number, marks: number = MARKED): Room => ({
  ...{ rows, left: MOST_SHOWN, wanted, marks },
});

/**
 * The shown ends of texts below each other, as far as there is room.
 *
 * @returns for each text its shown end; '' if none of it is shown
 */
export function ends(texts: readonly string[], { rows, left }: Room): string[] {
  let [most, longest] = [rows, left];
  const shown = texts.toReversed().map((raw) => {
    const text = visible(raw);
    if (most <= 0 || longest <= 0) return '';
    const found = fillFromEnd(text, most, longest);
    most -= found.rows;
    longest -= text.length - found.from;
    // Earlier texts are not shown either.
    if (found.from > 0) longest = 0;
    return text.slice(found.from);
  });
  return shown.reverse();
}

export const hasRoom = ({ rows, left }: Room) => rows > 0 && left > 0;

/**
 * As much of a text as there is room for. Text in complex scripts is divided into blocks: browsers take much longer for one long
 * paragraph of it than for many short ones.
 *
 * @param room reduced by what is used
 */
export const layOut = (text: string, room: Room): ComponentChild[] => laidOut(text, room).lines;

/** The same. isPointed: whether some of its lines are not wrapped. */
function laidOut(text: string, room: Room): { lines: ComponentChild[]; isPointed: boolean } {
  // Escaped characters are longer, so the text is cut again.
  const seen = beginning(visible(beginning(text, room.left)), room.left);
  const { length, rows } = fill(seen, room.rows);
  const shown = seen.slice(0, length);
  room.left -= length;
  room.rows -= rows;
  const wanted = visible(room.wanted);
  const places = placesOf(shown, wanted, room.marks);
  room.marks -= places.length;
  const marked = (from: number, to: number) => pieces(shown, from, to, places, wanted.length);
  const pointed = pointedLines(shown);
  const lines: ComponentChild[] = [];
  let at = 0;
  for (const [from, to] of pointed) {
    lines.push(...laid(shown, at, from, marked), <span class="pointed">{marked(from, to)}</span>);
    at = to;
  }
  lines.push(...laid(shown, at, shown.length, marked));
  return { lines, isPointed: pointed.length > 0 };
}

/** Lays out a part of a text whose lines may be wrapped. */
function laid(
  text: string,
  from: number,
  to: number,
  marked: (from: number, to: number) => ComponentChild[],
): ComponentChild[] {
  const parts = blocks(text.slice(from, to)).map(([start, end]) => marked(from + start, from + end));
  if (parts.length === 1) return parts[0] ?? [];
  return parts.map((part) => <span class="block">{part}</span>);
}

/**
 * What a bot printed, or a traceback. A line with marks below it is not wrapped: the user scrolls to the marked place.
 *
 * @param room reduced by what is used
 * @param says the accessible name
 */
export function printed(text: string, room: Room, says: string, looks?: string): VNode {
  const { lines, isPointed } = laidOut(text, room);
  if (!isPointed) return <pre class={looks}>{lines}</pre>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: Keys scroll it.
    // biome-ignore lint/a11y/useSemanticElements: There is no element for text as it was printed that is a region.
    <pre class={looks} tabIndex={0} role="region" aria-label={says}>
      {lines}
    </pre>
  );
}

/**
 * A part of a text with its hits marked.
 *
 * @param places positions of the hits
 */
function pieces(text: string, from: number, to: number, places: number[], length: number): ComponentChild[] {
  const found: ComponentChild[] = [];
  let at = from;
  for (const place of places) {
    const [start, end] = [Math.max(at, place), Math.min(to, place + length)];
    if (start >= end) continue;
    if (start > at) found.push(text.slice(at, start));
    found.push(<mark>{text.slice(start, end)}</mark>);
    at = end;
  }
  if (at < to) found.push(text.slice(at, to));
  return found;
}

/** A single text, as much of it as is shown of any text. */
export function Text({ text, wanted = '' }: { text: string; wanted?: string }) {
  return (
    <pre>
      {layOut(text, newRoom(wanted, MOST_SHOWN))}
      {text.length > MOST_SHOWN && `\n${t('console.cut', { count: text.length - MOST_SHOWN })}`}
    </pre>
  );
}
