// The dialog that shows the code a link holds, before anything of it runs.

import { signal } from '@preact/signals';
import { render } from 'preact';
import { createCodeView } from '../../base/ui/code-view.tsx';
import { Dialog } from '../../base/ui/dialog.tsx';
import { newPlace } from '../../base/ui/dom.ts';
import { t } from '../../base/words/index.ts';
import type { Code } from '../../match/types.ts';

export function createLinked(toEditor: (code: Code) => void) {
  const view = createCodeView();
  const isOpen = signal(false);
  const codes = signal<Code[]>([]);

  function View() {
    const [first, ...more] = codes.value;
    const title = first && more.length === 0 ? first.name : t('link.title');
    return (
      <Dialog id="linked" class="linked" says={title} isOpen={isOpen}>
        <header>
          <h2>{title}</h2>
          <view.Whose />
        </header>
        <p class="hint">{t('link.stranger')}</p>
        <view.Text />
        <view.Said />
        <div class="dialog-buttons">
          <view.More />
          <view.Copy />
          <button
            type="button"
            class="accent"
            onClick={() => {
              const code = codes.value[view.chosen()];
              isOpen.value = false;
              if (code) toEditor(code);
            }}
          >
            {t('link.toEditor')}
          </button>
        </div>
      </Dialog>
    );
  }

  render(<View />, newPlace());
  return (given: Code[]) => {
    codes.value = given;
    view.show(given);
    isOpen.value = true;
  };
}
