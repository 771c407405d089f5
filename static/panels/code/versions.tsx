// The list of versions of a bot: the name of each, how its last match and its last series ended, and what has changed in it.

import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import type { Version } from '../../base/storage/versions.ts';
import { LONGEST_LABEL } from '../../base/storage/versions.ts';
import { beginning } from '../../base/text/legible.ts';
import { Icon } from '../../base/ui/parts.tsx';
import { placeUnder } from '../../base/ui/popover.ts';
import { moment, sentences, t } from '../../base/words/index.ts';
import { changesIn } from './changes.ts';
import type { Actions } from './panel.tsx';
import type { State } from './state.ts';

const WIDTH = 500;

interface Props {
  state: State;
  /** the button that opens the list */
  button: RefObject<HTMLButtonElement | null>;
  actions: Pick<Actions, 'restore' | 'compare'>;
}

export function VersionList({ state, button, actions }: Props) {
  const popover = useRef<HTMLDivElement>(null);
  const versions = state.listed.value;
  const pick = (work: (version: Version) => void) => (version: Version) => {
    popover.current?.hidePopover();
    work(version);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: no fields of a form.
    <div
      ref={popover}
      class="versions panel"
      id="versions"
      popover="auto"
      role="group"
      aria-label={t('versions.label')}
      onBeforeToggle={({ newState, currentTarget }) => {
        if (newState !== 'open' || !button.current) return;
        state.list();
        placeUnder(currentTarget, button.current, WIDTH);
      }}
    >
      <h2>{t('versions.label')}</h2>
      <ul>
        {versions.map((version, k) => (
          <Row
            key={version.number}
            version={version}
            before={versions[k + 1]}
            label={state.label}
            restore={pick(actions.restore)}
            compare={pick(actions.compare)}
          />
        ))}
      </ul>
    </div>
  );
}

interface RowProps {
  version: Version;
  /** the version before it */
  before: Version | undefined;
  label: State['label'];
  restore: (version: Version) => void;
  compare: (version: Version) => void;
}

function Row({ version, before, label, restore, compare }: RowProps) {
  const { number, nth, name } = version;
  const [renames, compares] = [t('versions.rename', { number: nth }), t('diff.compare', { number: nth })];
  return (
    <li>
      <span class="version-number">{t('versions.number', { number: nth })}</span>
      <div class="version-facts">
        <input
          type="text"
          value={version.label ?? ''}
          maxLength={LONGEST_LABEL}
          placeholder={name}
          title={renames}
          aria-label={renames}
          spellcheck={false}
          autocomplete="off"
          onChange={({ currentTarget }) =>
            label(number, beginning(currentTarget.value.trim(), LONGEST_LABEL))
          }
        />
        <Facts version={version} before={before} />
      </div>
      <button
        type="button"
        class="plain"
        title={compares}
        aria-label={compares}
        onClick={() => compare(version)}
      >
        {t('versions.changes')}
      </button>
      <button type="button" class="plain" onClick={() => restore(version)}>
        {t('versions.restore')}
      </button>
    </li>
  );
}

function Facts({ version, before }: Pick<RowProps, 'version' | 'before'>) {
  const { outcome, series, time } = version;
  const { added, removed } = before ? changesIn(before, version) : { added: 0, removed: 0 };
  return (
    <p class="hint">
      <time>{moment(time)}</time>
      {added + removed > 0 && (
        <span title={sentences([t('diff.added', { count: added }), t('diff.removed', { count: removed })])}>
          {`+${added} −${removed}`}
        </span>
      )}
      {outcome && (
        <span class={`version-${outcome.end}`}>
          {outcome.end === 'won' && <Icon name="check" />}
          {t(`versions.${outcome.end}`, { name: outcome.against, turns: outcome.turns })}
        </span>
      )}
      {series && (
        <span>
          {t('versions.series', { percent: series.percent, count: series.games, name: series.against })}
        </span>
      )}
    </p>
  );
}
