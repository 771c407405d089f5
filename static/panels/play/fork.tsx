// Fork here: plays on from the shown turn, with newly chosen players.

import type { Signal } from '@preact/signals';
import { signal } from '@preact/signals';
import { render } from 'preact';
import type { App } from '../../app.ts';
import { beatenIn } from '../../base/storage/beaten.ts';
import { Dialog } from '../../base/ui/dialog.tsx';
import { part } from '../../base/ui/dom.ts';
import type { Choices } from '../../base/ui/field.tsx';
import { Options } from '../../base/ui/field.tsx';
import { Button, Swatch } from '../../base/ui/parts.tsx';
import { humansIn, MOST_SEATS } from '../../base/values/seats.ts';
import { list, sentences, t } from '../../base/words/index.ts';
import { momentOf } from '../../games/moment.ts';
import { namesAt, namesOf } from '../../games/names.ts';
import { playersAt } from '../../match/parts.ts';
import type { Match, MatchSpec, Player } from '../../match/types.ts';
import { forkTurn, mistakeAt } from './fork-turn.ts';
import type { Rung } from './seats.ts';
import { CODE, choices, seatOf, wordOf } from './seats.ts';

/** The functions of panels/play that it needs. */
interface ByPlay {
  isUnderWay: () => boolean;
  /** the settings that a fork uses, too */
  limits: () => Pick<MatchSpec, 'clock' | 'memory' | 'humanClock' | 'thinking'>;
  start: (spec: MatchSpec) => void;
  toBoard: () => void;
}

/** A seat in the dialog. */
interface Seat {
  /** the name of the player who had the seat */
  name: string;
  word: Signal<string>;
}

/** The content of the dialog. */
interface Asked {
  turn: number;
  match: Match | null;
  /** the next turn, if a mistake was made on it that can be avoided now; else null */
  mistake: number | null;
  seats: Seat[];
  /** the names of players who are not here and cannot play on */
  gone: string[];
  groups: Choices[];
}

const NOTHING: Asked = { match: null, turn: 0, mistake: null, seats: [], gone: [], groups: [] };

/** The shown facts about the match. */
interface Shown {
  /** whether there is a replay to continue */
  isThere: boolean;
  isPossible: boolean;
  title: string;
  /** a sentence about the origin of a match that is a fork itself; '' if it is not */
  origin: string;
}

export function createFork(app: App, { isUnderWay, limits, start: startMatch, toBoard }: ByPlay) {
  const { playback, session, editor, code } = app;
  const games: Record<string, { house: string[]; ladder: Rung[] }> = app.games;
  const isOpen = signal(false);
  const asked = signal<Asked | null>(null);
  const shown = signal<Shown>(look());

  /** The turn that is marked on the timeline as having decided the match; null if none. */
  function marked() {
    const pin = app.watch.watched.pin.value;
    return pin?.isMade && pin.match === playback.state.match ? pin.turn : null;
  }

  /** What can be done with the shown match. */
  function look(): Shown {
    const { match } = playback.state;
    // Every bot needs a Python of its own.
    const isTooMany = (match?.header.players.length ?? 0) > MOST_SEATS;
    const isThere = Boolean(session.replay()) && !isUnderWay();
    const turn = forkTurn(playback.state, marked());
    const isPossible = isThere && match !== null && !isTooMany && turn >= 0;
    let says = turn === 0 ? 'fork.title.start' : 'fork.title';
    if (isTooMany) says = 'fork.tooMany';
    else if (!isPossible) says = 'fork.atEnd';
    const title = t(says, { ...momentOf(match, Math.max(0, turn)), most: MOST_SEATS });
    return { isThere, isPossible, title, origin: match ? provenance(match) : '' };
  }

  function refresh() {
    const next = look();
    const before = shown.value;
    if (Object.entries(next).some(([name, value]) => value !== before[name as keyof Shown]))
      shown.value = next;
  }

  function open() {
    const { match } = playback.state;
    if (!match || !look().isPossible) return;
    playback.pause();
    const { position } = playback.state;
    const { game } = match.header;
    const offer = games[game] ?? { house: [], ladder: [] };
    const turn = forkTurn(playback.state, marked());
    const names = namesAt(match.header, turn + 1);
    const own = editor.current();
    const words = playersAt(match.header, turn + 1).map((player) =>
      wordOf(player, offer.house, own, code.versions()),
    );
    asked.value = {
      match,
      turn,
      mistake: mistakeAt(match, position, marked()) ? position : null,
      seats: words.map((word, k) => ({ name: names[k] ?? '', word: signal(word ?? CODE) })),
      gone: names.filter((_, k) => words[k] === null),
      groups: choices(offer, beatenIn(app.store, game), own.name, code.versions()),
    };
    isOpen.value = true;
  }

  function start() {
    const { match } = playback.state;
    const replay = session.replay();
    const choice = asked.value;
    isOpen.value = false;
    if (!match || !replay || !choice) return;
    // After the dialog is closed: nothing behind it can have the focus, and the button that opened it is gone.
    queueMicrotask(toBoard);
    app.incoming.whenArrived(() => {
      const { game, seed, options } = match.header;
      const seats = choice.seats.map(({ word }) => seatOf(word.value, editor.current(), code.versions()));
      startMatch({
        ...{ game, seed, options, seats },
        ...limits(),
        fork: { replay, turn: choice.turn },
      });
    });
  }

  function ForkButton() {
    const { isThere, isPossible, title } = shown.value;
    return (
      <Button
        id="fork"
        icon="git-fork"
        says={t('fork.here')}
        title={title}
        hidden={!isThere}
        disabled={!isPossible}
        onClick={open}
      />
    );
  }

  function Origin() {
    const { origin } = shown.value;
    return (
      <p class="origin hint" data-testid="origin" hidden={!origin}>
        {origin}
      </p>
    );
  }

  playback.subscribe(refresh);
  app.watch.watched.pin.subscribe(refresh);
  render(<ForkButton />, part('.fork-place'));
  render(<Origin />, part('.origin-place'));
  render(<ForkDialog isOpen={isOpen} asked={asked} start={start} />, part('.fork-dialog-place'));

  return {
    open,
    /** To be called when it has changed whether there is a replay, or whether a match runs. */
    refresh,
  };
}

function ForkDialog({
  isOpen,
  asked,
  start,
}: {
  isOpen: Signal<boolean>;
  asked: Signal<Asked | null>;
  start: () => void;
}) {
  const { match, turn, mistake, seats, gone, groups } = asked.value ?? NOTHING;
  return (
    <Dialog id="fork-dialog" class="fork" says={t('fork.here')} isOpen={isOpen}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
      >
        <h2>{turn === 0 ? t('fork.from.start') : t('fork.from', momentOf(match, turn))}</h2>
        {mistake !== null && <p>{t('fork.mistake', momentOf(match, mistake))}</p>}
        {gone.length > 0 && <p class="hint">{t('fork.gone', { names: list(gone) })}</p>}
        <p class="hint">{t('fork.note')}</p>
        <div class="fork-seats">
          {seats.map(({ name, word }, k) => (
            <ForkSeat key={k} number={k} name={name} word={word} groups={groups} />
          ))}
        </div>
        <div class="dialog-buttons">
          <button type="button" class="plain" onClick={() => (isOpen.value = false)}>
            {t('fork.cancel')}
          </button>
          <Button type="submit" class="accent" icon="play" says={t('fork.go')} />
        </div>
      </form>
    </Dialog>
  );
}

interface SeatProps extends Seat {
  number: number;
  groups: Choices[];
}

function ForkSeat({ number, name, word, groups }: SeatProps) {
  return (
    <>
      <label for={`fork-${number}`}>
        <Swatch player={number} />
        <span class="name">{name}</span>
      </label>
      <select
        id={`fork-${number}`}
        autofocus={number === 0}
        value={word.value}
        onChange={({ currentTarget }) => {
          word.value = currentTarget.value;
        }}
      >
        <Options groups={groups} />
      </select>
    </>
  );
}

/** The sentence about the origin of a fork; '' if it is none, or a person has continued the same match. */
function provenance(match: Match) {
  const { forks = [], game, players: own } = match.header;
  const namesIn = (players: Player[]) => list(namesOf({ game, players }), 'unit');
  const parts = forks
    .filter(({ players }) => humansIn(own).length === 0 || namesIn(players) !== namesIn(own))
    .map(({ turn, players }) => t('fork.until', { ...momentOf(match, turn), names: namesIn(players) }));
  return sentences(parts);
}
