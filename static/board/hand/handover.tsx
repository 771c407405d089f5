// Covers the board while several people pass the device on in a game that hides something.

import { signal } from '@preact/signals';
import { render } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { h } from '../../base/ui/dom.ts';
import { Swatch } from '../../base/ui/parts.tsx';
import { sentences, t } from '../../base/words/index.ts';

interface Shown {
  /** who is next */
  player: number;
  names: string[];
  /** what everybody may know of the last move */
  news: string[];
}

/**
 * @param frame of the board
 * @param take the next one has the device
 */
export function createHandover(frame: HTMLElement, take: () => void) {
  const shown = signal<Shown | null>(null);
  const Cover = () => shown.value && <Handover key={shown.value.player} {...shown.value} take={take} />;
  render(<Cover />, frame.appendChild(h('div')));
  return {
    /** @param player null: nobody waits for the device */
    show(player: number | null, names: string[], news: string[]) {
      if (player === null) shown.value = null;
      else if (player !== shown.peek()?.player) shown.value = { player, names, news };
    },
  };
}

function Handover({ player, names, news, take }: Shown & { take: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => button.current?.focus({ preventScroll: true }), []);
  const who = { player };
  return (
    <div class="handover" data-testid="handover">
      <div role="status">
        <span class="handover-mark">
          <Swatch player={player} />
        </span>
        <p class="handover-text">{t('hand.pass', { who }, names)}</p>
        <p class="hint">{sentences(news)}</p>
      </div>
      <button type="button" class="accent" ref={button} onClick={take}>
        {t('hand.take', { who }, names)}
      </button>
    </div>
  );
}
