// The bar above the players of a contest's game: which game it is, why this turn is shown, and the actions on it.

import { Button, Icon, IconButton } from '../../base/ui/parts.tsx';
import { t } from '../../base/words/index.ts';
import { gameViewOf } from '../../games/index.ts';
import { namesOf } from '../../games/names.ts';
import type { Tools } from '../watch/tools.ts';
import type { Opened, OpenedGame } from './opened.ts';
import { canPlayAgain } from './opened.ts';
import { reasonWords } from './reasons.ts';
import type { Place } from './view.tsx';

interface Props {
  game: OpenedGame;
  href: (place: Place) => string;
  /** shows the games of the contest in the theatre */
  toTheatre: () => void;
  chance: Tools['chance'];
}

export function OpenedBar({ game, href, toTheatre, chance }: Props) {
  const now = game.opened.value;
  if (!now) return null;
  const { row } = now;
  return (
    <section class="opened" aria-label={t('compete.opened')}>
      <div class="opened-row">
        <a
          class="opened-back"
          href={href({ tab: 'compete', game: row.game, contest: row.id })}
          aria-keyshortcuts="g"
          title={t('compete.opened.back', { title: row.title })}
          aria-label={t('compete.opened.back', { title: row.title })}
        >
          <Icon name="arrow-left" />
          <span>{row.title}</span>
        </a>
      </div>
      <div class="opened-row">
        <Walk game={game} />
        <IconButton
          class="opened-theatre"
          icon="maximize"
          says={t('compete.theatre')}
          title={t('compete.theatre.title')}
          aria-keyshortcuts="y"
          onClick={toTheatre}
        />
      </div>
      {game.again.value ? <Again game={game} now={now} /> : <Facts game={game} now={now} />}
      {game.mended.value.count > 0 && (
        <p class="opened-mended good" role="status">
          {t('compete.opened.mended', game.mended.value)}
        </p>
      )}
      {chance.isOffered.value && !game.again.value && (
        <Button
          icon="crosshair"
          data-action="lost"
          title={t('chance.title')}
          says={t('chance.ask')}
          onClick={chance.ask}
        />
      )}
      {canPlayAgain(row, now.cell) && (
        <Button icon="rotate" says={t('compete.opened.play')} onClick={game.playAgain} />
      )}
    </section>
  );
}

type Shown = Pick<Props, 'game'> & { now: Opened };

function Facts({ game, now }: Shown) {
  return (
    <>
      <p class="opened-facts">{factsOf(now)}</p>
      <p class="opened-why">
        <button type="button" class="quiet" onClick={game.toTurn}>
          {game.turnCalled(now.decided.at)}
        </button>
        <span>{whyOf(now)}</span>
      </p>
    </>
  );
}

/** Shown while the game is played again: the sentences about the game itself are not true of that match. */
function Again({ game, now }: Shown) {
  const { number } = now.cell;
  return (
    <>
      <p class="opened-why">{t('compete.opened.again', { number })}</p>
      <Button icon="arrow-left" says={t('compete.opened.toGame', { number })} onClick={game.toTurn} />
    </>
  );
}

/** The buttons to the next and the last game of the same kind. At an end a button keeps the focus. */
function Walk({ game }: Pick<Props, 'game'>) {
  const now = game.opened.value;
  const beside = game.beside.value;
  if (!beside || !now) return null;
  const { row, kind, cause } = now;
  const { place, count, before, after } = beside;
  const where =
    cause === null
      ? t(`compete.walk.${kind}`, { place, count })
      : t('compete.walk.cause', { cause: reasonWords(row.game, cause), place, count });
  return (
    // biome-ignore lint/a11y/useSemanticElements: These are no fields of a form.
    <div class="opened-walk" role="group" aria-label={where}>
      <IconButton
        icon="arrow-left"
        says={t(`compete.walk.${kind}.before`)}
        aria-keyshortcuts="Shift+L"
        aria-disabled={!before}
        onClick={game.previous}
      />
      <output>{where}</output>
      <IconButton
        icon="arrow-right"
        says={t(`compete.walk.${kind}.after`)}
        aria-keyshortcuts="l"
        aria-disabled={!after}
        onClick={game.next}
      />
    </div>
  );
}

/** The number and seed of the game, and the side of the entrant from whose view it is shown. */
function factsOf({ row, cell, match }: Opened) {
  const { number, seed, seat, outcome } = cell;
  const side = gameViewOf(row.game).sides[seat];
  const name = namesOf(match.header)[seat] ?? '';
  const place = t('compete.seat', { number: seat + 1 });
  return [
    t('compete.opened.game', { number, seed }),
    t('compete.opened.outcome', { name, outcome: t(`compete.${outcome}`) }),
    side ? t('setup.seatOnSide', { seat: place, side: t(side) }) : place,
  ].join(' · ');
}

/** The sentence about why this turn is shown. */
export function whyOf({ match, decided: { by, player, room } }: Opened): string {
  const who = namesOf(match.header)[player] ?? '';
  return t(`compete.decided.${by}`, { who, before: room?.before ?? 0, after: room?.after ?? 0 });
}
