// Small helpers for the DOM: make, find, listen and set.

import { ICONS } from './icons.js';

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * Makes an element. Properties are set as properties when the element has them and as attributes otherwise; text
 * children become text nodes, never markup.
 *
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, unknown>} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === 'class') element.className = String(value);
    else if (name in element && !name.startsWith('aria')) Reflect.set(element, name, value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.filter(isNode));
  return element;
}

/** @param {Child} child @returns {child is Node | string} */
function isNode(child) {
  return child !== null && child !== undefined && child !== false;
}

/**
 * Finds an element that must be there: a missing one is a mistake in the markup and throws.
 *
 * @template {Element} T
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new (...args: any[]) => T} type
 * @returns {T}
 */
export function find(root, selector, type) {
  const element = root.querySelector(selector);
  if (element instanceof type) return element;
  throw new Error(`no ${type.name} at ${selector}`);
}

/** A part of the page as it is in index.html. @param {string} selector */
export const part = (selector) => find(document, selector, HTMLElement);

/**
 * Adds a listener, and returns what removes it.
 *
 * @template {keyof HTMLElementEventMap} K
 * @param {EventTarget} target
 * @param {K} type
 * @param {(event: HTMLElementEventMap[K]) => void} handler
 * @param {AddEventListenerOptions} [options]
 * @returns {() => void}
 */
export function on(target, type, handler, options) {
  const listener = /** @type {EventListener} */ (handler);
  target.addEventListener(type, listener, options);
  return () => target.removeEventListener(type, listener, options);
}

/** @type {Map<string, SVGSVGElement>} */
const parsed = new Map();

/**
 * @param {string} name an icon listed in icons.js
 * @returns {SVGSVGElement}
 */
export function icon(name) {
  let original = parsed.get(name);
  if (!original) {
    original = parse(name);
    parsed.set(name, original);
  }
  return /** @type {SVGSVGElement} */ (original.cloneNode(true));
}

/**
 * A button that shows an icon alone, and says what it does to whoever points at it or cannot see it.
 *
 * @param {string} name of the icon
 * @param {string} says
 * @param {() => void} [press]
 * @param {Record<string, unknown>} [more] properties
 */
export function iconButton(name, says, press, more = {}) {
  const looks = { type: 'button', class: 'quiet only-icon', title: says, 'aria-label': says };
  const button = h('button', { ...looks, ...more }, icon(name));
  if (press) on(button, 'click', press);
  return button;
}

/** @param {string} name */
function parse(name) {
  const text = ICONS[name];
  if (!text) throw new Error(`no icon ${name}`);
  const svg = find(new DOMParser().parseFromString(text, 'image/svg+xml'), 'svg', SVGSVGElement);
  for (const attribute of ['width', 'height', 'stroke-width']) svg.removeAttribute(attribute);
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  return document.importNode(svg, true);
}

/**
 * Gives every element with `data-icon` its icon.
 *
 * @param {ParentNode} root
 */
export function mountIcons(root) {
  for (const element of root.querySelectorAll('[data-icon]')) {
    setIcon(element, element.getAttribute('data-icon') ?? '');
  }
}

/**
 * Puts an icon in front of what an element holds, in place of the icon it had.
 *
 * @param {Element} element
 * @param {string} name
 */
export function setIcon(element, name) {
  element.querySelector(':scope > svg.icon')?.remove();
  element.prepend(icon(name));
}

/**
 * A player's mark, by colour and shape.
 *
 * @param {number} player
 */
export function swatch(player) {
  const mark = h('span', { class: 'swatch' });
  mark.dataset.player = String(player);
  return mark;
}

/**
 * Lets keys scroll an element whose text is longer than its box.
 *
 * @param {HTMLElement} element
 * @param {boolean} isLong
 */
export function letScroll(element, isLong) {
  if (isLong) element.tabIndex = 0;
  else element.removeAttribute('tabindex');
}

/**
 * Sets text only when it differs, so that a running match does not touch the document for nothing.
 *
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
