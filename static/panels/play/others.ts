// A match with other players than those set up: of a challenge, a fork, or on the map of a link. As long as it is on the board, its
// players are shown in place of the setup, and the main button repeats it.

import type { ReadonlySignal } from '@preact/signals';
import { computed, signal } from '@preact/signals';
import type { App } from '../../app.ts';
import { bareName, isSame } from '../../base/values/bundle-shape.ts';
import { comingHeader } from '../../match/match.ts';
import type { Run } from '../../match/runner.ts';
import type { Header, MatchSpec, Player } from '../../match/types.ts';

/** own: the seats of the bot in the editor. */
export interface Others {
  header: Header;
  spec: MatchSpec;
  own: readonly number[];
}

interface Options {
  /** whether these are the players and the seed that are set up */
  isSetUp: (spec: MatchSpec) => boolean;
  isUnderWay: () => boolean;
  /** whether the main button is Run in Code: then only matches with the bot in the editor are repeated */
  isOwnRun: ReadonlySignal<boolean>;
}

export const isOf = (
  { header: { players } }: { header: { players: readonly Pick<Player, 'name'>[] } },
  chosen: readonly { name: string }[],
) => players.map(bareName).join('\n') === chosen.map(bareName).join('\n');

export function createOthers({ playback, editor }: App, { isSetUp, isUnderWay, isOwnRun }: Options) {
  const latest = signal<Others | null>(null);
  /** the shown match; null if it has the players set up, or was dismissed */
  const shown = computed(() => (isOwnRun.value && latest.value?.own.length === 0 ? null : latest.value));
  const bySpec = new WeakMap<MatchSpec, Others>();
  const byHeader = new WeakMap<Header, Others>();
  let before = playback.state.match;

  playback.subscribe(({ match }) => {
    if (match === before) return;
    before = match;
    if (!isUnderWay()) latest.value = (match && byHeader.get(match.header)) ?? null;
  });

  return {
    shown,
    /** Sets up another match in its place. */
    dismiss() {
      latest.value = null;
    },
    /** The stage of a match has changed. */
    changed({ stage, spec, match }: Run) {
      if (stage === 'asked') {
        const isMine = (seat: MatchSpec['seats'][number]) =>
          seat.kind === 'code' && isSame(seat, editor.current());
        const own = spec.seats.flatMap((seat, k) => (isMine(seat) ? [k] : []));
        const next = spec.isPuzzle || isSetUp(spec) ? null : { header: comingHeader(spec), spec, own };
        if (next) bySpec.set(spec, next);
        latest.value = next;
        return;
      }
      const known = bySpec.get(spec);
      if (!known || !match || byHeader.has(match.header)) return;
      const next = { ...known, header: match.header };
      byHeader.set(match.header, next);
      if (latest.peek()) latest.value = next;
    },
    /** The same match, with the current code in the editor. */
    onceMore({ spec, own }: Others): MatchSpec {
      const code = { ...editor.current(), kind: 'code' as const };
      return { ...spec, seats: spec.seats.map((seat, k) => (own.includes(k) ? code : seat)) };
    },
  };
}
