// Pictures as SVG, and grids of buttons in which arrows lead from one to the next.

import { on } from '../../base/ui/dom.js';
import { refill } from '../../base/ui/focus.js';

const SPACE = 'http://www.w3.org/2000/svg';

/**
 * Makes an SVG element; all properties are attributes.
 *
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | number>} [props]
 * @param {...(Node | string)} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, props = {}, ...children) {
  const element = document.createElementNS(SPACE, tag);
  for (const [name, value] of Object.entries(props)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * A picture that is drawn anew for every width of its box, so that its text keeps its size.
 *
 * @param {HTMLElement} host
 * @param {(width: number) => SVGSVGElement} draw
 * @returns {{draw: () => void, end: () => void}}
 */
export function fitted(host, draw) {
  let width = 0;
  const paint = () => {
    if (width > 0) refill(host, draw(width));
  };
  const watch = new ResizeObserver(([entry]) => {
    const next = Math.floor(entry?.contentRect.width ?? 0);
    if (next === width) return;
    width = next;
    paint();
  });
  watch.observe(host);
  return { draw: paint, end: () => watch.disconnect() };
}

/**
 * Lets arrows go from one button to the next in a grid or a table, and makes all of it a single stop of Tab.
 *
 * @param {HTMLElement} host whose buttons with a `data-key` are the cells
 * @returns {() => void} to be called when the cells are others
 */
export function arrows(host) {
  const cells = () =>
    [...host.querySelectorAll('button[data-key]:enabled')].filter((one) => one instanceof HTMLElement);
  /** @param {HTMLElement[]} all @param {HTMLElement | undefined} chosen */
  const choose = (all, chosen) => {
    for (const each of all) each.tabIndex = each === chosen ? 0 : -1;
  };
  on(host, 'focusin', ({ target }) => {
    const all = cells();
    if (target instanceof HTMLElement && all.includes(target)) choose(all, target);
  });
  on(host, 'keydown', (event) => {
    const all = cells();
    const from = all.findIndex((each) => each === event.target);
    if (from < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = all[neighbour(all, from, event.key)];
    if (!to || to === all[from]) return;
    event.preventDefault();
    to.focus();
  });
  return () => {
    const all = cells();
    choose(all, all.find((each) => each === document.activeElement) ?? all[0]);
  };
}

/** @param {HTMLElement[]} cells @param {number} from @param {string} key @returns {number} -1: the key does not lead anywhere */
function neighbour(cells, from, key) {
  if (key === 'ArrowRight') return Math.min(cells.length - 1, from + 1);
  if (key === 'ArrowLeft') return Math.max(0, from - 1);
  if (key === 'Home') return 0;
  if (key === 'End') return cells.length - 1;
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return -1;
  const boxes = cells.map((each) => each.getBoundingClientRect());
  const here = boxes[from];
  if (!here) return -1;
  const down = key === 'ArrowDown' ? 1 : -1;
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (const [k, box] of boxes.entries()) {
    const below = (box.top - here.top) * down;
    if (below < here.height / 2) continue;
    const far = below * 1000 + Math.abs(box.left - here.left);
    if (far < least) [best, least] = [k, far];
  }
  return best;
}
