// The menu of the formats in which a contest can be saved.

import type { Ref } from 'preact';
import { useRef } from 'preact/hooks';
import { useArrows } from '../../base/ui/arrows.ts';
import { Icon } from '../../base/ui/parts.tsx';
import { placeUnder } from '../../base/ui/popover.ts';
import { t } from '../../base/words/index.ts';

const EXPORTS = ['results', 'link', 'json', 'csv', 'games', 'png', 'bundle', 'sources'] as const;
export type Export = (typeof EXPORTS)[number];

const ID = 'compete-exports';

interface Props {
  button: Ref<HTMLButtonElement>;
  save: (kind: Export) => void;
}

/** A menu, because a list box would save the first item as soon as an arrow key is pressed. */
export function Exports({ button, save }: Props) {
  const menu = useRef<HTMLDivElement>(null);
  useArrows(menu);
  function place() {
    const opener = document.querySelector<HTMLElement>(`[popovertarget=${ID}]`);
    if (menu.current && opener) placeUnder(menu.current, opener);
  }
  return (
    <>
      <button type="button" class="plain" popovertarget={ID} ref={button}>
        <span>{t('compete.export')}</span>
        <Icon name="chevron-down" />
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: A fieldset looks like a part of a form. */}
      <div
        class="compete-menu panel"
        popover="auto"
        id={ID}
        role="group"
        aria-label={t('compete.export')}
        ref={menu}
        onBeforeToggle={place}
      >
        {EXPORTS.map((kind) => (
          <button
            key={kind}
            type="button"
            class="quiet"
            data-key={`export-${kind}`}
            onClick={() => {
              menu.current?.hidePopover();
              save(kind);
            }}
          >
            {t(`compete.export.${kind}`)}
          </button>
        ))}
      </div>
    </>
  );
}
