// Where a match was lost: the last turn from which a strong bot would not have lost it, as an estimate.

import { signal } from '@preact/signals';
import { render } from 'preact';
import type { App } from '../../app.ts';
import { Button, IconButton } from '../../base/ui/parts.tsx';
import { list, say, t } from '../../base/words/index.ts';
import { namesOf } from '../../games/names.ts';
import type { Match } from '../../match/types.ts';
import { findChance, loserOf } from './last-chance.ts';
import { ordersIn, playerOn, seatsAsThen, seatsOfHouse } from './playing-on.ts';

interface Found {
  says: string;
  /** the same with what was ordered there instead, which solves the puzzle; null: it is not known, or shown already */
  whole: string | null;
  /** null: there is none to go to */
  turn: number | null;
  /** opens that moment as a puzzle; null: the loser was not asked there */
  solve: (() => void) | null;
}

export function createChance(host: HTMLElement, app: App) {
  const { playback } = app;
  const { watched, pin } = app.watch;
  const shown = signal<Found | null>(null);
  let controller = new AbortController();

  function close() {
    controller.abort();
    if (shown.value) pin(null);
    shown.value = null;
    host.hidden = true;
  }

  function reveal() {
    if (shown.value?.whole) shown.value = { ...shown.value, says: shown.value.whole, whole: null };
  }

  async function find() {
    close();
    const { match } = playback.state;
    const replay = app.session.replay();
    const loser = match && loserOf(match);
    // The strongest first.
    const house: string[] = match ? (app.games[match.header.game]?.house ?? []) : [];
    const [by] = house;
    if (!match || !replay || loser === null || !by) return;
    controller = new AbortController();
    const { signal: left } = controller;
    playback.pause();
    host.hidden = false;
    const situation = { match, loser, by, house };
    const asThen = seatsAsThen(situation);
    const on = playerOn(situation, replay, asThen, app.arena.play, left);
    const found = await findChance(playback.state.last, (turn) => (left.aborted ? noMore() : on(turn)), step);
    if (left.aborted) return;
    const who = namesOf(match.header)[loser] ?? '';
    if (!found || found === 'never') {
      shown.value = {
        ...{ says: t(found ? 'chance.never' : 'chance.failed', { by, who }), whole: null },
        ...{ turn: null, solve: null },
      };
      return;
    }
    const said = wordsOf(match, found, { by, who, loser });
    const mark = /^\d/.test(app.router.place.match ?? '') ? (app.router.place.match ?? '') : '';
    const against = namesOf(match.header)[1 - loser] ?? '';
    const own = { mark, turn: found.turn, seat: loser, by, against };
    shown.value = { ...said, turn: found.turn, solve: null };
    pin({ turn: found.turn, says: said.says });
    if (!isExactIn(match, found, loser)) return;
    // A puzzle can only be judged by bots of the house: where another one was the opponent, it may have no answer.
    if (asThen.some(({ kind }) => kind === 'code')) {
      const again = playerOn(situation, replay, seatsOfHouse(situation), app.arena.play, left);
      const played = await again(found.turn);
      if (left.aborted || !played || played.isLost) return;
    }
    const solve = () => void app.puzzles.openOwn(match.header.game, replay, own);
    shown.value = { ...shown.value, solve };

    function step(turn: number, number: number, of: number) {
      if (!left.aborted)
        shown.value = {
          ...{ says: t('chance.working', { by, turn, number, of }), whole: null },
          ...{ turn: null, solve: null },
        };
    }
  }

  /** What was found out, and the same with what was ordered there instead. */
  function wordsOf(
    match: Match,
    { turn, before, order }: { turn: number; before: number; order: Parameters<typeof say>[0][] },
    { by, who, loser }: { by: string; who: string; loser: number },
  ): Pick<Found, 'says' | 'whole'> {
    const names = namesOf(match.header);
    const { game } = match.header;
    const were = ordersIn(game, playback.view(turn + 1, null), playback.view(turn, null), loser);
    const words = (orders: typeof order) => list(orders.map((each) => say(each, names)));
    const isExact = isExactIn(match, { turn, before }, loser);
    const says = t(before - turn === 1 ? 'chance.found' : 'chance.between', { by, who, turn, before });
    if (!isExact || order.length === 0 || words(order) === words(were)) return { says, whole: null };
    return { says, whole: t('chance.orders', { said: says, order: words(order), was: words(were) }) };
  }

  // Another match is shown.
  let before = playback.state.match;
  watched.state.subscribe(({ match }) => {
    if (match === before) return;
    before = match;
    close();
  });

  function Chance() {
    if (!shown.value) return null;
    const { says, whole, turn, solve } = shown.value;
    return (
      <>
        <p role="status">{says}</p>
        {turn !== null && (
          <div class="chance-actions">
            <Button says={t('chance.go', { turn })} onClick={() => playback.goTo(turn)} />
            {solve && <Button says={t('chance.puzzle')} onClick={solve} />}
            {whole !== null && <Button says={t('chance.show')} onClick={reveal} />}
          </div>
        )}
        <IconButton icon="x" says={t('again.close')} onClick={close} />
      </>
    );
  }
  render(<Chance />, host);
  return { find };
}

/** Whether it is known which order of the loser it was. */
const isExactIn = (match: Match, { turn, before }: { turn: number; before: number }, loser: number) =>
  before - turn === 1 && match.records[before]?.answers.some(({ player }) => player === loser) === true;

const noMore = () => Promise.resolve(null);
