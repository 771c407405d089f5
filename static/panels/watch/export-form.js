// The form of the export dialog.

import { SPEEDS } from '../../base/kept/keys.ts';
import { h, icon, on, setText } from '../../base/ui/dom.ts';
import { t } from '../../base/words/index.ts';

/** @typedef {'png' | 'webm' | 'gif' | 'html' | 'json'} Kind */

const KINDS = /** @type {Kind[]} */ (['png', 'webm', 'gif', 'html', 'json']);
const USUAL_SPEED = 8;
/** At a higher speed the pictures would follow each other faster than screens show them. */
const FASTEST = 30;
/** Characters of a file's name: file systems have room for 255 bytes. */
const LONGEST_NAME = 80;

/**
 * Creates the form: the kind of file, the turns, and the progress.
 *
 * @param {() => boolean} hasReplay whether there is a replay to be saved
 * @param {() => void} estimate called when another size is to be told
 */
export function createExportForm(hasReplay, estimate) {
  const kinds = KINDS.map((kind) => {
    const input = h('input', { type: 'radio', name: 'export-kind', value: kind });
    const label = h('label', {}, input, h('span', {}, t(`export.${kind}`, { turn: 0 })));
    return { kind, input, label };
  });
  const { from, to, speed, element: range } = createRange();
  const { name, element: naming } = createName();
  const size = h('p', { class: 'hint', role: 'status' });
  /** What the file is called unless the user says otherwise, without its ending. */
  let usual = '';
  const hint = h('p', { class: 'hint' });
  const progress = h('progress', { max: 1, value: 0, hidden: true, 'aria-label': t('export.progress') });
  const preview = h('div', { class: 'export-preview', 'aria-hidden': 'true' });
  /** Where pictures are made to estimate a size; nobody sees it. */
  const sample = h('div', { class: 'export-sample', 'aria-hidden': 'true' });
  const cancel = h('button', { type: 'button', class: 'plain' }, t('fork.cancel'));
  const go = h(
    'button',
    { type: 'submit', class: 'accent' },
    icon('download'),
    h('span', {}, t('export.save')),
  );
  const element = h(
    'form',
    {},
    h('h3', {}, t('export.file')),
    h('fieldset', {}, h('legend', { class: 'unseen' }, t('export.what')), ...kinds.map(({ label }) => label)),
    range,
    naming,
    hint,
    size,
    preview,
    sample,
    progress,
    h('div', { class: 'dialog-buttons' }, cancel, go),
  );
  let isWorking = false;

  /** @returns {Kind} */
  const chosen = () => kinds.find(({ input }) => input.checked)?.kind ?? 'png';

  function render() {
    const kind = chosen();
    const moves = kind === 'webm' || kind === 'gif';
    range.hidden = !moves;
    const seconds = Math.ceil((Number(to.value) - Number(from.value) + 1) / Number(speed.value));
    const words =
      kind === 'webm' ? t('export.takes', { seconds: Math.max(0, seconds) }) : t(`export.hint.${kind}`);
    setText(hint, isWorking ? t('export.working') : words);
    for (const field of [from, to, speed, name, go, ...kinds.map(({ input }) => input)])
      field.disabled = isWorking;
    for (const { kind: each, input } of kinds) if (each === 'json' && !hasReplay()) input.disabled = true;
    progress.hidden = !isWorking;
  }

  on(element, 'input', (event) => {
    render();
    if (event.target !== name) estimate();
  });

  return {
    element,
    cancel,
    preview,
    sample,
    chosen,
    /** For the match that is shown. @param {number} position @param {number} last @param {string} called the usual name of the file */
    begin(position, last, called) {
      usual = called;
      name.value = called;
      from.value = '0';
      to.value = String(last);
      for (const field of [from, to]) field.max = String(last);
      const first = kinds[0];
      if (first && !kinds.some(({ input }) => input.checked)) first.input.checked = true;
      if (chosen() === 'json' && !hasReplay() && first) first.input.checked = true;
      setText(first?.label.lastElementChild ?? hint, t('export.png', { turn: position }));
      render();
      estimate();
    },
    /** @param {Kind} kind what to save, where it can be */
    choose(kind) {
      for (const each of kinds) if (each.kind === kind && !each.input.disabled) each.input.click();
    },
    /** Whether there is a replay may have changed. */
    refresh: render,
    /** The name of the file. @param {string} ending */
    file: (ending) => `${tidy(name.value) || usual}${ending}`,
    /** Says how large the file will be. @param {string} words '': nothing is known */
    tellSize: (words) => setText(size, words),
    /** The turns that are wanted. @param {number} last */
    turns(last) {
      const first = Math.max(0, Math.min(last, Math.round(Number(from.value))));
      const final = Math.max(first, Math.min(last, Math.round(Number(to.value))));
      return { first, count: final - first + 1 };
    },
    /** Milliseconds that each turn is shown. */
    delay: () => 1000 / Number(speed.value),
    /** A film is being made, or not any more. @param {boolean} working */
    work(working) {
      isWorking = working;
      if (working) progress.value = 0;
      render();
    },
    /** @param {number} done 0..1 */
    advance(done) {
      progress.value = done;
    },
  };
}

/** The field for the name of the file. */
function createName() {
  const name = h('input', {
    type: 'text',
    id: 'export-name',
    maxLength: LONGEST_NAME,
    spellcheck: false,
    autocomplete: 'off',
  });
  const label = h('label', { htmlFor: 'export-name' }, t('export.name'));
  return { name, element: h('div', { class: 'export-name' }, label, name) };
}

/** Without an ending: each kind of file has its own. @param {string} name */
const tidy = (name) => name.trim().replace(/\.(?:png|webm|gif|html|json)$/i, '');

/** From which turn to which, and how many a second. */
function createRange() {
  const from = h('input', { type: 'number', min: 0, id: 'export-from' });
  const to = h('input', { type: 'number', min: 0, id: 'export-to' });
  const speed = h(
    'select',
    { id: 'export-speed' },
    ...SPEEDS.filter((each) => each <= FASTEST).map((value) =>
      h('option', { value }, t('timeline.perSecond', { speed: value })),
    ),
  );
  speed.value = String(USUAL_SPEED);
  const element = h(
    'div',
    { class: 'export-range' },
    h('label', { htmlFor: 'export-from' }, t('export.from')),
    from,
    h('label', { htmlFor: 'export-to' }, t('export.to')),
    to,
    h('label', { htmlFor: 'export-speed' }, t('timeline.speed')),
    speed,
  );
  return { element, from, to, speed };
}
