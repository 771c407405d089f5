// The match of others than those that are set up: of a challenge, of a fork, or on the map of a link. As long as it is on the
// board, its players stand where the next match is set up, and the main button plays it once more.

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
  /** whether Run is there, and runs the bot in the editor: a match in which that one does not play is not repeated */
  isOwnRun: ReadonlySignal<boolean>;
}

export const isOf = (
  { header: { players } }: { header: { players: readonly Pick<Player, 'name'>[] } },
  chosen: readonly { name: string }[],
) => players.map(bareName).join('\n') === chosen.map(bareName).join('\n');

export function createOthers({ playback, editor }: App, { isSetUp, isUnderWay, isOwnRun }: Options) {
  const latest = signal<Others | null>(null);
  /** null: the match that is shown is none of others, or another one is set up in its place */
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
    /** Another match is set up in its place. */
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
    /** The same match once more, with what is in the editor now. */
    onceMore({ spec, own }: Others): MatchSpec {
      const code = { ...editor.current(), kind: 'code' as const };
      return { ...spec, seats: spec.seats.map((seat, k) => (own.includes(k) ? code : seat)) };
    },
  };
}
