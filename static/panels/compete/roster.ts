// The bots that can be entrants: the bot in the editor, its versions, the other bots of the library, and house bots. Forms
// and drafts identify each by a word, such as `bot:7`.

import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Choices } from '../../base/ui/field.tsx';
import { t } from '../../base/words/index.ts';
import type { Entrant } from '../../contest/types.ts';
import type { Code } from '../../match/types.ts';
import { firstField, houseBot, ownBot, shown, versionOf } from './specs.ts';
import type { Compete } from './view.tsx';

/** The word for the bot in the editor. */
export const EDITOR = 'code';
/** The beginning of words for entrants of an earlier contest, who play as they were entered there. */
const EARLIER = 'of';
export const isEarlier = (word: string) => word.startsWith(`${EARLIER}:`);
/** Whether it is the word of a version of the bot in the editor. */
export const isVersion = (word: string) => /^v\d/.test(word);
export const wordOfEarlier = (contest: number, at: number) => `${EARLIER}:${contest}:${at}`;

export type Roster = ReturnType<typeof createRoster>;

export function createRoster(
  game: string,
  { games, bot, contests }: Pick<Compete, 'games' | 'bot' | 'contests'>,
) {
  const house = games[game]?.house ?? [];
  /** Increased when the library has changed. */
  const changes = signal(0);

  const titleOf = (code: Code, number: number | null) =>
    number === null
      ? t('compete.roster.edited', { name: shown(code) })
      : t('versions.title', { name: shown(code), number });

  /** The bots that can be chosen, in groups. */
  function choices(): Choices[] {
    changes.value;
    const others = bot.list(game).filter(({ isCurrent }) => !isCurrent);
    const edited = bot.current(game);
    const number = versionOf(bot.versions(game), edited, bot.id(game));
    const versions = [...bot.versions(game)].reverse();
    return [
      {
        label: t('compete.roster.mine'),
        options: [
          [EDITOR, titleOf(edited, number)],
          ...others.map(({ id, name }) => [`bot:${id}`, shown({ name })] as const),
        ],
      },
      {
        label: t('compete.roster.house'),
        options: house.map((name) => [`house:${name}`, name] as const),
      },
      {
        label: t('compete.roster.versions'),
        options: versions.map((each) => [`v${each.number}`, titleOf(each, each.nth)] as const),
      },
    ];
  }

  /** @returns null if the bot does not exist any more */
  function entrantOf(word: string): Entrant | null {
    const [kind, name = ''] = word.split(/:(.*)/s);
    if (kind === 'house') return house.includes(name) ? houseBot(name) : null;
    if (kind === EARLIER) {
      const [contest, at] = name.split(':').map(Number);
      return contests.list().find(({ id }) => id === contest)?.entrants[at ?? -1] ?? null;
    }
    if (kind === EDITOR || kind === 'bot') {
      const id = kind === EDITOR ? bot.id(game) : Number(name);
      // The text of a deleted bot is kept for a while, but it cannot be entered.
      if (kind === 'bot' && !bot.list(game).some((each) => each.id === id)) return null;
      const code = id === bot.id(game) ? bot.current(game) : bot.code(id);
      return code && ownBot(code, versionOf(bot.versions(game), code, id), id);
    }
    const version = bot.versions(game).find(({ number }) => word === `v${number}`);
    if (!version) return null;
    const title = t('versions.title', { name: shown(version), number: version.nth });
    return ownBot({ ...version, name: `${title}.py` }, version.nth, version.bot);
  }

  return {
    ...{ game, choices, entrantOf, house, open: bot.open },
    /** The name of a bot of the library. */
    nameOf: (id: number) => shown(bot.code(id) ?? { name: '' }),
    /** The words for the user's bots, the one in the editor first. */
    mine: () => choices()[0]?.options.map(([word]) => word) ?? [],
    /** The word that still means the same bot when another one is in the editor. */
    lasting: (word: string) => (word === EDITOR ? `bot:${bot.id(game)}` : word),
    /** Its rating on the ladder of the game; null if it has none. */
    ratingOf: ({ kind, house: name }: Entrant) =>
      kind === 'house' ? (games[game]?.ladder.find((rung) => rung.name === name)?.rating ?? null) : null,
    firstField: firstField(house, games[game]?.sparring ?? ''),
    usual: `house:${games[game]?.sparring ?? house[0] ?? ''}`,
    changed() {
      changes.value += 1;
    },
  };
}

/**
 * While the form is open, new bots of the library can be chosen, and bots from files become entrants.
 *
 * @param enter called with the words for bots from files
 * @param changed called when a bot was renamed, changed or deleted
 * @param isListing whether the form lists all entrants
 */
export function useArrivals(
  roster: Roster,
  { bot, receive }: Pick<Compete, 'bot' | 'receive'>,
  enter: (words: string[]) => void,
  changed: () => void,
  isListing = false,
) {
  useEffect(() => {
    const { game } = roster;
    const forget = bot.onChange(() => {
      roster.changed();
      changed();
    });
    const close = receive({ game, isListing, enter: (ids) => enter(ids.map((id) => `bot:${id}`)) });
    return () => {
      forget();
      close();
    };
  }, [roster]);
}
