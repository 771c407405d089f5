// The bar above the editor: the bot's name, its version, and what can be done with it.

import type { RefObject } from 'preact';
import { Icon, IconButton, Island } from '../../base/ui/parts.tsx';
import { isBundle } from '../../base/values/bundle-shape.ts';
import { t } from '../../base/words/index.ts';
import type { Actions } from './panel.tsx';
import type { createReference } from './reference.ts';
import type { State } from './state.ts';

interface Props {
  state: State;
  actions: Actions;
  menu: HTMLElement;
  version: RefObject<HTMLButtonElement | null>;
  reference: ReturnType<typeof createReference>;
}

export function Head({ state, actions, menu, version, reference }: Props) {
  const looked = state.looked.value;
  const newest = looked ? null : state.version.value;
  return (
    <div class="code-head">
      <input
        class="file-name"
        type="text"
        spellcheck={false}
        autocomplete="off"
        maxLength={80}
        aria-label={t('code.name')}
        title={t('code.name')}
        readOnly={looked !== null}
        value={looked?.name ?? state.name.value}
        onChange={({ currentTarget }) => {
          currentTarget.value = actions.rename(currentTarget.value);
        }}
      />
      <Island element={menu} />
      <button
        ref={version}
        type="button"
        class="version quiet"
        popovertarget="versions"
        title={t('versions.show')}
        hidden={!newest}
      >
        <span>
          {newest && t(newest.edited ? 'versions.edited' : 'versions.number', { number: newest.number })}
        </span>
      </button>
      <span class="gap" />
      <button
        ref={reference.button}
        type="button"
        class="quiet"
        id="show-reference"
        aria-controls="reference"
        aria-expanded={reference.isOpen.value}
        title={t('reference.more')}
        onClick={reference.toggle}
      >
        <Icon name="book-text" />
        <span>{t('reference.show')}</span>
      </button>
      <IconButton id="open-code" icon="file-up" says={t('code.open')} onClick={actions.open} />
      <IconButton
        id="save-code"
        icon="download"
        says={t(isBundle(state.code.value) ? 'code.saveAll' : 'code.save')}
        onClick={actions.save}
      />
      <IconButton id="share-code" icon="share" says={t('links.shareThis')} onClick={actions.share} />
      <IconButton id="reset-code" icon="reset" says={t('code.reset')} onClick={actions.reset} />
    </div>
  );
}
