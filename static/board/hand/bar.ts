import { h, on, setIcon, setText, swatch } from '../../base/ui/dom.ts';
import { refill } from '../../base/ui/focus.ts';
import { fixed, say, t } from '../../base/words/index.ts';
import type { Ask, Bar, Beat, Control } from './types.ts';

// The bar under the board while a human plays: whose turn it is, what to do, the clock and the buttons.

/** How often the clock is updated, in milliseconds. */
const CLOCK_TICK = 100;
/** From here on the clock warns, in milliseconds. */
const SHORT = 5000;
/** Below this, tenths of a second are shown. */
const TENTHS = 10_000;

export function createBar(host: HTMLElement) {
  const mark = h('span', { class: 'hand-mark' });
  const text = h('span');
  const bad = h('span', { class: 'hand-bad' });
  const clock = createClock();
  const beat = createBeat();
  const groups = h('div', { class: 'hand-groups' });
  const says = h('p', { class: 'hand-says', role: 'status' }, mark, h('span', {}, text, ' ', bad));
  refill(host, beat.element, h('div', { class: 'hand-line' }, says, clock.element), groups);
  const buttons = new Map<string, ReturnType<typeof createButton>>();
  let order = '';

  function showControls(controls: Control[], names: string[]) {
    for (const control of controls) {
      const button = buttons.get(control.id) ?? createButton(control.id);
      buttons.set(control.id, button);
      button.show(control, names);
    }
    // Existing buttons are kept, so that a finger or the focus on one is not lost.
    const wanted = controls.map(({ id, group = '' }) => `${group} ${id}`).join();
    if (wanted !== order) refill(groups, ...grouped(controls, (id) => buttons.get(id)?.element));
    order = wanted;
  }

  return {
    show(what: Bar, names: string[]) {
      refill(mark, ...(what.player === null ? [] : [swatch(what.player)]), what.name);
      setText(text, say(what.says, names));
      setText(bad, what.bad ? t('hand.refused', { why: what.bad }, names) : '');
      showControls(what.controls, names);
    },
    clock: clock.show,
    beat: beat.show,
  };
}

/** Shows the time left of the shortest limit, and updates it while there is one. */
function createClock() {
  const element = h('span', { class: 'hand-clock', title: t('hand.clock') });
  let timer = 0;

  function show(asked: Ask[]) {
    clearTimeout(timer);
    const clocks = asked.flatMap((ask) => (ask.budget === null ? [] : [timeLeft(ask, ask.budget)]));
    element.hidden = clocks.length === 0;
    if (clocks.length === 0) return;
    const ms = Math.max(0, Math.min(...clocks));
    element.toggleAttribute('data-short', ms < SHORT);
    setText(element, t('time.seconds', { seconds: fixed(ms / 1000, ms < TENTHS ? 1 : 0) }));
    if (ms > 0) timer = setTimeout(show, CLOCK_TICK, asked);
  }

  return { element, show };
}

/** A line that shrinks until the timer makes the next turn. */
function createBeat() {
  const element = h('span', { class: 'hand-beat', 'aria-hidden': 'true', hidden: true });
  let running: Animation | null = null;
  let shown = 0;

  return {
    element,
    show(next: Beat | null) {
      element.hidden = next === null;
      if (next?.at === shown) return;
      shown = next?.at ?? 0;
      running?.cancel();
      if (!next) return;
      // Not even for those who want less motion is this decoration: it is how much time there is.
      running = element.animate([{ scale: '1 1' }, { scale: '0 1' }], {
        duration: next.ms,
        fill: 'forwards',
      });
      running.currentTime = next.ms - (next.at - performance.now());
    },
  };
}

const timeLeft = ({ asked }: Ask, budget: number) => budget - (performance.now() - asked);

function grouped(controls: Control[], elementOf: (id: string) => HTMLElement | undefined) {
  const groups = new Map<string, HTMLElement>();
  for (const { id, group = '' } of controls) {
    const element = groups.get(group) ?? h('div', { class: 'hand-group' });
    const [kind = '', player] = group.split(':');
    element.dataset.group = kind;
    if (player !== undefined) element.dataset.player = player;
    groups.set(group, element);
    element.append(elementOf(id) ?? '');
  }
  return groups.values();
}

function createButton(id: string) {
  const text = h('span');
  const element = h('button', { type: 'button', class: 'plain' }, text);
  element.dataset.control = id;
  let press = () => {};
  let drawn = '';
  // `pointerdown` instead of `click`: two thumbs at once make no clicks, and a game does not wait for a finger to be
  // lifted.
  on(element, 'pointerdown', (event) => event.pointerType === 'touch' && !element.disabled && press());
  on(
    element,
    'click',
    (event) => !(event instanceof PointerEvent && event.pointerType === 'touch') && press(),
  );
  return {
    element,
    show(control: Control, names: string[]) {
      press = control.press;
      const label = say(control.label, names);
      if (control.area) element.dataset.area = control.area;
      element.disabled = control.disabled ?? false;
      const short = control.short ? say(control.short, names) : '';
      element.classList.toggle('only-icon', control.icon !== undefined && !short);
      element.classList.toggle('with-icon', short !== '');
      setText(text, control.icon ? short : label);
      if (control.icon && control.icon !== drawn) setIcon(element, control.icon);
      drawn = control.icon ?? '';
      const title = control.title ? say(control.title, names) : label;
      element.title = control.icon || control.title ? title : '';
      element.setAttribute('aria-label', label);
      if (control.pressed === undefined) element.removeAttribute('aria-pressed');
      else element.setAttribute('aria-pressed', String(control.pressed));
    },
  };
}
