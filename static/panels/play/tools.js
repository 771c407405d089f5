// What a person can do while they play, in every game: pause the timer, take a move back, ask for hints, resign, hear what
// happens.

import { h, icon, on, setIcon, setText } from '../../base/ui/dom.ts';
import { t } from '../../base/words/index.ts';
import { placeByWidth } from './by-width.js';

/** Milliseconds in which a resignation has to be confirmed. */
const SURE = 4000;

/** @typedef {'pause' | 'back' | 'hints' | 'resign' | 'sound'} Tool */
/** @typedef {Record<Tool, {run: () => void, can: () => boolean, isOn?: () => boolean}>} Tools */

const ICONS = /** @type {const} */ ({
  pause: 'pause',
  back: 'undo',
  hints: 'lightbulb',
  resign: 'flag',
  sound: 'volume',
});

/**
 * @param {HTMLElement} desk where they are on a wide screen
 * @param {HTMLElement} bar where they are on a narrow one: the bar of the hand
 * @param {Tools} tools
 * @param {() => void} toBoard
 */
export function createTools(desk, bar, tools, toBoard) {
  const buttons = /** @type {[Tool, HTMLButtonElement][]} */ (
    Object.keys(ICONS).map((name) => [name, toolButton(/** @type {Tool} */ (name))])
  );
  const element = h('div', { class: 'play-tools', role: 'group', 'aria-label': t('tools.label') });
  element.append(...buttons.map(([, button]) => button));
  placeByWidth((isNarrow) => (isNarrow ? bar : desk).append(element));
  let sure = 0;

  function refresh() {
    for (const [name, button] of buttons) {
      const { can, isOn } = tools[name];
      button.disabled = !can();
      if (isOn) button.setAttribute('aria-pressed', String(isOn()));
    }
    const paused = tools.pause.isOn?.() === true;
    const [, pause] = buttons[0] ?? [];
    if (pause) {
      setIcon(pause, paused ? 'play' : 'pause');
      setText(pause.lastElementChild ?? pause, t(paused ? 'tools.goOn' : 'tools.pause'));
    }
  }

  /** The second press within a while resigns. @param {HTMLButtonElement} button */
  function resign(button) {
    const label = button.lastElementChild ?? button;
    const isSure = sure !== 0;
    clearTimeout(sure);
    sure = 0;
    setText(label, t(isSure ? 'tools.resign' : 'tools.sure'));
    if (isSure) return tools.resign.run();
    sure = setTimeout(() => {
      sure = 0;
      setText(label, t('tools.resign'));
    }, SURE);
  }

  for (const [name, button] of buttons)
    on(button, 'click', (event) => {
      if (name === 'resign') resign(button);
      else tools[name].run();
      refresh();
      // The game's own keys work on the board; who came by the keyboard stays where they are.
      if (event.detail > 0) toBoard();
    });
  refresh();

  /** By its key. @param {Tool} name */
  const press = (name) => () => {
    if (!tools[name].can()) return;
    tools[name].run();
    refresh();
  };
  return { refresh, actions: { pause: press('pause'), takeBack: press('back'), hints: press('hints') } };
}

/** @param {Tool} name */
function toolButton(name) {
  const button = h('button', { type: 'button', class: 'plain', title: t(`tools.${name}Title`) });
  button.append(icon(ICONS[name]), h('span', {}, t(`tools.${name}`)));
  button.dataset.tool = name;
  return button;
}
