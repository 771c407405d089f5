// The buttons below a match that somebody else played: play its map, or write a bot against one of its bots.

import { signal } from '@preact/signals';
import { render } from 'preact';
import type { App } from '../../app.ts';
import { part } from '../../base/ui/dom.ts';
import { Button } from '../../base/ui/parts.tsx';
import { HUMAN, MOST_SEATS } from '../../base/values/seats.ts';
import { t } from '../../base/words/index.ts';
import { unusual } from '../../match/options.ts';
import type { Match, MatchSpec, Player, Seat } from '../../match/types.ts';
import { CODE } from './seats.ts';

/** The part of what a game offers that is used here. */
interface Offer {
  house: string[];
  options: Record<string, { default: unknown }>;
}

interface Options {
  isUnderWay: () => boolean;
  /** the match whose map the main button plays; null if it plays another one */
  main: () => Pick<Match, 'header'> | null;
  start: (spec: MatchSpec) => void;
  /** puts options into the settings of the chosen game */
  setOptions: (options: Record<string, unknown>) => unknown;
}

export function createOnward(app: App, { isUnderWay, main, start, setOptions }: Options) {
  const { playback, router } = app;
  const games: Record<string, Offer> = app.games;
  /** The shown match, if somebody sent or saved it; else null. */
  const shown = signal<Match | null>(null);

  const houseOf = (game: string) => games[game]?.house ?? [];

  const isHere = (game: string, { kind, name }: Player) => kind === 'house' && houseOf(game).includes(name);

  /** Begins a match on the map. The user takes the first seat whose player is not available, or else the first seat. */
  async function playMap({ header, records, replay, sealed }: Match) {
    // The bots' random choices, such as the places of their planes, are a part of the map, and are in the replay.
    const before = sealed || records.length > 1 ? await replay() : null;
    const { game, players, seed, options, clock } = header;
    const mine = Math.max(
      0,
      players.findIndex((player) => !isHere(game, player)),
    );
    const [usual = ''] = houseOf(game);
    const seats = players.map((player, k): Seat => {
      if (k === mine) return { kind: 'human', name: HUMAN };
      return { kind: 'house', name: isHere(game, player) ? player.name : usual };
    });
    router.go({ game, tab: 'play' });
    start({ game, seats, seed, options, clock, ...(before && { fork: { replay: before, turn: 0 } }) });
  }

  /**
   * The house bot with the best place, or, as long as the result must not be given away, the first one; undefined if none plays.
   */
  function rivalIn({ header: { game, players }, result }: Match) {
    const places = app.watch.watched.untold.value ? undefined : result?.places;
    const placeOf = (player: Player) => places?.[players.indexOf(player)] ?? 0;
    const [best] = players.filter((player) => isHere(game, player)).sort((a, b) => placeOf(a) - placeOf(b));
    return best;
  }

  /** Sets up the code in the editor against that bot, on the same map. */
  function writeAgainst({ header: { game, players, seed, options } }: Match, rival: Player) {
    const seats = players.map(() => rival.name);
    seats[players.indexOf(rival) === 0 ? 1 : 0] = CODE;
    router.go({ game, tab: 'code', seats, seed });
    setOptions(Object.fromEntries(unusual(options, games[game]?.options)));
  }

  function refresh() {
    const { match } = playback.state;
    const isOffered =
      match?.origin === 'replay' && match.header.players.length <= MOST_SEATS && !isUnderWay();
    shown.value = isOffered ? match : null;
  }

  function Onward() {
    const match = shown.value;
    if (!match) return null;
    const rival = rivalIn(match);
    return (
      <>
        {/* Not if the main button does the same. */}
        {main() !== match && <Button icon="play" says={t('onward.map')} onClick={() => playMap(match)} />}
        {rival && (
          <Button
            icon="pencil"
            says={t('onward.write', { name: rival.name })}
            onClick={() => writeAgainst(match, rival)}
          />
        )}
      </>
    );
  }

  playback.subscribe(refresh);
  render(<Onward />, part('.onward-place'));
  return { refresh, playMap };
}
