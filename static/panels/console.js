import { h, icon, setText, swatch } from '../dom.js';
import { say, t } from '../i18n.js';
import { answerOf } from './players.js';

/** @typedef {import('../types.js').TurnRecord} TurnRecord */
/** @typedef {import('../types.js').Answer} Answer */
/** @typedef {import('../types.js').Fault} Fault */

/** A turn can print far more than anybody reads; the document gets this many characters of it. */
const SHOWN = 50_000;

/**
 * What every bot printed in this turn, its error, and the exact text that went to it and came back. All of it is a
 * stranger's text: it only ever becomes text nodes.
 *
 * @param {HTMLElement} host
 */
export function createConsole(host) {
  /** @type {ReturnType<typeof article>[]} */
  let articles = [];
  host.append(h('h2', { class: 'unseen' }, t('console.label')));

  return {
    /** @param {TurnRecord | undefined} record @param {string[]} names */
    show(record, names) {
      if (articles.length !== names.length) {
        for (const old of articles) old.element.remove();
        articles = names.map((_, k) => article(k));
        host.append(...articles.map((one) => one.element));
      }
      const others = (record?.answers.length ?? 0) > 0;
      for (const [k, one] of articles.entries()) one.show(names, answerOf(record, k), others);
    },
  };
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

  return {
    element,
    /** @param {string[]} names @param {Answer | undefined} answer @param {boolean} others somebody else has an answer */
    show(names, answer, others) {
      setText(name, names[k] ?? '');
      // Where players move one after the other, only who moved has anything to say.
      element.hidden = !answer && others;
      if (answer === shown) return;
      shown = answer;
      output.replaceChildren(...printed(answer), ...faulty(answer?.fault ?? null, names));
      wire.hidden = !answer || (!answer.sent && !answer.reply);
      setText(sent, cut(answer?.sent ?? ''));
      setText(reply, cut(answer?.reply ?? ''));
    },
  };
}

/** @param {Answer | undefined} answer */
function printed(answer) {
  if (!answer || (answer.output.length === 0 && !answer.fault))
    return [h('p', { class: 'nothing' }, t('console.nothing'))];
  let left = SHOWN;
  /** @type {HTMLElement[]} */
  const blocks = [];
  for (const [stream, text] of answer.output) {
    if (left <= 0) break;
    blocks.push(h('pre', { class: stream }, text.slice(0, left).replace(/\n$/, '')));
    left -= text.length;
  }
  if (left < 0) blocks.push(h('p', { class: 'nothing' }, t('console.cut', { count: -left })));
  return blocks;
}

/** @param {Fault | null} fault @param {string[]} names */
function faulty(fault, names) {
  if (!fault) return [];
  const details = fault.traceback ?? fault.error;
  return [
    h(
      'div',
      { class: 'fault' },
      h('p', {}, icon('alert'), say(fault.message, names)),
      details && h('pre', {}, cut(details)),
    ),
  ];
}

/** @param {string} text */
function cut(text) {
  return text.length > SHOWN
    ? `${text.slice(0, SHOWN)}\n${t('console.cut', { count: text.length - SHOWN })}`
    : text;
}
