// The state of the console: whose output and which kind it shows, and the hits of a search. No DOM.

import { batch, computed, effect, signal } from '@preact/signals';
import { MOST_SHOWN } from '../../base/values/seats.ts';
import { say } from '../../base/words/index.ts';
import { namesAt, namesOf } from '../../games/names.ts';
import { notedAgain } from '../../match/faults.ts';
import type { Playback } from '../../match/playback.ts';
import type { Filter, Hit } from '../../match/search.ts';
import { find, nextHit, saidBy, saysAnything } from '../../match/search.ts';
import type { Match, TurnRecord } from '../../match/types.ts';
import type { Fold } from './article.tsx';
import type { Watched } from './state.ts';
import { seenBy } from './state.ts';

/** Milliseconds without a key press before all turns are searched. */
const TYPING_REST_MS = 200;

export type ConsoleState = ReturnType<typeof createConsoleState>;

export function createConsoleState({ state, frame, called }: Watched, playback: Playback) {
  const filter = signal<Filter>({ player: null, kind: null });
  const wanted = signal('');
  /** Increased when a hit is to be scrolled into view. */
  const found = signal(0);
  /** The names of the players of the shown turn. */
  const names = signal<string[]>([]);
  const folds = new Map<number, Fold>();
  /** The names of the players at the end of the match, one in each line. */
  let players = '';
  effect(() => {
    const shown = frame.value;
    const next = shown?.names ?? [];
    if (names.peek().join('\n') !== next.join('\n')) names.value = next;
    // In a fork, others have played the first turns: it is still the same match.
    const all = shown ? namesOf(shown.match.header).join('\n') : '';
    if (players === all) return;
    players = all;
    folds.clear();
    filter.value = { ...filter.peek(), player: null };
  });
  /** The typed text, which may not be searched yet. */
  let typed = '';
  let timer = 0;

  function search() {
    clearTimeout(timer);
    wanted.value = typed.trim();
  }

  /** The hits so far, and the number of searched turns. */
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
      // A running match only adds turns, so the old ones are not searched again.
      const all = find(
        match,
        wanted.value,
        filter.value,
        (message, turn) => say(message, namesAt(match.header, turn)),
        searched.turns,
      );
      // Texts that a human player must not see are not found.
      const seen = bound ? all.filter(({ player }) => bound.includes(player)) : all;
      searched = { ...searched, turns: length, hits: [...searched.hits, ...seen] };
    }
    return searched.hits;
  });

  /** The turns with output so far, and the number of turns that were checked. */
  let heard: { key: string; match: Match | null; turns: number; found: number[] } = {
    ...{ key: '', match: null, turns: 0, found: [] },
  };

  const spoken = computed<readonly number[]>(() => {
    const { match, bound, curtain } = state.value;
    if (!match || curtain) return [];
    const key = JSON.stringify([filter.value, bound]);
    if (key !== heard.key || match !== heard.match) heard = { key, match, turns: 0, found: [] };
    const { player, kind } = filter.value;
    // `seenBy` leaves only the answers that the user may see.
    const isHeard = (record: TurnRecord | undefined) =>
      seenBy(bound, record)?.answers.some(
        (answer) => (player === null || answer.player === player) && saysAnything(answer, match.header, kind),
      );
    const more = match.records.slice(heard.turns).flatMap((record, k) => {
      return isHeard(record) ? [heard.turns + k] : [];
    });
    const found = more.length > 0 ? [...heard.found, ...more] : heard.found;
    heard = { ...heard, turns: match.records.length, found };
    // If a fault is left out, its turn may have nothing else.
    const left = leftOut();
    return left.length === 0
      ? found
      : found.filter((turn) => !left.some((each) => each.turn === turn) || isHeard(listedAt(turn)));
  });

  /**
   * The faults to leave out because the shown turn, or another listed one, has the same: a bot that could not be started has the
   * same fault at the start and on its first turn, and the console shows it once.
   */
  function leftOut(): { turn: number; player: number }[] {
    const { match, position } = state.peek();
    return [...notedAgain(match?.records ?? [])].map(([player, turn]) => ({
      player,
      turn: position === 0 ? turn : 0,
    }));
  }

  /** The answers of a turn that is not the shown one. */
  function listedAt(turn: number): TurnRecord | undefined {
    const record = state.peek().match?.records[turn];
    const players = leftOut().flatMap((each) => (each.turn === turn ? [each.player] : []));
    if (!record || players.length === 0) return record;
    const answers = record.answers.map((answer) =>
      players.includes(answer.player) ? { ...answer, fault: null } : answer,
    );
    return { ...record, answers };
  }

  return {
    ...{ frame, filter, wanted, found, names, spoken },
    goTo: playback.goTo,
    called,
    /** The folds that the user has opened in a player's part. */
    foldOf(player: number): Fold {
      const fold = folds.get(player) ?? { isWhole: false, isOpen: false };
      folds.set(player, fold);
      return fold;
    },
    /** The turn that was chosen in the console, until it is shown (-1 if none), and its distance from the console's top. */
    asked: { turn: -1, top: 0 },
    /** The answers of a turn that is not the shown one, as far as the user may see them. */
    recordAt: (turn: number) => seenBy(state.peek().bound, listedAt(turn)),
    count: computed(() => hits.value.length),
    /** The index of the first hit on the shown turn; -1 if none. */
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
      }, TYPING_REST_MS);
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
    /** The shown output as text. */
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

/** The players with a part of their own: all, or, if there are very many, those who have answered. */
export function listed(record: TurnRecord | undefined, count: number): number[] {
  if (count <= MOST_SHOWN) return Array.from({ length: count }, (_, k) => k);
  return (record?.answers ?? []).slice(0, MOST_SHOWN).map(({ player }) => player);
}
