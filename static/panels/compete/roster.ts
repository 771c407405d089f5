// Who can be entered: the bot in the editor, its versions, the other bots of the library, and house bots.

import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Choices } from '../../base/ui/field.tsx';
import { t } from '../../base/words/index.ts';
import type { Entrant } from '../../contest/types.ts';
import type { Code } from '../../match/types.ts';
import { firstField, houseBot, ownBot, shown, versionOf } from './specs.ts';
import type { Compete } from './view.tsx';

/** The word of the bot in the editor. */
export const EDITOR = 'code';
/** How the word of an entrant of an earlier contest begins, who plays as it was entered there. */
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
  /** Grows when the library has changed. */
  const changes = signal(0);

  const titleOf = (code: Code, number: number | null) =>
    number === null
      ? t('compete.roster.edited', { name: shown(code) })
      : t('versions.title', { name: shown(code), number });

  /** What can be chosen. */
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

  /** @returns null: it is not there any more */
  function entrantOf(word: string): Entrant | null {
    const [kind, name = ''] = word.split(/:(.*)/s);
    if (kind === 'house') return house.includes(name) ? houseBot(name) : null;
    if (kind === EARLIER) {
      const [contest, at] = name.split(':').map(Number);
      return contests.list().find(({ id }) => id === contest)?.entrants[at ?? -1] ?? null;
    }
    if (kind === EDITOR || kind === 'bot') {
      const id = kind === EDITOR ? bot.id(game) : Number(name);
      // The text of a deleted one is kept for a while.
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
    /** What a bot of the library is called. */
    nameOf: (id: number) => shown(bot.code(id) ?? { name: '' }),
    /** The words of the user's bots, the one in the editor first. */
    mine: () => choices()[0]?.options.map(([word]) => word) ?? [],
    /** The word by which a bot is found again when another one is in the editor. */
    lasting: (word: string) => (word === EDITOR ? `bot:${bot.id(game)}` : word),
    /** Where it stands on the ladder of the game; null: it does not. */
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
 * While the form is open, what comes into the library can be chosen, and bots that come as files take part.
 *
 * @param enter is told their words
 * @param changed a bot is called otherwise, has another text, or is gone
 * @param isListing the form shows all who take part
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
