// The reference beside the editor: opens and shuts it, and follows the position that is shown. What is in it is loaded when
// it is first opened.

import { effect, signal } from '@preact/signals';
import type { App } from '../../app.ts';
import { copyText } from '../../base/ui/copy.ts';
import { on, part } from '../../base/ui/dom.ts';
import { inPlace, tried } from '../../base/ui/lazy.ts';
import type { Match, Seen } from '../../match/types.ts';
import type { ReferenceView } from './reference-view.tsx';

/** How long a position has to be shown before it is asked what a bot sees there, in milliseconds. */
const SHOWN_FOR_MS = 250;

/** What a bot sees at the position that is shown. */
export interface Example {
  match: Match;
  /** the seats one may choose */
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
  /** What the example is of. */
  let shown: { match: Match | null; position: number; player: number } | null = null;
  /** Whether that is being worked out. */
  let isAsking = false;
  /** The seat that was chosen; null: the likeliest. */
  let chosen: number | null = null;

  /** The seats whose view may be shown: a person who plays sees only what the game shows this person. */
  function seats(): number[] {
    const { match, bound } = playback.state;
    if (!match || match.origin === 'coming' || match.header.game !== session.game) return [];
    return bound ? [...bound] : match.header.players.map((_, k) => k);
  }

  function follow() {
    const { playing } = playback.state;
    // The next picture of a match that is playing comes before the wait is over.
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
    // Elsewhere than beside the editor nobody sees it.
    if (!view || !isOpen.value || session.stage !== 'code') return;
    const all = seats();
    if (chosen !== null && !all.includes(chosen)) chosen = null;
    const player = chosen ?? all.find((k) => match?.header.players[k]?.kind === 'code') ?? all[0] ?? -1;
    const isSame = shown?.match === match && shown.player === player;
    if (isSame && shown?.position === position) return;
    // Playing a match again for every frame would take time from what is played: until it rests, one example is enough.
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
