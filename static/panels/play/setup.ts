// The setup of the next match: the players and the seed. The tabs Play and Code each keep a choice for every game; a typed seed is
// used on both. No DOM.

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
  /** the page has the first positions of the seeds from 1 to this one */
  starts: number;
  /** the seeds among them on which a match is over before anything has happened */
  dull: number[];
  players: [number, number];
}

/** The players, in the words of an address, and the seed. */
export interface Choice {
  seats: string[];
  seed: string;
}

/** seed: a random seed that was drawn for this tab since one was typed; null if none was. */
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
  /** The wanted player of each seat, also while its version is not read yet. */
  const wanted = signal<readonly string[]>([]);
  const own = signal('');
  const listed = signal<readonly Version[]>([]);
  const beaten = signal<readonly string[]>([]);
  /** The seed as it is typed. */
  const typed = signal('');
  let versionsKnown = false;
  /** The random seeds of tabs on which nothing was chosen, so that they stay the same when the user comes back. */
  const drawn = new Map<string, string>();
  /** The last valid seed. */
  let last = newSeed(first.hides);

  const limits = computed(() => seatsOf(game.value));
  const offered = computed(() => choices(game.value, beaten.value, own.value, listed.value));
  const words = computed(
    () => new Set(offered.value.flatMap(({ options }) => options.map(([word]) => word))),
  );
  /** The available player of each seat. */
  const seats = computed(() => wanted.value.map((word) => (words.value.has(word) ? word : CODE)));
  const isBadSeed = computed(() => readSeed(typed.value.trim()) === null);

  /** The name of a player in the lists of seats. */
  const nameOf = (word: string) =>
    offered.value.flatMap(({ options }) => options).find(([each]) => each === word)?.[1] ?? word;

  /** The words of the button that begins this match. */
  const verb = computed(() => {
    if (tab.value === 'code') return t('match.run');
    const others = seats.value.filter((word) => word !== ME);
    const names = others.map((word) => bareName({ name: word === CODE ? own.value : word }));
    return verbOf(names, wanted.value.includes(ME));
  });

  const choice = (): Choice => ({ seats: [...wanted.value], seed: seed() });
  const seed = () => readSeed(typed.value.trim()) ?? last;

  /** The seed after a match. Users who have not won yet get one on which something happens. */
  const nextSeed = (played: string) =>
    beaten.value.length > 0 ? newSeed(game.value.hides) : firstSeed(game.value, played);

  function setSeed(next: string) {
    last = next;
    typed.value = next;
  }

  /** The kept choice of a tab; null if nothing was chosen there. */
  const keptOf = (other: Offer, on: Tab) => store.get(keyOf(other, on), null as Kept | null);

  /** The seed that was typed last, on either tab; null if none was. */
  const typedFor = ({ name }: Offer) => store.get(`seed.${name}`, null as string | null);

  function save() {
    const isTyped = typedFor(game.value) === seed();
    const kept: Kept = { seats: [...wanted.value], ...(!isTyped && { seed: seed() }) };
    store.set(keyOf(game.value, tab.value), kept);
    changed(choice());
  }

  /** Stores the typed seed for both tabs, whoever plays there. */
  function saveSeed() {
    const of = game.value;
    store.set(`seed.${of.name}`, seed());
    for (const each of TABS) {
      drawn.delete(keyOf(of, each));
      const kept = keptOf(of, each);
      if (kept) store.set(keyOf(of, each), { seats: kept.seats });
    }
  }

  /** The seed of a tab: the typed one, or else a random one. */
  function seedFor(other: Offer, on: Tab) {
    const key = keyOf(other, on);
    const found = drawn.get(key) ?? typedFor(other) ?? firstSeed(other);
    drawn.set(key, found);
    return found;
  }

  /** @param number the number of seats, limited to what the game allows */
  function seat(number: number, next = wanted.value) {
    const { fewest, most } = limits.value;
    const length = Math.min(most, Math.max(fewest, number));
    wanted.value = Array.from({ length }, (_, k) => next[k] ?? game.value.sparring);
  }

  /** To be called when the bot in the editor was renamed, there are more versions, or another house bot was beaten. */
  function refresh() {
    batch(() => {
      own.value = editor.current().name;
      listed.value = code.versions();
      beaten.value = beatenIn(store, game.value.name);
    });
    if (versionsKnown) forgetLost();
  }

  /** Replaces a version that does not exist: it was dropped, or the address is from another browser. */
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
     * Uses another game or tab. The players and the seed in the address take precedence over the last choice.
     *
     * @param said from the address; a seat that is '' is chosen here
     * @returns whether the address names other players, or another seed
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
    /** The problem of the setup in words; null if none. */
    problem: () => (isBadSeed.value ? t('setup.badSeed', { high: LAST_SEED }) : null),
    read: (): { seats: Seat[]; seed: string } => ({
      seats: seats.value.map((word) => seatOf(word, editor.current(), code.versions())),
      seed: seed(),
    }),
    /** Chooses another player for a seat. */
    take(k: number, word: string) {
      wanted.value = seats.value.with(k, word);
      save();
    },
    /** To be called when the user types a seed. */
    type(text: string) {
      typed.value = text;
      if (isBadSeed.value) return;
      saveSeed();
      save();
    },
    /** The house bot against the bot in the editor; null if there is none, or several. */
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
    /** The chosen seed, or a new one if that was just played. */
    otherSeed: (played: string) => (seed() === played ? nextSeed(played) : seed()),
    /** Draws a new seed for the next match, if the chosen one was just played by a person, who knows its map. */
    renew(played: string) {
      if (seed() !== played) return;
      setSeed(nextSeed(played));
      // If the user has never chosen an opponent, nothing is stored: the fitting one may be another one by now.
      if (keptOf(game.value, tab.value)) save();
      else {
        drawn.set(keyOf(game.value, tab.value), seed());
        changed(choice());
      }
    },
    /** Sets the number of seats, limited to what the game allows. */
    resize(number: number) {
      seat(number);
      save();
    },
    /** To be called when all versions of this game are read. */
    haveVersions() {
      versionsKnown = true;
      refresh();
    },
  };
}

/** The words of a button that begins a match. @param bots the bots' names @param isByHand whether a person plays */
export function verbOf(bots: readonly string[], isByHand: boolean): string {
  const [name, ...more] = bots;
  if (!isByHand) return t('match.watch');
  return name === undefined || more.length > 0 ? t('match.play') : t('match.against', { name });
}

/** The storage key for the choice of a tab. */
const keyOf = (game: Offer, tab: Tab) => `setup.${tab}.${game.name}`;

/** The default players. */
const usualSeats = (game: Offer, tab: Tab, beaten: readonly string[]) =>
  tab === 'play' ? [ME, fittingRival(game, beaten)] : [CODE, game.sparring];
