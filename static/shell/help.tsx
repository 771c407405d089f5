// The dialog with all keys, by part of the page, and the timeline's marks.

import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Fragment, render } from 'preact';
import { Dialog } from '../base/ui/dialog.tsx';
import { newPlace } from '../base/ui/dom.ts';
import { Button, KeyCap } from '../base/ui/parts.tsx';
import { guides, t } from '../base/words/index.ts';
import type { Shortcut } from './shortcuts.ts';
import { EDITOR_KEYS } from './shortcuts.ts';

export type Key = Pick<Shortcut, 'shown' | 'says' | 'names'>;

const isMac = /mac|iphone|ipad/i.test(navigator.platform);

/** The events that have marks in the timeline. */
const MARKS = ['capture', 'kill', 'out', 'fault'];

/** @param handKeys returns the keys for playing the current game by hand */
export function createHelp({
  shortcuts,
  handKeys,
  rules,
}: {
  shortcuts: readonly Shortcut[];
  handKeys: () => Key[];
  rules: () => void;
}) {
  const isOpen = signal(false);
  const hand = signal<Key[]>([]);
  const areas = [...new Set(shortcuts.map(({ area }) => area))];

  function View() {
    return (
      <Dialog id="keys" class="keys" says={t('keys.label')} isOpen={isOpen}>
        <header>
          <h2>{t('keys.label')}</h2>
          <a class="plain button" href={guides} target="_blank" rel="noreferrer">
            {t('guides.show')}
          </a>
          <Button
            icon="book-open"
            says={t('rules.show')}
            onClick={() => {
              isOpen.value = false;
              rules();
            }}
          />
        </header>
        <div class="key-areas">
          {hand.value.length > 0 && (
            <Area title="keys.area.hand">
              <Keys keys={hand.value} />
            </Area>
          )}
          {areas.map((area) => (
            <Area key={area} title={`keys.area.${area}`}>
              <Keys keys={shortcuts.filter((key) => key.area === area)} />
            </Area>
          ))}
          <Area title="keys.area.editor">
            <Keys keys={EDITOR_KEYS} />
          </Area>
          <Area title="keys.area.marks">
            {MARKS.map((kind) => (
              <Fragment key={kind}>
                <dt>
                  <span class="mark" data-kind={kind} />
                </dt>
                <dd>{t(`keys.mark.${kind}`)}</dd>
              </Fragment>
            ))}
          </Area>
        </div>
      </Dialog>
    );
  }

  render(<View />, newPlace());

  return {
    toggle() {
      hand.value = handKeys();
      isOpen.value = !isOpen.value;
    },
  };
}

function Area({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section>
      <h3>{t(title)}</h3>
      <dl>{children}</dl>
    </section>
  );
}

function Keys({ keys }: { keys: readonly Key[] }) {
  return (
    <>
      {keys.map(({ shown, says, names }) => (
        <Fragment key={`${says} ${names}`}>
          <dt>
            {shown.map((key, place) => (
              <Fragment key={key}>
                {place > 0 && ' '}
                <KeyCap name={isMac && key === 'Ctrl' ? '⌘' : key} />
              </Fragment>
            ))}
          </dt>
          <dd>{t(says, names ? { tab: t(names) } : {})}</dd>
        </Fragment>
      ))}
    </>
  );
}
