// Fields of the forms for new contests.

import { h, icon } from '../../base/ui/dom.js';
import { t } from '../../base/words/index.js';

/**
 * @typedef {object} NumberField
 * @property {HTMLElement} element
 * @property {HTMLInputElement} input
 * @property {() => number | null} value null: it is not valid
 */

/**
 * @param {string} label
 * @param {{value: number, low: number, high: number, step?: number | 'any', hint?: string}} how
 * @returns {NumberField}
 */
export function numberField(label, { value, low, high, step = 1, hint = '' }) {
  const input = h('input', {
    type: 'number',
    min: String(low),
    max: String(high),
    step: String(step),
    value: String(value),
    'aria-label': label,
    'aria-description': hint || null,
  });
  const element = h(
    'label',
    { class: 'compete-field' },
    h('span', {}, label),
    input,
    hint && h('span', { class: 'hint' }, hint),
  );
  return {
    element,
    input,
    value() {
      const typed = input.valueAsNumber;
      const valid =
        Number.isFinite(typed) &&
        typed >= low &&
        typed <= high &&
        (step === 'any' || Number.isInteger(typed));
      input.setAttribute('aria-invalid', String(!valid));
      return valid ? typed : null;
    },
  };
}

/** Its name is the label alone: not what can be chosen as well. @param {string} label @param {HTMLElement} field */
export function labelled(label, field) {
  field.setAttribute('aria-label', label);
  return h('label', { class: 'compete-field' }, h('span', {}, label), field);
}

/** @param {string} href of the list */
export const backLink = (href) =>
  h('a', { class: 'compete-back', href }, icon('arrow-left'), h('span', {}, t('compete.all')));
