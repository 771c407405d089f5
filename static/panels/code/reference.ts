// The reference beside the editor: opens and shuts it, and follows the position that is shown. What is in it is loaded
// when it is first opened.

import { copyText } from '../../base/ui/copy.js';
import { find, on } from '../../base/ui/dom.js';
import { inPlace, tried } from '../../base/ui/lazy.js';
import type { Notices } from '../../base/ui/notices.js';
import type { Arena } from '../../engine/arena.js';
import type { Playback } from '../../match/playback.js';
import type { Match, Seen } from '../../match/types.js';
import type { Visit } from '../../match/visit.js';
import type { createReferenceView } from './reference-view.ts';

/** How long a position has to be shown before it is asked what a bot sees there, in milliseconds. */
const REST = 250;

interface Outside {
  visit: Visit;
  playback: Playback;
  arena: Pick<Arena, 'seen'>;
  notices: Notices;
}

export function createReference({ visit, playback, arena, notices }: Outside) {
  const panel = find(document, '#reference', HTMLElement);
  const button = find(document, '#show-reference', HTMLButtonElement);
  let view: ReturnType<typeof createReferenceView> | null = null;
  let isOpen = false;
  let giveUp = new AbortController();
  let timer = 0;
  /** What the example is of. */
  let shown: { match: Match | null; position: number; player: number } | null = null;
  /** The seat that was chosen; null: the likeliest. */
  let chosen: number | null = null;

  /** The seats whose view may be shown: a person who plays sees only what the game shows this person. */
  function seats() {
    const { match, bound } = playback.state;
    if (!match || match.origin === 'coming' || match.header.game !== visit.game) return [];
    return bound ? [...bound] : match.header.players.map((_, k) => k);
  }

  function follow() {
    clearTimeout(timer);
    if (!isOpen || !view) return;
    timer = window.setTimeout(refresh, playback.state.playing ? 4 * REST : REST);
  }

  async function refresh() {
    const { match, position, playing } = playback.state;
    // Elsewhere than beside the editor nobody sees it.
    if (!view || !isOpen || visit.stage !== 'code') return;
    // Playing a match again for every frame would take time from what is played.
    if (playing) return follow();
    const all = seats();
    if (chosen !== null && !all.includes(chosen)) chosen = null;
    const player = chosen ?? all.find((k) => match?.header.players[k]?.kind === 'code') ?? all[0] ?? -1;
    if (shown?.match === match && shown.position === position && shown.player === player) return;
    shown = { match, position, player };
    giveUp.abort();
    giveUp = new AbortController();
    const { signal } = giveUp;
    const tell = (seen: Seen | null) =>
      view?.example(match && all.length > 0 ? { match, all, player, seen } : null);
    const text = all.length > 0 ? await match?.replay() : null;
    if (signal.aborted) return;
    const seen = text ? await arena.seen(text, position, player, signal).catch(() => null) : null;
    if (!signal.aborted) tell(seen);
  }

  function show(isWanted: boolean) {
    isOpen = isWanted;
    panel.hidden = !isOpen;
    button.setAttribute('aria-expanded', String(isOpen));
  }

  const say = inPlace(panel);

  async function load() {
    const { createReferenceView } = await import('./reference-view.ts');
    view ??= createReferenceView(panel, {
      close,
      copy: (text) => copyText(text, notices),
      choose(player) {
        chosen = player;
        refresh();
      },
    });
    await view.game(visit.game);
    return view;
  }

  async function open() {
    show(true);
    const made = await tried(load, say, open);
    shown = null;
    if (!isOpen || !made) return;
    made.focus();
    refresh();
  }

  function close() {
    if (!isOpen) return;
    clearTimeout(timer);
    giveUp.abort();
    show(false);
    button.focus();
  }

  on(button, 'click', () => (isOpen ? close() : open()));
  on(panel, 'keydown', (event) => event.key === 'Escape' && close());
  playback.subscribe(follow);
  visit.onGame(() => isOpen && open());
}
