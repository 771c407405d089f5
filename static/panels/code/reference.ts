// The reference beside the editor: opens and closes it, and follows the shown position. Its content is loaded when it is first
// opened.

import { effect, signal } from '@preact/signals';
import type { App } from '../../app.ts';
import { copyText } from '../../base/ui/copy.ts';
import { on, part } from '../../base/ui/dom.ts';
import { inPlace, tried } from '../../base/ui/lazy.ts';
import type { Match, Seen } from '../../match/types.ts';
import type { ReferenceView } from './reference-view.tsx';

/** Milliseconds that a position has to be shown before the engine is asked what a bot sees there. */
const SHOWN_FOR_MS = 250;

/** What a bot sees at the shown position. */
export interface Example {
  match: Match;
  /** the seats that can be chosen */
  all: number[];
  player: number;
  seen: Seen | null;
}

export function createReference({ session, playback, arena, notices }: App) {
  const panel = part('#reference');
  const button = { current: null as HTMLButtonElement | null };
  const isOpen = signal(false);
  let view: ReferenceView | null = null;
  let controller = new AbortController();
  let timer = 0;
  /** The match, position and player of the example. */
  let shown: { match: Match | null; position: number; player: number } | null = null;
  /** Whether the engine is being asked for the example. */
  let isAsking = false;
  /** The seat that the user chose; null for the default. */
  let chosen: number | null = null;

  /** The seats whose view may be shown: a person who plays may see only their own view. */
  function seats(): number[] {
    const { match, bound } = playback.state;
    if (!match || match.origin === 'coming' || match.header.game !== session.game) return [];
    return bound ? [...bound] : match.header.players.map((_, k) => k);
  }

  function follow() {
    const { playing } = playback.state;
    // While a match is playing, the timer is not restarted: the next position comes before it would end.
    if (playing && timer) return;
    clearTimeout(timer);
    timer = 0;
    if (!isOpen.value || !view) return;
    const look = () => {
      timer = 0;
      refresh();
    };
    timer = window.setTimeout(look, playing ? 4 * SHOWN_FOR_MS : SHOWN_FOR_MS);
  }

  async function refresh() {
    const { match, position, playing } = playback.state;
    // The reference is visible only beside the editor.
    if (!view || !isOpen.value || session.stage !== 'code') return;
    const all = seats();
    if (chosen !== null && !all.includes(chosen)) chosen = null;
    const player = chosen ?? all.find((k) => match?.header.players[k]?.kind === 'code') ?? all[0] ?? -1;
    const isSame = shown?.match === match && shown.player === player;
    if (isSame && shown?.position === position) return;
    // Asking for each position of a playing match would slow it down: one example is enough until it stops.
    if (playing && isSame && (isAsking || view.example.value?.seen)) return follow();
    shown = { match, position, player };
    isAsking = true;
    controller.abort();
    controller = new AbortController();
    const { signal: given } = controller;
    const text = all.length > 0 ? await match?.replay() : null;
    if (given.aborted) return;
    const seen = text ? await arena.seen(text, position, player, given).catch(() => null) : null;
    if (given.aborted) return;
    isAsking = false;
    view.example.value = match && all.length > 0 ? { match, all, player, seen } : null;
  }

  async function load() {
    const { createReferenceView } = await import('./reference-view.tsx');
    view ??= createReferenceView(panel, {
      close,
      copy: (text) => void copyText(text, notices),
      choose(player) {
        chosen = player;
        refresh();
      },
    });
    await view.game(session.game);
    return view;
  }

  const say = inPlace(panel);

  async function open(): Promise<void> {
    isOpen.value = true;
    const made = await tried(load, say, open);
    shown = null;
    if (!isOpen.value || !made) return;
    made.focus();
    refresh();
  }

  function close() {
    if (!isOpen.value) return;
    clearTimeout(timer);
    timer = 0;
    controller.abort();
    isOpen.value = false;
    button.current?.focus();
  }

  effect(() => {
    panel.hidden = !isOpen.value;
  });
  on(panel, 'keydown', (event) => event.key === 'Escape' && close());
  playback.subscribe(follow);
  session.onGame(() => isOpen.value && open());

  return { button, isOpen, toggle: () => (isOpen.value ? close() : void open()) };
}
