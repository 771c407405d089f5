// The choice of the player whose view is shown, in games with hidden information.

import { computed, signal } from '@preact/signals';
import { Icon } from '../../base/ui/parts.tsx';
import { MOST_SHOWN } from '../../base/values/seats.ts';
import { t } from '../../base/words/index.ts';
import type { Frame, Watched } from './state.ts';

interface Options {
  watched: Watched;
  /** whether a game has hidden information */
  hides: (game: string) => boolean;
  /** shows what a player saw; null shows everything. For a large match this takes seconds to compute */
  show: (player: number | null) => Promise<unknown>;
}

export type Look = ReturnType<typeof createLook>;

export function createLook({ watched, hides, show }: Options) {
  const { frame, state } = watched;
  const isLive = computed(() => state.value.live);
  const isArriving = computed(() => state.value.match?.isArriving === true);
  const isSealed = computed(() => state.value.match?.sealed !== undefined);
  /** The player whose view is being computed; null if none is. */
  const awaited = signal<number | null>(null);

  async function as(player: number | null) {
    awaited.value = player;
    try {
      await show(player);
    } finally {
      if (awaited.value === player) awaited.value = null;
    }
  }

  const can = ({ match, bound }: Frame, player: number) =>
    hides(match.header.game) &&
    (bound
      ? bound.length > 1 && bound.includes(player)
      : !isLive.value && !isArriving.value && !isSealed.value);

  /** The choice under the board, where the players' cards are far below. Its place is kept while no view can be shown. */
  function Choice() {
    const shown = frame.value;
    if (!shown || !hides(shown.match.header.game)) return null;
    const seats = shown.match.bound;
    if (shown.bound && !seats) return null;
    const wanted = awaited.value ?? shown.perspective;
    return (
      <label class="look-choice" title={seats && t('look.bound')}>
        <Icon name="eye" />
        <select
          aria-label={t('look.label')}
          aria-busy={awaited.value !== null}
          disabled={!shown.names.some((_, k) => can(shown, k))}
          value={wanted ?? ''}
          onChange={({ currentTarget: { value } }) => void as(value === '' ? null : Number(value))}
        >
          {!seats && <option value="">{t('look.all')}</option>}
          {shown.names.slice(0, MOST_SHOWN).map(
            (name, k) =>
              (!seats || seats.includes(k)) && (
                <option key={k} value={k}>
                  {t('look.of', { name })}
                </option>
              ),
          )}
        </select>
      </label>
    );
  }

  return { awaited, as, can, Choice };
}
