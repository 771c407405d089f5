// What the console shows: of whom, of which kind, and where the words that are searched for were said. No DOM.

import { batch, computed, effect, signal } from '@preact/signals';
import { MOST_SHOWN } from '../../base/values/seats.ts';
import { say } from '../../base/words/index.ts';
import type { Playback } from '../../match/playback.ts';
import type { Filter, Hit } from '../../match/search.ts';
import { find, nextHit, saidBy } from '../../match/search.ts';
import type { Match, TurnRecord } from '../../match/types.ts';
import type { Watched } from './state.ts';

/** How long the typing has to rest before all turns are searched, in milliseconds. */
const REST = 200;

export type ConsoleState = ReturnType<typeof createConsoleState>;

export function createConsoleState({ state, frame }: Watched, playback: Playback) {
  const filter = signal<Filter>({ player: null, kind: null });
  const wanted = signal('');
  /** How often there was something to look at: a hit has come into sight. */
  const found = signal(0);
  const names = signal<string[]>([]);
  effect(() => {
    const next = frame.value?.names ?? [];
    if (names.peek().join('\n') === next.join('\n')) return;
    names.value = next;
    filter.value = { ...filter.peek(), player: null };
  });
  /** What was typed and is not searched yet. */
  let typed = '';
  let timer = 0;

  function search() {
    clearTimeout(timer);
    wanted.value = typed.trim();
  }

  /** The hits so far, and the number of turns that were searched. */
  let searched: { key: string; match: Match | null; turns: number; hits: Hit[] } = {
    ...{ key: '', match: null, turns: 0, hits: [] },
  };

  const hits = computed(() => {
    const { match, bound } = state.value;
    if (!match || !wanted.value) return [];
    const key = JSON.stringify([wanted.value, filter.value, bound]);
    if (key !== searched.key || match !== searched.match) searched = { key, match, turns: 0, hits: [] };
    const { length } = match.records;
    if (searched.turns < length) {
      // A running match adds turns, and does not change the old ones.
      const all = find(
        match,
        wanted.value,
        filter.value,
        (message) => say(message, names.value),
        searched.turns,
      );
      // What a human must not see is not found either.
      const seen = bound ? all.filter(({ player }) => bound.includes(player)) : all;
      searched = { ...searched, turns: length, hits: [...searched.hits, ...seen] };
    }
    return searched.hits;
  });

  return {
    ...{ frame, filter, wanted, found, names },
    count: computed(() => hits.value.length),
    /** Which hit is on the turn that is shown; -1: none. */
    here: computed(() => hits.value.findIndex(({ turn }) => turn === state.value.position)),
    choose(change: Partial<Filter>) {
      filter.value = { ...filter.value, ...change };
    },
    type(text: string) {
      typed = text;
      clearTimeout(timer);
      timer = window.setTimeout(() => {
        batch(() => {
          search();
          found.value += 1;
        });
      }, REST);
    },
    go(by: 1 | -1) {
      search();
      const hit = hits.value[nextHit(hits.value, playback.state.position, by)];
      if (!hit) return;
      batch(() => {
        playback.goTo(hit.turn);
        found.value += 1;
      });
    },
    /** What is shown, as text. */
    asText: () =>
      frame.value ? asText(frame.value.record, frame.value.match, filter.value, names.value) : '',
  };
}

function asText(
  record: TurnRecord | undefined,
  { header }: Match,
  { player: whose, kind: wanted }: Filter,
  names: string[],
) {
  const parts = (record?.answers ?? [])
    .filter(({ player }) => whose === null || whose === player)
    .map((answer) => {
      const said = saidBy(answer, header, (message) => say(message, names));
      const texts = said.filter(({ kind }) => !wanted || kind === wanted).map(({ text }) => text);
      return [names[answer.player] ?? '', ...texts.map((text) => text.replace(/\n$/, ''))].join('\n');
    });
  return `${parts.join('\n\n')}\n`;
}

/** The players with an article: all, or of very many those who have answered. */
export function listed(record: TurnRecord | undefined, count: number): number[] {
  if (count <= MOST_SHOWN) return Array.from({ length: count }, (_, k) => k);
  return (record?.answers ?? []).slice(0, MOST_SHOWN).map(({ player }) => player);
}
