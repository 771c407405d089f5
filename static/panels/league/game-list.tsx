// The list of all games of a season, the latest first; each can be watched.

import { List } from '../../base/ui/list.tsx';
import { Button } from '../../base/ui/parts.tsx';
import { moment, t } from '../../base/words/index.ts';
import type { Game } from './games.ts';
import type { State } from './state.ts';

const POINTS = { w: ['1', '0'], d: ['½', '½'], l: ['0', '1'] } as const;

export function GameList({ state }: { state: State }) {
  const { allGames, games, most, bot, against, names, leftOut } = state;
  if (!allGames.value) return null;
  return (
    <section class="league-part" id="league-games">
      <h3>{t('league.games')}</h3>
      <div class="league-filter">
        <BotChoice
          says={t('league.gamesOf')}
          value={bot.value}
          names={names.value}
          choose={(name) => state.listGames(name)}
        />
        {bot.value && (
          <BotChoice
            says={t('league.against')}
            value={against.value}
            names={names.value.filter((name) => name !== bot.value)}
            choose={(name) => state.listGames(bot.value, name)}
          />
        )}
        <span class="league-count">{t('league.count', { count: games.value.length })}</span>
      </div>
      {games.value.length > 0 && (
        <List
          class="league-list"
          rows={games.value}
          most={most.value.games}
          more={() => state.more('games')}
          first="button"
        >
          {(game) => <Row key={game.key} game={game} state={state} />}
        </List>
      )}
      {leftOut.value > 0 && <p class="league-note">{t('league.leftOut', { count: leftOut.value })}</p>}
    </section>
  );
}

interface ChoiceProps {
  says: string;
  /** the chosen bot; '' for all */
  value: string;
  names: readonly string[];
  choose: (name: string) => void;
}

function BotChoice({ says, value, names, choose }: ChoiceProps) {
  return (
    <label>
      <span>{says}</span>
      <select value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        <option value="">{t('league.everybody')}</option>
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function Row({ game, state }: { game: Game; state: State }) {
  const { one, other, end, at } = game;
  const [mine, theirs] = POINTS[end];
  const time = at === null ? Number.NaN : Date.parse(at);
  return (
    <li>
      <span class="league-names">
        <span class={end === 'w' ? 'won' : undefined}>{one}</span>
        <span class="league-ends">{`${mine} : ${theirs}`}</span>
        <span class={end === 'l' ? 'won' : undefined}>{other}</span>
      </span>
      <span class="league-when">
        {!Number.isNaN(time) && <time dateTime={new Date(time).toISOString()}>{moment(time)}</time>}
        {/* The same two bots meet several times on one day, in both seats. */}
        <span>{t('league.gameNumber', { number: game.game + 1 })}</span>
      </span>
      <Button
        icon="play"
        class="quiet"
        says={t('league.watch')}
        aria-label={t('league.watchNamed', { one, other })}
        onClick={() => void state.watch(game)}
      />
    </li>
  );
}
