// The head of a contest: its title, how far it has come, and what can be done with it.

import { h, icon, iconButton, on, setText } from '../../base/ui/dom.js';
import { refill, showOnly } from '../../base/ui/focus.js';
import { say, t } from '../../base/words/index.js';
import { createExports } from './exporting.js';
import { backLink } from './fields.js';
import { createTitle } from './naming.js';
import { progressWords, stateWords, verifiedWords } from './status.js';
import { shareDone, toolsFor } from './told.js';

/** @typedef {import('../../contest/types.js').ContestRow} ContestRow */
/** @typedef {import('../../contest/types.js').Contests} Contests */
/** @typedef {import('./exporting.js').Export} Export */

/** Problems and notes that are listed. */
const MOST_TOLD = 30;

/**
 * @param {object} outside
 * @param {number} outside.id
 * @param {Contests} outside.contests
 * @param {string} outside.back the address of the list
 * @param {(kind: Export) => void} outside.save
 * @param {() => void} outside.remove
 */
export function createHead({ id, contests, back, save, remove }) {
  const title = createTitle((text) => contests.rename(id, text));
  const meta = h('p', { class: 'compete-meta' });
  const progress = h('p', { class: 'compete-progress' });
  const meter = h('progress', { max: 1, value: 0, 'aria-label': t('compete.progress') });
  const trouble = h('p', { class: 'compete-trouble', role: 'alert', hidden: true });
  const checked = h('p', { class: 'compete-checked', hidden: true });
  const problems = h('ul', { class: 'compete-problems', hidden: true });
  const buttons = {
    takeOver: action('play', t('compete.takeOver'), () => contests.takeOver()),
    pause: action('pause', t('compete.pause'), () => contests.pause(id)),
    resume: action('play', t('compete.resume'), () => contests.resume(id)),
    stop: action('square', t('compete.stop'), () => contests.stop(id)),
  };
  const exports = createExports(save);
  const says = t('compete.remove');
  const removal = iconButton('trash', says, remove);
  const tools = h(
    'div',
    { class: 'compete-tools' },
    ...Object.values(buttons),
    exports.button,
    exports.menu,
    removal,
  );
  const element = h(
    'header',
    { class: 'compete-head' },
    backLink(back),
    h('div', { class: 'compete-row' }, title.element, tools),
    h('div', { class: 'compete-row progress-row' }, meta, progress, meter),
    trouble,
    checked,
    problems,
  );
  let isUnderWay = false;

  return {
    element,
    /** @param {ContestRow} row @param {string} kind of the plan, in words */
    show(row, kind) {
      const now = contests.progress(id);
      // What is being read below does not move when buttons go because it is over.
      if (isUnderWay && row.state === 'over') tools.style.minHeight = `${tools.offsetHeight}px`;
      isUnderWay = row.state !== 'over';
      title.show(row.title);
      setText(meta, [t(`game.${row.game}`), kind, stateWords(row, now)].join(' · '));
      setText(progress, progressWords(row, now));
      meter.value = shareDone(row, now);
      meter.style.visibility = row.state === 'over' ? 'hidden' : '';
      showOnly(Object.values(buttons), toolsFor(row, now, buttons), exports.button);
      trouble.hidden = !now?.trouble;
      setText(trouble, now?.trouble ? say(now.trouble) : '');
      const words = verifiedWords(row);
      checked.hidden = words === null;
      setText(checked, words ?? '');
      checked.dataset.kind = row.verified?.problems.length ? 'bad' : '';
      const told = [...(row.verified?.problems ?? []), ...(row.verified?.notes ?? [])].slice(0, MOST_TOLD);
      problems.hidden = told.length === 0;
      if (problems.childElementCount !== told.length)
        refill(problems, ...told.map((each) => h('li', {}, say(each))));
    },
  };
}

/** @param {string} name of the icon @param {string} says @param {() => void} press */
function action(name, says, press) {
  const button = h('button', { type: 'button', class: 'plain' }, icon(name), h('span', {}, says));
  on(button, 'click', press);
  return button;
}
