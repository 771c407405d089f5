// Fields of forms: a label, a control, and a hint below it.

import type { ReadonlySignal, Signal } from '@preact/signals';
import { computed, signal } from '@preact/signals';
import type { RefObject, VNode } from 'preact';
import { t } from '../words/index.ts';

/** The accessible name of a control: only its label, without its options or the hint below. */
interface Names {
  'aria-label': string;
  'aria-description'?: string | undefined;
}

interface Props {
  label: string;
  hint?: string;
  /** whether the hint is an error message */
  isWrong?: boolean;
  /** makes the control */
  children: (names: Names) => VNode;
}

export function Field({ label, hint, isWrong = false, children }: Props) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: The control is among the children.
    <label class="field-below">
      <span>{label}</span>
      {children({ 'aria-label': label, 'aria-description': hint })}
      {hint && <span class={isWrong ? 'field-wrong' : 'hint'}>{hint}</span>}
    </label>
  );
}

interface SearchProps {
  says: string;
  value?: string;
  typed: (text: string) => void;
  field?: RefObject<HTMLInputElement | null>;
  onKeyDown?: (event: KeyboardEvent) => void;
}

/** A search field. */
export function SearchField({ says, value, typed, field, onKeyDown }: SearchProps) {
  return (
    <input
      ref={field}
      type="search"
      placeholder={says}
      aria-label={says}
      spellcheck={false}
      autocomplete="off"
      value={value}
      onInput={({ currentTarget }) => typed(currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  );
}

/** A check box. */
export function Check({
  says,
  checked,
  change,
  class: looks,
}: {
  says: string;
  checked: boolean;
  change: (isChosen: boolean) => void;
  class?: string;
}) {
  return (
    <label class={looks}>
      <input
        type="checkbox"
        checked={checked}
        onInput={({ currentTarget }) => change(currentTarget.checked)}
      />
      <span>{says}</span>
    </label>
  );
}

/** A number that the user types. */
export interface Typed {
  text: Signal<string>;
  /** null if the text is not a number, or it is out of range */
  value: ReadonlySignal<number | null>;
  low: number;
  high: number;
  isWhole: boolean;
}

/** @param limit returns another upper bound, which may change */
export function createTyped({
  value,
  low,
  high,
  isWhole = true,
  limit = () => high,
}: Omit<Typed, 'text' | 'value' | 'isWhole'> & {
  value: number;
  isWhole?: boolean;
  limit?: () => number;
}): Typed {
  const text = signal(String(value));
  const most = computed(() => Math.max(low, Math.min(high, limit())));
  const read = computed(() => {
    const number = text.value.trim() === '' ? Number.NaN : Number(text.value);
    const isValid = number >= low && number <= most.value && (!isWhole || Number.isInteger(number));
    return isValid ? number : null;
  });
  return {
    ...{ text, value: read, low, isWhole },
    get high() {
      return most.value;
    },
  };
}

/** A sentence with the range of allowed numbers. */
export const rangeWords = ({ low, high, isWhole }: Typed) =>
  t(isWhole ? 'option.int' : 'field.number', { low, high });

export function NumberField({ typed, label, hint }: { typed: Typed; label: string; hint: string }) {
  const { text, value, low, high, isWhole } = typed;
  const isWrong = value.value === null;
  return (
    <Field label={label} hint={isWrong ? rangeWords(typed) : hint} isWrong={isWrong}>
      {(named) => (
        <input
          {...named}
          type="number"
          min={low}
          max={high}
          step={isWhole ? 1 : 'any'}
          value={text.value}
          aria-invalid={isWrong}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value;
          }}
        />
      )}
    </Field>
  );
}

interface SelectProps extends Omit<Props, 'children'> {
  value: Signal<string>;
  /** groups of options with their names; '' for a group without one */
  groups: readonly Choices[];
}

export interface Choices {
  label: string;
  /** value and text */
  options: readonly (readonly [string, string])[];
}

/** A list box. */
export function SelectField({ value, groups, ...names }: SelectProps) {
  return <Field {...names}>{(named) => <Select {...named} value={value} groups={groups} />}</Field>;
}

export function Select({ value, groups, ...named }: Names & Pick<SelectProps, 'value' | 'groups'>) {
  return (
    <select
      {...named}
      value={value.value}
      onChange={({ currentTarget }) => {
        value.value = currentTarget.value;
      }}
    >
      <Options groups={groups} />
    </select>
  );
}

/** The options of a list box; a group without options is left out. */
export function Options({ groups }: { groups: readonly Choices[] }) {
  return (
    <>
      {groups
        .filter(({ options }) => options.length > 0)
        .map(({ label, options }) => {
          const list = options.map(([each, text]) => (
            <option key={each} value={each}>
              {text}
            </option>
          ));
          return label ? (
            <optgroup key={label} label={label}>
              {list}
            </optgroup>
          ) : (
            list
          );
        })}
    </>
  );
}
