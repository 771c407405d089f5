// What the console shows: of whom, of which kind, and where the words that are searched for were said. No DOM.

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

/** How long the typing has to rest before all turns are searched, in milliseconds. */
const TYPING_REST_MS = 200;

export type ConsoleState = ReturnType<typeof createConsoleState>;

export function createConsoleState({ state, frame, called }: Watched, playback: Playback) {
  const filter = signal<Filter>({ player: null, kind: null });
  const wanted = signal('');
  /** How often there was something to look at: a hit has come into sight. */
  const found = signal(0);
  /** Of the turn that is shown. */
  const names = signal<string[]>([]);
  const folds = new Map<number, Fold>();
  /** The names of those who played to the end. */
  let players = '';
  effect(() => {
    const shown = frame.value;
    const next = shown?.names ?? [];
    if (names.peek().join('\n') !== next.join('\n')) names.value = next;
    // Others may have played the first turns: that is the same match.
    const all = shown ? namesOf(shown.match.header).join('\n') : '';
    if (players === all) return;
    players = all;
    folds.clear();
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
        (message, turn) => say(message, namesAt(match.header, turn)),
        searched.turns,
      );
      // What a human must not see is not found either.
      const seen = bound ? all.filter(({ player }) => bound.includes(player)) : all;
      searched = { ...searched, turns: length, hits: [...searched.hits, ...seen] };
    }
    return searched.hits;
  });

  /** The turns so far on which something was said, and how many were looked through. */
  let heard: { key: string; match: Match | null; turns: number; found: number[] } = {
    ...{ key: '', match: null, turns: 0, found: [] },
  };

  const spoken = computed<readonly number[]>(() => {
    const { match, bound, curtain } = state.value;
    if (!match || curtain) return [];
    const key = JSON.stringify([filter.value, bound]);
    if (key !== heard.key || match !== heard.match) heard = { key, match, turns: 0, found: [] };
    const { player, kind } = filter.value;
    // Which players a person may see is among the answers that are left.
    const isHeard = (record: TurnRecord | undefined) =>
      seenBy(bound, record)?.answers.some(
        (answer) => (player === null || answer.player === player) && saysAnything(answer, match.header, kind),
      );
    const more = match.records.slice(heard.turns).flatMap((record, k) => {
      return isHeard(record) ? [heard.turns + k] : [];
    });
    const found = more.length > 0 ? [...heard.found, ...more] : heard.found;
    heard = { ...heard, turns: match.records.length, found };
    // A fault that is left out of a turn may be all that was said on it.
    const left = leftOut();
    return left.length === 0
      ? found
      : found.filter((turn) => !left.some((each) => each.turn === turn) || isHeard(listedAt(turn)));
  });

  /**
   * The faults that the turn which is shown says as well, or another one that is listed: a bot that could not be started
   * has the same one at the start and on its first turn, and the console tells it once.
   */
  function leftOut(): { turn: number; player: number }[] {
    const { match, position } = state.peek();
    return [...notedAgain(match?.records ?? [])].map(([player, turn]) => ({
      player,
      turn: position === 0 ? turn : 0,
    }));
  }

  /** What was answered on a turn that is not shown. */
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
    /** What somebody has opened of a player's part. */
    foldOf(player: number): Fold {
      const fold = folds.get(player) ?? { isWhole: false, isOpen: false };
      folds.set(player, fold);
      return fold;
    },
    /** The turn that was chosen in the console itself, until it is shown (-1: none), and how far below its top it stood. */
    asked: { turn: -1, top: 0 },
    /** What was answered on a turn that is not shown, as far as it may be seen. */
    recordAt: (turn: number) => seenBy(state.peek().bound, listedAt(turn)),
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
