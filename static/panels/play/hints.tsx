// Hints for a person who plays by hand: what the strongest house bot would play, in words beside the board or in the bar of the
// hand, and as marks on the board. They are off in each game until they are switched on, and the result tells that they were used.
// This tab keeps where they are on, because a match goes on after a reload.

import { batch, computed, signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { App } from '../../app.ts';
import { tabStore } from '../../base/storage/settings.ts';
import { say } from '../../base/words/index.ts';
import type { ShownHint } from '../../games/index.ts';
import { gameViewOf } from '../../games/index.ts';
import { namesOf } from '../../games/names.ts';
import type { Turn } from '../../match/types.ts';

const KEY = 'hints';

export type Hints = ReturnType<typeof createHints>;

/** @param given called when a hint is shown */
export function createHints({ arena, board, playback, session }: App, given: () => void) {
  const current = signal(session.game);
  /** The games in which hints are switched on. */
  const on = signal<ReadonlySet<string>>(new Set(tabStore.get<string[]>(KEY, [])));
  const isOn = computed(() => on.value.has(current.value));
  /** The latest hint in words. */
  const text = signal('');
  /** Whether the hint is shown; idle: hidden, but its place is kept. */
  const place = signal<'shown' | 'idle' | 'none'>('none');
  /** Whether a person plays who may get hints. */
  let isPlayed = false;
  /** The person who is being asked for a move, and the turn; null if none is. */
  let open: { player: number; turn: Turn } | null = null;
  /** The shown hint; null if none. */
  let shown: ShownHint | null = null;

  /** Shows the hint's marks, only on the newest position, where the drawings of bots are gone. */
  function mark() {
    const { position, last } = playback.state;
    if (shown && position === last) board.draw([{ player: shown.ground, marks: shown.marks }]);
  }

  /** Keeps the place of the hint between two hints, so that nothing below moves. */
  function settle() {
    place.value = shown ? 'shown' : isOn.value && isPlayed ? 'idle' : 'none';
  }

  function hide() {
    if (shown) board.draw([]);
    shown = null;
    settle();
  }

  async function show() {
    const asked = open;
    const { match } = playback.state;
    if (!isOn.value || !asked || !match) return;
    const { game } = match.header;
    const hint = await arena.hint(game, asked.turn.view, asked.player).catch(() => null);
    if (open !== asked || !isOn.value || !hint) return;
    given();
    const next = gameViewOf(game).hintOf(hint, { ...asked.turn, player: asked.player });
    shown = next;
    const { what, expected } = next;
    const id = expected ? 'hint.more' : 'hint.says';
    batch(() => {
      settle();
      text.value = say([id, { by: hint.by, what, expected }], namesOf(match.header));
    });
    mark();
  }

  playback.subscribe(mark);
  session.onGame((next) => {
    current.value = next;
    settle();
  });

  return {
    ...{ isOn, text, place },
    /** @param player the person who is asked for a move */
    turn(player: number, turn: Turn) {
      hide();
      open = { player, turn };
      show();
    },
    /** Nobody is asked any more. */
    clear() {
      open = null;
      hide();
    },
    expect(played: boolean) {
      isPlayed = played;
      settle();
    },
    toggle() {
      const others = [...on.value].filter((game) => game !== current.value);
      on.value = new Set(isOn.value ? others : [...others, current.value]);
      tabStore.set(KEY, [...on.value]);
      if (isOn.value) show();
      else hide();
      settle();
    },
  };
}

export function HintInWords({ hints }: { hints: Hints }) {
  const says = useRef<HTMLParagraphElement>(null);
  const text = hints.text.value;
  useLayoutEffect(() => {
    if (says.current) says.current.scrollTop = 0;
  }, [text]);
  return (
    <p
      ref={says}
      class="hand-hint"
      role="status"
      hidden={hints.place.value === 'none'}
      data-idle={hints.place.value === 'shown' ? undefined : ''}
    >
      {text}
    </p>
  );
}
