// The front page: a card with a moving board for every game.

import { signal } from '@preact/signals';
import { render } from 'preact';
import type { App } from '../../app.ts';
import { fetchAsset } from '../../base/site/manifest.ts';
import { beatenIn } from '../../base/storage/beaten.ts';
import { h, on, part } from '../../base/ui/dom.ts';
import { Island } from '../../base/ui/parts.tsx';
import { seatsOf } from '../../base/values/seats.ts';
import { guides, t } from '../../base/words/index.ts';
import { createBoard } from '../../board/board.ts';
import { gameViewOf } from '../../games/index.ts';
import { namesOf } from '../../games/names.ts';
import type { DeltaLog } from '../../match/delta-log.ts';
import { createDeltaLog } from '../../match/delta-log.ts';
import type { Header } from '../../match/types.ts';

/** A recorded match. */
interface Demo {
  header: Header;
  deltas: string[];
}

/** The part of what a game offers that is used here. */
interface Offer {
  name: string;
  players: [number, number];
  /** the weakest first */
  ladder: { name: string; strength: string }[];
}

/** Milliseconds from one position to the next, and for how many such intervals the last one stays. */
const PICTURE_MS = 420;
const LAST_PICTURE_STAYS = 6;
/** The most positions that are shown of a match; of longer matches some are left out. */
const PICTURES = 60;

export type Front = ReturnType<typeof createFront>;

export function createFront(app: App) {
  const games: Offer[] = Object.values(app.games);
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  const cards = games.map((game) => ({ game, ...createPicture(game.name) }));
  /** Increased whenever the cards are shown, to render again: beaten bots and addresses are not in signals. */
  const news = signal(0);
  let shown = false;
  let timer = 0;
  let asked = false;

  const count = cards.length;
  const host = part('.front');
  host.setAttribute('aria-label', t('front.label', { count }));
  const Front = () => {
    void news.value;
    return (
      <>
        <header>
          <h2>{t('front.title', { count })}</h2>
          <p>
            {t('front.lead')}{' '}
            <a href={guides} target="_blank" rel="noopener">
              {t('guides.show')}
            </a>
          </p>
          <a class="plain button" href="#tab=learn">
            {t('front.learn')}
          </a>
        </header>
        <ul class="cards">
          {cards.map(({ game, canvas }) => (
            <Card key={game.name} {...{ app, game, canvas }} />
          ))}
        </ul>
      </>
    );
  };
  render(<Front />, host);

  async function load() {
    asked = true;
    await Promise.all(
      cards.map(async ({ game, open }) => {
        const response = await fetchAsset(app.demo[game.name] ?? '');
        open(await response.json(), still.matches);
      }),
    );
    roll();
  }

  /** Plays only while it is visible. */
  function roll() {
    clearInterval(timer);
    if (!shown || document.hidden || still.matches) return;
    timer = window.setInterval(() => {
      for (const one of cards) one.next();
    }, PICTURE_MS);
  }

  document.addEventListener('visibilitychange', roll);
  on(still, 'change', roll);

  return {
    show(visible: boolean) {
      shown = visible;
      if (visible) news.value += 1;
      if (visible && !asked)
        load().catch(() => {
          asked = false;
        });
      roll();
    },
    /** To be called when the colours have changed. */
    repaint() {
      for (const { board } of cards) board.repaint();
    },
  };
}

type CardProps = { app: App; game: Offer; canvas: HTMLCanvasElement };

function Card({ app, game, canvas }: CardProps) {
  const { name } = game;
  const { href } = app.router;
  const { fewest, most } = seatsOf(game);
  const beaten = beatenIn(app.store, name);
  const best = game.ladder.findLast((rung) => beaten.includes(rung.name));
  return (
    <li class="card panel">
      <div class="card-board">
        <Island element={canvas} />
      </div>
      <div class="card-text">
        <h3 id={`game-${name}`}>{t(`game.${name}`)}</h3>
        <p>{t(`front.${name}`)}</p>
        <p class="card-players">{fewest === most ? t('front.two') : t('front.players', { fewest, most })}</p>
        {best && (
          <p class="card-players">
            {t('front.climbed', { name: best.name, strength: t(`strength.${best.strength}`) })}
          </p>
        )}
        {/* Their accessible names begin with the visible words, and end with the game. */}
        <div class="card-ways">
          <a
            id={`play-${name}`}
            class="accent button"
            href={href({ game: name, tab: 'play' })}
            aria-labelledby={`play-${name} game-${name}`}
            onClick={(event) => {
              if (isElsewhere(event)) return;
              event.preventDefault();
              app.play.begin(name);
            }}
          >
            {t('front.play')}
          </a>
          <a
            id={`code-${name}`}
            class="plain button"
            href={href({ game: name, tab: 'code' })}
            aria-labelledby={`code-${name} game-${name}`}
            onClick={(event) => {
              if (!isElsewhere(event)) app.enter.expectWriting();
            }}
          >
            {t('front.code')}
          </a>
          <button
            type="button"
            class="quiet"
            id={`rules-${name}`}
            aria-labelledby={`game-${name} rules-${name}`}
            onClick={() => app.rules.show(name)}
          >
            {t('rules.show')}
          </button>
        </div>
      </div>
    </li>
  );
}

/** Whether a click opens the link in another tab or window: then the browser just follows it. */
const isElsewhere = ({ ctrlKey, metaKey, shiftKey }: MouseEvent) => ctrlKey || metaKey || shiftKey;

/** The moving board of a card. */
function createPicture(name: string) {
  const canvas = h('canvas', { 'aria-hidden': 'true' });
  const board = createBoard(canvas, gameViewOf);
  let match: { deltaLog: DeltaLog; names: string[]; every: number } | null = null;
  let position = 0;
  let rest = 0;

  function paint(motion: number) {
    if (!match) return;
    const { deltaLog, names, every } = match;
    const previous = motion ? deltaLog.view((position - 1) * every) : null;
    board.show(name, deltaLog.view(position * every), previous, motion, names);
  }

  return {
    ...{ canvas, board },
    /** @param still whether only one position is shown, from the middle of the match */
    open({ header, deltas }: Demo, still: boolean) {
      const every = Math.ceil(deltas.length / PICTURES);
      match = { deltaLog: createDeltaLog(deltas), names: namesOf(header), every };
      position = still ? Math.floor(deltas.length / every / 2) : 0;
      paint(0);
    },
    next() {
      if (!match) return;
      const last = Math.floor((match.deltaLog.length - 1) / match.every);
      rest = position === last ? rest + 1 : 0;
      if (position === last && rest < LAST_PICTURE_STAYS) return;
      position = position === last ? 0 : position + 1;
      // Only neighbouring positions are animated, not a leap over several.
      paint(position && match.every === 1 ? PICTURE_MS : 0);
    },
  };
}
