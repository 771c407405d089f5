// The label on the board before the user has begun a match: the recorded match has other players than those set up.

import { computed } from '@preact/signals';
import { render } from 'preact';
import { h } from '../../base/ui/dom.ts';
import { t } from '../../base/words/index.ts';
import type { Watched } from './state.ts';

/** @param board the frame of the board */
export function showExample(board: HTMLElement, { state }: Watched) {
  // The panel beside the board says the same to screen readers.
  const host = h('div', { class: 'example', 'aria-hidden': 'true' });
  board.append(host);
  const isExample = computed(() => state.value.match?.origin === 'demo');
  render(<Note />, host);

  function Note() {
    return isExample.value ? <span>{t('board.example')}</span> : null;
  }
}
