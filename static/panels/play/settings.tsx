// The settings of the next match, under their button.

import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { placeUnder } from '../../base/ui/popover.ts';
import { t } from '../../base/words/index.ts';
import type { Row, Settings } from './settings.ts';
import { readRow } from './settings.ts';

interface Props {
  settings: Settings;
  /** the button that opens them */
  button: RefObject<HTMLButtonElement | null>;
}

export function SettingsPopover({ settings, button }: Props) {
  const reset = useRef<HTMLButtonElement>(null);
  const { name } = settings.game.value;
  const { names, chosen } = settings.presets.value;
  const count = settings.kept.value;
  return (
    // biome-ignore lint/a11y/useSemanticElements: no fields of a form.
    <div
      class="settings panel"
      id="settings"
      popover="auto"
      role="group"
      aria-label={t('settings.label')}
      onBeforeToggle={({ currentTarget }) => {
        settings.count();
        if (button.current) placeUnder(currentTarget, button.current);
      }}
    >
      <h2>{t('settings.label')}</h2>
      {names.length > 0 && (
        <label class="field">
          <span>{t('settings.clock')}</span>
          <select value={chosen} onInput={({ currentTarget }) => settings.preset(currentTarget.value)}>
            {names.map((each) => (
              <option key={each} value={each}>
                {t(`clock.${name}.${each}`)}
              </option>
            ))}
            <option value="" hidden>
              {t('clock.own')}
            </option>
          </select>
        </label>
      )}
      {settings.rows.value.map((row) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: It is among the children.
        <label key={row.id} class="field">
          <span>{row.label}</span>
          <Control row={row} type={(text) => settings.type(row, text)} />
        </label>
      ))}
      <p>{t('settings.note')}</p>
      <button ref={reset} type="button" class="plain" onClick={settings.reset}>
        {t('settings.reset')}
      </button>
      <p class="kept" hidden={count === 0}>
        <span>{t('settings.packages', { count })}</span>
        <button
          type="button"
          class="plain"
          onClick={() => settings.forget().then(() => reset.current?.focus())}
        >
          {t('settings.forgetPackages')}
        </button>
      </p>
    </div>
  );
}

/** The field of a setting, by the kind of its option. */
function Control({ row, type }: { row: Row; type: (text: string) => void }) {
  const { option, text } = row;
  const field = {
    value: text.value,
    'aria-invalid': readRow(row) === undefined,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => type(currentTarget.value),
  };
  const placeholder = t('settings.generated');
  switch (option.kind) {
    case 'choice':
      return (
        <select {...field}>
          {option.choices.map((choice) => (
            <option key={choice} value={choice}>
              {t(`${row.id}.${choice}`)}
            </option>
          ))}
        </select>
      );
    case 'bool':
      return (
        <input
          type="checkbox"
          checked={text.value === 'true'}
          onInput={({ currentTarget }) => type(String(currentTarget.checked))}
        />
      );
    case 'int':
      return <input {...field} type="number" min={option.low} max={option.high} step={1} />;
    case 'text':
      // A text may have several lines, which an input element would drop.
      return <textarea {...field} rows={1} spellcheck={false} placeholder={placeholder} />;
    default:
      return <input {...field} type="text" autocomplete="off" spellcheck={false} placeholder={placeholder} />;
  }
}
