// The exact texts that were exchanged with one bot on a turn: laid out for reading, folded, and copied as they are.

import { inJson, laidOut } from '../../base/text/laid-out.ts';
import { h, iconButton } from '../../base/ui/dom.ts';
import { refill } from '../../base/ui/focus.ts';
import { t } from '../../base/words/index.ts';
import { wholeText } from './texts.js';

/**
 * @typedef {() => Promise<import('../../match/types.ts').Exchange[]>} Ask requests the exact texts of the turn that is
 * shown
 */

/** How long a turn has to be shown before its texts are requested, in milliseconds. */
export const REST = 200;
/** A longer text is shown as it is. */
const FOLDED = 256 * 1024;

/**
 * Creates the fold with the texts of one player. Sent texts are not kept: they are requested when the fold is open and the
 * turn stays for a moment.
 *
 * @param {number} player
 * @param {(text: string) => void} copy
 */
export function createWire(player, copy) {
  const sent = h('dd');
  const reply = h('dd');
  /** The texts that Copy takes. */
  const exact = { sent: '', reply: '' };
  const copySent = iconButton('copy', t('console.copySent'), () => copy(exact.sent));
  const copyReply = iconButton('copy', t('console.copyReply'), () => copy(exact.reply));
  const lines = h(
    'dl',
    {},
    h('dt', {}, t('console.sent'), copySent),
    sent,
    h('dt', {}, t('console.reply'), copyReply),
    reply,
  );
  const element = h('details', {}, h('summary', {}, t('console.wire')), lines);
  /** Requests the texts of the turn that is shown; null: there was no answer. @type {Ask | null} */
  let ask = null;
  element.addEventListener('toggle', fetchSent);

  async function fetchSent() {
    const mine = ask;
    if (!element.open || !mine) return;
    refill(sent, h('pre', {}, t('console.fetching')));
    copySent.hidden = true;
    await new Promise((resolve) => setTimeout(resolve, REST));
    if (ask !== mine) return;
    const exchanges = await mine().catch(() => []);
    const found = exchanges.find((each) => each.player === player);
    if (ask !== mine) return;
    exact.sent = found?.sent ?? '';
    copySent.hidden = !found;
    refill(sent, ...(found ? folded(found.sent) : [h('pre', {}, t('console.unknown'))]));
  }

  return {
    element,
    /** Another turn is shown. @param {Ask | null} another */
    turn(another) {
      ask = another && (() => another());
      fetchSent();
    },
    /** @param {string} text @param {string} wanted what is searched for */
    answer(text, wanted) {
      exact.reply = text;
      refill(reply, wholeText(text, wanted));
    },
  };
}

/**
 * A text that went to a bot, for reading: JSON is laid out, with a fold for each long value. Of any other text there is
 * nothing to fold.
 *
 * @param {string} text
 */
function folded(text) {
  const value = text.length > FOLDED ? null : parsed(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [wholeText(text)];
  return Object.entries(value).map(([key, each]) => {
    const laid = laidOut(each, { spell: inJson });
    if (!laid.includes('\n')) return h('pre', {}, `${JSON.stringify(key)}: ${laid}`);
    const count = Array.isArray(each) ? each.length : Object.keys(each).length;
    const label = h('summary', {}, h('code', {}, JSON.stringify(key)), ` ${t('console.items', { count })}`);
    return h('details', {}, label, wholeText(laid));
  });
}

/** @param {string} text @returns {unknown} null: it is not JSON */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
