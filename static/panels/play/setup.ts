// The setup of the next match: who plays, and on which seed. The tabs Play and Code keep a choice each, for every game; a
// seed that was typed holds on both of them. No DOM.

import { batch, computed, signal } from '@preact/signals';
import type { App } from '../../app.ts';
import { beatenIn } from '../../base/storage/beaten.ts';
import type { Version } from '../../base/storage/versions.ts';
import { bareName } from '../../base/values/bundle-shape.ts';
import { LAST_SEED, readSeed, seatsOf } from '../../base/values/seats.ts';
import { t } from '../../base/words/index.ts';
import type { Seat } from '../../match/types.ts';
import { firstSeed, fittingRival, newSeed } from './first.ts';
import type { Rung } from './seats.ts';
import { CODE, choices, ME, seatOf } from './seats.ts';

/** The part of what a game offers that is used here. */
export interface Offer {
  name: string;
  house: string[];
  /** the weakest first */
  ladder: Rung[];
  /** the weakest house bot that tries to win */
  sparring: string;
  /** whether the game hides something from its players */
  hides: boolean;
  /** of the seeds from 1 to this one the page has the first position */
  starts: number;
  /** those of them on which a match is over before anything has happened */
  dull: number[];
  players: [number, number];
}

/** Who plays, in the words of an address. */
export interface Choice {
  seats: string[];
  seed: string;
}

/** seed: one that was drawn for this tab since one was typed. */
interface Kept {
  seats: string[];
  seed?: string | null;
}

const TABS = ['play', 'code'] as const;
export type Tab = (typeof TABS)[number];
export type Setup = ReturnType<typeof createSetup>;

/** @param first the game that is set up first */
export function createSetup(app: App, first: Offer, changed: (choice: Choice) => void) {
  const { store, editor, code } = app;
  const game = signal(first);
  const tab = signal<Tab>('code');
  /** What each seat is meant to be, also while its version has not been read yet. */
  const wanted = signal<readonly string[]>([]);
  const own = signal('');
  const listed = signal<readonly Version[]>([]);
  const beaten = signal<readonly string[]>([]);
  /** The seed as it is typed. */
  const typed = signal('');
  let versionsKnown = false;
  /** The seeds of tabs on which nothing was chosen: whoever comes back finds the same one. */
  const drawn = new Map<string, string>();
  /** The last valid seed. */
  let last = newSeed(first.hides);

  const limits = computed(() => seatsOf(game.value));
  const offered = computed(() => choices(game.value, beaten.value, own.value, listed.value));
  const words = computed(
    () => new Set(offered.value.flatMap(({ options }) => options.map(([word]) => word))),
  );
  /** Who is there for each seat. */
  const seats = computed(() => wanted.value.map((word) => (words.value.has(word) ? word : CODE)));
  const isBadSeed = computed(() => readSeed(typed.value.trim()) === null);

  /** What the lists of seats call it. */
  const nameOf = (word: string) =>
    offered.value.flatMap(({ options }) => options).find(([each]) => each === word)?.[1] ?? word;

  /** What the button says that begins this match. */
  const verb = computed(() => {
    if (tab.value === 'code') return t('match.run');
    const others = seats.value.filter((word) => word !== ME);
    const names = others.map((word) => bareName({ name: word === CODE ? own.value : word }));
    return verbOf(names, wanted.value.includes(ME));
  });

  const choice = (): Choice => ({ seats: [...wanted.value], seed: seed() });
  const seed = () => readSeed(typed.value.trim()) ?? last;

  /** The seed after a match: who has not won yet stays on those on which something happens. */
  const nextSeed = (played: string) =>
    beaten.value.length > 0 ? newSeed(game.value.hides) : firstSeed(game.value, played);

  function setSeed(next: string) {
    last = next;
    typed.value = next;
  }

  /** What is kept of a tab; null: nothing was chosen there. */
  const keptOf = (other: Offer, on: Tab) => store.get(keyOf(other, on), null as Kept | null);

  /** The seed that was typed last, on either tab; null: none was. */
  const typedFor = ({ name }: Offer) => store.get(`seed.${name}`, null as string | null);

  function save() {
    const isTyped = typedFor(game.value) === seed();
    const kept: Kept = { seats: [...wanted.value], ...(!isTyped && { seed: seed() }) };
    store.set(keyOf(game.value, tab.value), kept);
    changed(choice());
  }

  /** The seed that was typed holds on the other tab as well, whoever plays there. */
  function saveSeed() {
    const of = game.value;
    store.set(`seed.${of.name}`, seed());
    for (const each of TABS) {
      drawn.delete(keyOf(of, each));
      const kept = keptOf(of, each);
      if (kept) store.set(keyOf(of, each), { seats: kept.seats });
    }
  }

  /** The seed of a tab for which none was drawn since one was typed. */
  function seedFor(other: Offer, on: Tab) {
    const key = keyOf(other, on);
    const found = drawn.get(key) ?? typedFor(other) ?? firstSeed(other);
    drawn.set(key, found);
    return found;
  }

  /** @param number of seats, if the game allows it */
  function seat(number: number, next = wanted.value) {
    const { fewest, most } = limits.value;
    const length = Math.min(most, Math.max(fewest, number));
    wanted.value = Array.from({ length }, (_, k) => next[k] ?? game.value.sparring);
  }

  /** The bot in the editor has another name, or there are more versions, or another rung was climbed. */
  function refresh() {
    batch(() => {
      own.value = editor.current().name;
      listed.value = code.versions();
      beaten.value = beatenIn(store, game.value.name);
    });
    if (versionsKnown) forgetLost();
  }

  /** A version that was named and is not there: it was dropped, or the address is another browser's. */
  function forgetLost() {
    const lost = wanted.value.filter((word, k) => seats.value[k] !== word);
    if (lost.length === 0) return;
    app.wrong([...new Set(lost)].map((value) => ['address.version', { value }]));
    wanted.value = seats.value;
    changed(choice());
  }

  return {
    ...{ game, tab, wanted, seats, limits, offered, typed, isBadSeed, verb },
    ...{ choice, refresh, nameOf },
    /**
     * Another game, or another tab; what the address names goes before what was chosen last.
     *
     * @param said a seat that is '' is left to this
     * @returns whether the address names players, or a seed, other than those
     */
    use(other: Offer, on: Tab, said: { seats: string[] | null; seed: string | null }): boolean {
      versionsKnown = versionsKnown && game.value === other;
      const usual = usualSeats(other, on, beatenIn(store, other.name));
      const stored = keptOf(other, on);
      const kept = { seats: stored?.seats ?? usual, seed: stored?.seed ?? seedFor(other, on) };
      const next = (said.seats ?? kept.seats).map((word, k) => word || usual[k] || other.sparring);
      batch(() => {
        game.value = other;
        tab.value = on;
        setSeed(said.seed ?? kept.seed);
        seat(next.length, next);
        refresh();
      });
      changed(choice());
      const isOtherSeed = stored !== null && said.seed !== null && said.seed !== kept.seed;
      return isOtherSeed || next.join() !== kept.seats.join();
    },
    /** What is wrong with it, in words; null: nothing. */
    problem: () => (isBadSeed.value ? t('setup.badSeed', { high: LAST_SEED }) : null),
    read: (): { seats: Seat[]; seed: string } => ({
      seats: seats.value.map((word) => seatOf(word, editor.current(), code.versions())),
      seed: seed(),
    }),
    /** Another player for a seat. */
    take(k: number, word: string) {
      wanted.value = seats.value.with(k, word);
      save();
    },
    /** The seed is another one, or is being typed. */
    type(text: string) {
      typed.value = text;
      if (isBadSeed.value) return;
      saveSeed();
      save();
    },
    /** The house bot that plays against one's own in the editor; null: there is none, or several. */
    opponent() {
      if (tab.value !== 'code') return null;
      const [other, ...more] = seats.value.filter((word) => game.value.house.includes(word));
      return other !== undefined && more.length === 0 ? other : null;
    },
    draw: () => newSeed(game.value.hides),
    /** Chooses the players and the seed of the next match. */
    choose(next: Choice) {
      batch(() => {
        setSeed(next.seed);
        seat(next.seats.length, next.seats);
      });
      save();
    },
    /** The seed that is chosen, unless it is this one: then a new one. */
    otherSeed: (played: string) => (seed() === played ? nextSeed(played) : seed()),
    /** A person knows the map of this seed by now: the next match gets another one. */
    renew(played: string) {
      if (seed() !== played) return;
      setSeed(nextSeed(played));
      // Who has never chosen an opponent is given the one that fits, and that may be another one by now.
      if (keptOf(game.value, tab.value)) save();
      else {
        drawn.set(keyOf(game.value, tab.value), seed());
        changed(choice());
      }
    },
    /** So many seats, if the game allows it. */
    resize(number: number) {
      seat(number);
      save();
    },
    /** All versions of this game are there now. */
    haveVersions() {
      versionsKnown = true;
      refresh();
    },
  };
}

/** What a button says that begins a match. @param bots their names @param isByHand whether a person plays */
export function verbOf(bots: readonly string[], isByHand: boolean): string {
  const [name, ...more] = bots;
  if (!isByHand) return t('match.watch');
  return name === undefined || more.length > 0 ? t('match.play') : t('match.against', { name });
}

/** Where the choice of a tab is kept. */
const keyOf = (game: Offer, tab: Tab) => `setup.${tab}.${game.name}`;

/** The default players. */
const usualSeats = (game: Offer, tab: Tab, beaten: readonly string[]) =>
  tab === 'play' ? [ME, fittingRival(game, beaten)] : [CODE, game.sparring];
