// Shows where a match was lost: an estimate of the last turn from which a strong bot would not have lost it.

import { signal } from '@preact/signals';
import { render } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { App } from '../../app.ts';
import { Button, IconButton } from '../../base/ui/parts.tsx';
import { list, say, sentences, t } from '../../base/words/index.ts';
import { momentOf } from '../../games/moment.ts';
import { namesOf } from '../../games/names.ts';
import type { Match } from '../../match/types.ts';
import type { Chance, Known, PlayOn, Progress, Tried } from './last-chance.ts';
import { findChance, loserOf, nothingTried, TIMEOUT_MS, turnsOf } from './last-chance.ts';
import type { Situation } from './playing-on.ts';
import { byFork, byHouse, ordersIn, seatsAsThen, seatsOfHouse } from './playing-on.ts';

interface Shown {
  /** the result so far, or what is being done */
  says: string;
  /** the progress; null if nothing is being done */
  progress: string | null;
  /** the same with the better order, which solves the puzzle; null if it is not known, or already shown */
  whole: string | null;
  /** the turn to go to; null if none */
  turn: number | null;
  /** opens that moment as a puzzle; null if it is not one */
  solve: (() => void) | null;
}

/** Milliseconds between two updates of the words during the search. */
const TELL_EVERY_MS = 300;
/** Up to this number, seconds are shown one by one. */
const FEW_SECONDS = 5;
/** Milliseconds after which a second engine is started: most answers come sooner than it would be ready. */
const HELP_AFTER_MS = 1500;
/** Gigabytes of memory with which a browser has room for a second engine. */
const ROOMY = 4;

export function createChance(host: HTMLElement, app: App) {
  const { playback } = app;
  const { watched, pin } = app.watch;
  const shown = signal<Shown | null>(null);
  /** The matches that were already played on, by original match. */
  const triedOf = new WeakMap<Match, Tried>();
  /** Aborts everything that is being done. */
  let controller = new AbortController();
  /** Aborts only the search; its results so far stay. */
  let search = new AbortController();

  function close() {
    controller.abort();
    search.abort();
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
    search = new AbortController();
    const { signal: left } = controller;
    playback.pause();
    host.hidden = false;
    const situation: Situation = { match, replay, loser, by, house };
    const words = wordsOf(situation, playback.state.last);
    const asThen = seatsAsThen(situation);
    const isOfHouse = asThen.every(({ kind }) => kind === 'house');
    const viewAt = (turn: number) => match.deltaLog.view(turn);
    const fork = byFork(situation, asThen, app.arena.play);
    const help = isOfHouse ? helper(situation, viewAt) : null;
    const tried = triedOf.get(match) ?? nothingTried();
    triedOf.set(match, tried);
    shown.value = { ...NOTHING, says: words.intro, progress: t('chance.begins') };
    let told = Number.NEGATIVE_INFINITY;
    const found = await findChance({
      ...{ turns: turnsOf(match, loser), last: playback.state.last, tried, signal: search.signal },
      lanes: [isOfHouse ? byHouse(situation, app.arena, viewAt) : fork],
      ...(help && { more: help.lane }),
      hear(progress) {
        const isNews = progress.turn !== (shown.value?.turn ?? null);
        if (left.aborted || (!isNews && performance.now() - told < TELL_EVERY_MS)) return;
        told = performance.now();
        show(
          progress,
          progress.turn === null ? words.intro : words.soFar(progress),
          words.progress(progress),
        );
      },
    });
    help?.end();
    if (left.aborted) return;
    const says = words.found(found);
    show(found, says, null);
    if (found.turn === null) return;
    const order = found.end === 'exact' ? words.orders(found) : null;
    if (shown.value && order) shown.value = { ...shown.value, whole: order };
    if (found.end !== 'exact') return;
    if (!found.isExact) {
      // A puzzle is judged by a fork with house bots, which may end differently.
      if (shown.value) shown.value = { ...shown.value, progress: t('chance.checking') };
      const again = byFork(situation, seatsOfHouse(situation), app.arena.play);
      const played = await again(found.turn, { hastes: false, signal: search.signal, turns: () => {} });
      if (left.aborted) return;
      if (shown.value) shown.value = { ...shown.value, progress: null };
      if (!played || played.isLost) return;
    }
    const own = { turn: found.turn, seat: loser, by, against: namesOf(match.header)[1 - loser] ?? '' };
    const solve = async () => {
      const mark = (await app.replays.markOf(match, replay)) ?? '';
      await app.puzzles.openOwn(match.header.game, replay, { ...own, mark });
    };
    if (shown.value) shown.value = { ...shown.value, solve: () => void solve() };

    /** Shows the results so far, and marks the turn on the timeline. */
    function show({ turn }: Known, text: string, progress: string | null) {
      if (turn !== null && (turn !== shown.value?.turn || progress === null)) pin({ turn, says: text });
      shown.value = { ...NOTHING, says: text, progress, turn };
    }
  }

  /** A second engine that plays on, too, if the machine has room for it. */
  function helper(situation: Situation, viewAt: (turn: number) => unknown) {
    const { deviceMemory = ROOMY } = navigator as { deviceMemory?: number };
    if ((navigator.hardwareConcurrency ?? 1) < 2 || deviceMemory < ROOMY) return null;
    let isOver = false;
    let arena: ReturnType<App['makeArena']> | null = null;
    const lane = new Promise<PlayOn | null>((resolve) => {
      setTimeout(() => {
        if (isOver) return resolve(null);
        const mine = app.makeArena();
        arena = mine;
        mine.ready.then(
          () => resolve(isOver ? null : byHouse(situation, mine, viewAt)),
          () => resolve(null),
        );
      }, HELP_AFTER_MS);
    });
    return {
      lane,
      end() {
        isOver = true;
        arena?.close();
      },
    };
  }

  // When another match is shown, all of this ends.
  let before = playback.state.match;
  watched.state.subscribe(({ match }) => {
    if (match === before) return;
    before = match;
    close();
  });

  function ChancePart() {
    const isShown = shown.value !== null;
    const isOver = isShown && shown.value?.progress === null;
    // On a phone the place of the result is below the screen: it is scrolled into view when the search begins and ends.
    useLayoutEffect(() => {
      if (isShown && (!isOver || isNear(host))) host.scrollIntoView({ block: 'nearest' });
    }, [isShown, isOver]);
    if (!shown.value) return null;
    const { says, progress, whole, turn, solve } = shown.value;
    const { match } = playback.state;
    return (
      <>
        <p role="status">{says}</p>
        {progress !== null && <p class="chance-progress">{progress}</p>}
        <div class="chance-actions">
          {turn !== null && (
            <Button
              says={turn === 0 ? t('chance.go.start') : t('chance.go', momentOf(match, turn))}
              onClick={() => playback.goTo(turn)}
            />
          )}
          {solve && <Button says={t('chance.puzzle')} onClick={solve} />}
          {whole !== null && <Button says={t('chance.show')} onClick={reveal} />}
          {progress !== null && <Button says={t('chance.cancel')} icon="x" onClick={() => search.abort()} />}
        </div>
        {progress === null && <IconButton icon="x" says={t('again.close')} onClick={close} />}
      </>
    );
  }
  render(<ChancePart />, host);
  return { find };
}

/** Whether its beginning is visible: users who have scrolled on are not taken back. */
const isNear = (host: HTMLElement) => {
  const { top } = host.getBoundingClientRect();
  return top >= 0 && top < innerHeight;
};

const NOTHING: Shown = { says: '', progress: null, whole: null, turn: null, solve: null };

/** How long it still takes. @param seconds null if only the longest time is known */
function timeText(seconds: number | null) {
  if (seconds === null) return t('chance.atMost', { count: TIMEOUT_MS / 1000 });
  if (seconds < FEW_SECONDS) return t('chance.fewSeconds');
  return t('chance.seconds', { count: FEW_SECONDS * Math.ceil(seconds / FEW_SECONDS) });
}

/** The sentences about a search. */
function wordsOf({ match, loser, by, house }: Situation, last: number) {
  const names = namesOf(match.header);
  const who = names[loser] ?? '';
  const [rival] = seatsAsThen({ match, loser, by, house, replay: '' }).filter((_, k) => k !== loser);
  const against = rival?.kind === 'house' && rival.name === by ? null : (rival?.name ?? '');
  const players = { by, who, against: against ?? by };
  /** Of sentences that name the opponent there are two: the bot may play for both sides. */
  const sides = against === null ? 'both' : 'one';
  const at = (turn: number) => momentOf(match, turn);
  const till = ({ turn, before }: Known) => {
    const moment = turn ? t('chance.after', at(turn)) : t('chance.atStart');
    return { ...at(turn ?? 0), moment, before: at(before).turn };
  };

  return {
    intro: t(`chance.intro.${sides}`, players),

    progress({ from, turns, seconds }: Progress) {
      const played =
        from === 0 ? t('chance.working.start') : t('chance.working', { ...at(from), last: at(last).turn });
      const count = t('chance.positions', { count: turns });
      return sentences([played, count, timeText(seconds)]);
    },

    soFar: (known: Known) => t(known.isRough ? 'chance.soFar.rough' : 'chance.soFar', { ...till(known), by }),

    found(chance: Chance) {
      const { turn, end, isRough, tries } = chance;
      if (turn === null) {
        if (end === 'never') return t(`chance.never.${sides}`, players);
        if (end === 'failed') return t('chance.failed');
        return t(`chance.none.${end === 'timeout' ? end : 'stopped'}`, { count: tries });
      }
      if (end === 'exact')
        return sentences([t('chance.found', till(chance)), t(`chance.how.${sides}`, players)]);
      const range = t(isRough ? 'chance.rough' : 'chance.between', { ...till(chance), by });
      return end === 'stopped' ? sentences([t('chance.stopped'), range]) : range;
    },

    /** The result with the better order; null if that is not known, or the order was the same. */
    orders(chance: Chance): string | null {
      const { turn, order } = chance;
      if (turn === null || order.length === 0) return null;
      const { game } = match.header;
      const were = ordersIn(game, match.deltaLog.view(turn + 1), match.deltaLog.view(turn), loser);
      const inWords = (orders: typeof order) => list(orders.map((each) => say(each, names)));
      if (inWords(order) === inWords(were)) return null;
      const said = this.found(chance);
      return t('chance.orders', { said, by, order: inWords(order), was: inWords(were) });
    },
  };
}
