// The review of the bots after a match: problems in the editor for the bot that it holds, and notices.

import type { App } from '../../app.ts';
import { bareName, isSame } from '../../base/values/bundle-shape.ts';
import { say, sentences, t } from '../../base/words/index.ts';
import { namesOf } from '../../games/names.ts';
import type { Problem } from '../../match/faults.ts';
import { atItsLine, isStart, nearProblem, problemsOf } from '../../match/faults.ts';
import { nearest } from '../../match/nearness.ts';
import type { Run } from '../../match/runner.ts';
import type { AnswerAgain, Code, Match, MatchSpec, Message, Mine } from '../../match/types.ts';
import type { Late } from './late.ts';
import { lateIn, withLine } from './late.ts';

/** A bot that was too slow, and who is told of the line that took the time. */
interface Slow {
  match: Match;
  late: Late;
  code: Code;
  tell: (found: Problem | null) => void;
}

/** Answers of a bot, its start being the first, after which it was plainly written for this game. */
const EARLY = 2;
/** Milliseconds between two changes of what is said while a line is looked for. */
const TELL_EVERY_MS = 1000;

/** What a bot has returned in place of a move, as Python writes it; null: something else was wrong. */
function wrongMove({ fault }: Problem): string | null {
  const { got } = fault?.message[1] ?? {};
  if (fault?.kind !== 'invalid' || typeof got !== 'string' || got.includes('…')) return null;
  return got.replace(/^“([\s\S]*)”$/, '$1');
}

export function createReview(app: App) {
  const { arena, playback, editor: code, notices, incoming, navigation } = app;
  /** Ends the question which line took the time. */
  let controller = new AbortController();
  /** The bot of which that is asked, or was; null: none was too slow. */
  let slow: Slow | null = null;
  /** What may be wrong with the bot in the editor, so that nothing is ever asked of it. */
  let guess: Promise<Message | null> = Promise.resolve(null);
  /** The match in which the bot in the editor was marked while others played on. */
  let early: Match | null = null;
  /** The match whose bot in the editor nothing is ever asked of: that is marked, and not how the match ended. */
  let unasked: Match | null = null;
  /** Takes back the notices about the match before. */
  let unsay: (() => void)[] = [];
  /** The match whose text may be shown in place of the one in the editor, which has gone on since. */
  let looked: Match | null = null;

  playback.subscribe(({ match }) => {
    if (looked === null || match === looked) return;
    looked = null;
    code.look(null);
  });

  /**
   * Marks problems, then what can be said of them, and then the line of a bot that was too slow.
   *
   * @param how place: of problems in the text that is shown; isHere: whether that is still so
   */
  async function lead(
    match: Match,
    players: ReadonlySet<number>,
    problems: Problem[],
    how: {
      code: Code;
      place: (problems: readonly Problem[]) => readonly Problem[];
      isHere: () => boolean;
      found: (problem: Problem) => void;
    },
  ) {
    controller.abort();
    controller = new AbortController();
    slow = null;
    const { signal } = controller;
    let said = problems;
    const tell = () => how.isHere() && code.mark(how.place(said));
    const late = lateIn(match, players);
    const search = new AbortController();
    signal.addEventListener('abort', () => search.abort());
    if (late) said = withLine(said, late, asking(late));
    tell();
    if (said.length === 0) return;
    /** The same while its line is being looked for. */
    let before = said;
    if (late) slow = { match, late, code: how.code, tell: tellLine };
    const explained = await incoming.explain(said);
    if (signal.aborted || !how.isHere()) return;
    said = explained;
    before = explained;
    tell();
    if (!late) {
      said = await withReturns(explained, how.code);
      const [first] = how.place(said.filter((problem, k) => problem.line > 0 && problem !== explained[k]));
      if (signal.aborted || !first || !how.isHere()) return;
      tell();
      how.found(first);
      return;
    }
    const began = performance.now();
    let looking: string[] = [];
    const progress = (news: { done: number; of: number }) => {
      looking = news.done < news.of ? [t('replay.looking', news)] : [];
    };
    const timer = setInterval(() => {
      const seconds = Math.round((performance.now() - began) / TELL_EVERY_MS);
      said = withLine(before, late, asking(late, ...looking, t('problems.soFar', { seconds })));
      tell();
    }, TELL_EVERY_MS);
    search.signal.addEventListener('abort', () => clearInterval(timer));
    const loaded = await import('./endless.ts').catch(() => null);
    const asked = { code: how.code, ask: arena.askAgain, signal: search.signal, progress };
    const found = await loaded?.lineOfLate(match, late, asked);
    clearInterval(timer);
    if (!signal.aborted) tellLine(found ?? null);

    /** What is said meanwhile, with what ends it. */
    function asking({ says }: Late, ...more: string[]): Problem {
      const text = sentences([says, t('problems.asking'), ...more]);
      return { line: 0, text, cancel: () => search.abort() };
    }

    /** @param found the line that took the time; null: none is known */
    function tellLine(found: Problem | null) {
      if (!late || !how.isHere()) return;
      const silent = { line: 0, text: sentences([late.says, t('problems.askAgain')]) };
      said = withLine(before, late, found ?? silent);
      tell();
      const [placed] = how.place(found ? [found] : []);
      if (placed?.line) how.found(placed);
    }
  }

  /** The same with the line that has returned a wrong move, where the program tells: Python has no error there. */
  const withReturns = (problems: readonly Problem[], { source }: Code) =>
    Promise.all(
      problems.map(async (problem) => {
        const got = problem.line > 0 ? null : wrongMove(problem);
        if (got === null) return problem;
        const awake = await app.reader.wake().then(
          () => true,
          () => false,
        );
        const line = awake ? await app.reader.ask({ kind: 'returned', text: source, got }) : null;
        return typeof line === 'number' ? { ...problem, line } : problem;
      }),
    );

  /** The players that run the code in the editor. */
  function ownIn({ seats }: MatchSpec) {
    const now = code.current();
    return new Set(seats.flatMap((seat, k) => (seat.kind === 'code' && isSame(seat, now) ? [k] : [])));
  }

  function problemsIn(spec: MatchSpec, match: Match) {
    const players = ownIn(spec);
    const problems = problemsOf(match, players, namesOf(match.header));
    const near = nearest(match, players);
    return near ? [...problems, nearProblem(near, playback)] : problems;
  }

  /** What kept a bot from being asked anything is known from now on. @returns the problem of that bot in the editor */
  function noteCause(
    { seats }: MatchSpec,
    match: Match,
    [id, params]: Message,
    before: Code,
  ): Problem | null {
    const { who, line, why } = params as Record<string, any>;
    const seat = seats[who?.player];
    if (id !== 'hint.unasked') return null;
    if (match.causes) match.causes.value = new Map([...match.causes.value, [who.player, why]]);
    return seat?.kind === 'code' && isSame(seat, before)
      ? { line, text: say(atItsLine(why), namesOf(match.header)) }
      : null;
  }

  /** The bot in the editor has failed, and others play on: its author need not wait for the end of the match. */
  async function markEarly({ spec }: Run, match: Match, player: number) {
    const seat = spec.seats[player];
    const before = code.current();
    const isHere = () =>
      isSame(before, code.current()) && playback.state.match === match && playback.state.live;
    const problems = problemsOf(match, new Set([player]), namesOf(match.header));
    if (seat?.kind !== 'code' || !isHere()) return;
    code.mark(problems);
    const answers = match.records.flatMap((record) =>
      record.answers.filter((each) => each.player === player),
    );
    const isStarted = !answers.some(({ fault }) => fault && isStart(fault));
    const cause = isStarted && answers.length <= EARLY ? await guess : null;
    const unasked = cause && noteCause(spec, match, cause, before);
    const explained = unasked ? [unasked] : await incoming.explain(problems);
    if (isHere()) code.mark(explained);
    const placed = await withReturns(explained, before);
    if (isHere() && placed.some((problem, k) => problem !== explained[k])) code.mark(placed);
  }

  /**
   * Bots that failed at their first question may be for another game. Of one that could not be started nothing could be
   * asked, whatever it defines.
   */
  async function explainFaults({ seats }: MatchSpec, { header, records }: Match): Promise<Message[]> {
    const answers = records.flatMap((record) => record.answers);
    const found = seats.map(async (seat, player) => {
      const own = answers.filter((answer) => answer.player === player).slice(0, EARLY);
      const first = own.find(({ fault }) => fault)?.fault;
      if (seat.kind !== 'code' || !first) return null;
      const message = await arena.explain(header.game, seat.source, player);
      return message?.[0] === 'hint.unasked' && isStart(first) ? null : message;
    });
    return (await Promise.all(found)).filter((message) => message !== null);
  }

  async function sayWhatElse(
    spec: MatchSpec,
    match: Match,
    isUnderWay: () => boolean,
    found: (problem: Problem) => void,
  ) {
    const names = namesOf(match.header);
    const before = code.current();
    const problems = [];
    for (const message of await explainFaults(spec, match)) {
      const problem = noteCause(spec, match, message, before);
      if (problem) problems.push(problem);
      else unsay.push(notices.show(say(message, names), { bad: true, here: true }));
    }
    // What nothing is asked of says more than how it ended.
    const [first] = problems;
    if (!first || !isSame(before, code.current()) || isUnderWay()) return;
    unasked = match;
    code.mark([first]);
    if (first.line > 0) found(first);
  }

  return {
    /** Leads to the line of a problem: in the text in the editor, or in the one that played, where that has gone on since. */
    toLine(match: Match, player: number, problem: Problem) {
      const played = match.codes?.get(player);
      if (!played) return navigation.goToLine(problem.line, problem.file);
      const name = bareName(played);
      const bot = name === bareName(code.current()) ? code.id() : null;
      navigation.showInCode('code', () => {
        looked = match;
        code.goToPlayed({ code: played, name, bot }, problem);
      });
    },

    /** A match begins: what is still being looked for in the one before is of no interest. */
    end() {
      controller.abort();
      slow = null;
      for (const each of unsay) each();
      unsay = [];
    },

    /** A match is about to begin. */
    begin({ game, seats }: MatchSpec) {
      const own = code.current();
      const player = seats.findIndex((seat) => seat.kind === 'code' && isSame(seat, own));
      // Once it plays, the engine answers nothing else until the end, which is far away where others play on.
      const isAsked = player >= 0 && seats.length > 2;
      guess = isAsked ? arena.explain(game, own.source, player).catch(() => null) : Promise.resolve(null);
    },

    /** A turn was played: the bot in the editor may have failed on it. */
    follow(run: Run, k: number) {
      const { match, spec } = run;
      const failed =
        match?.records[k]?.answers.filter(({ fault }) => fault && fault.kind !== 'resigned') ?? [];
      if (!match || failed.length === 0 || match === early) return;
      const own = ownIn(spec);
      const mine = failed.find(({ player }) => own.has(player));
      if (!mine) return;
      early = match;
      void markEarly(run, match, mine.player);
    },

    /**
     * Somebody asks a bot again. If its line is being looked for, or was found, there is one asking, and one answer.
     *
     * @returns to be called with what was measured; null: it was not
     */
    askedAgain(match: Match, { player, turn, code: asked }: { player: number; turn: number; code: Code }) {
      const same = slow;
      const isSlow = same?.match === match && same.late.player === player && same.late.turn === turn;
      if (!same || !isSlow || !isSame(same.code, asked)) return () => {};
      controller.abort();
      return async (profile: AnswerAgain['profile'] | null) => {
        const loaded = await import('./endless.ts').catch(() => null);
        if (slow === same)
          same.tell(profile && loaded ? loaded.longestIn(match, profile, same.code.source, same.late) : null);
      };
    },

    /**
     * @param run that is over
     * @param isUnderWay whether another one runs by now
     * @param found hears of the line of a bot that was too slow, or of which nothing is asked
     * @returns what is wrong with the bot in the editor
     */
    show({ spec, match }: Run, isUnderWay: () => boolean, found: (problem: Problem) => void): Problem[] {
      if (!match) return [];
      const problems = problemsIn(spec, match);
      const before = code.current();
      lead(match, ownIn(spec), problems, {
        code: before,
        place: (all) => all,
        isHere: () => isSame(before, code.current()) && !isUnderWay() && unasked !== match,
        found,
      });
      sayWhatElse(spec, match, isUnderWay, found);
      return problems;
    },

    /**
     * Leads from a game of a contest to the line of the user's bot, in the text that played it.
     *
     * @param isNext after another game of the same contest
     */
    showPlayed(match: Match, { player, ...played }: Mine, isNext: boolean) {
      const players = new Set([player]);
      const place = code.lookAtPlayed(played, isNext);
      const problems = problemsOf(match, players, namesOf(match.header));
      const shown = code.current();
      const reveal = ({ line, file }: Problem) => code.revealLine(line, file);
      lead(match, players, problems, {
        code: played.code,
        place,
        isHere: () => playback.state.match === match && isSame(shown, code.current()),
        found: reveal,
      });
      const first = place(problems).find(({ line }) => line > 0);
      if (first) reveal(first);
    },

    /** A game of a contest is shown no more, or another match beside it. */
    leave() {
      controller.abort();
      code.look(null);
      code.mark([]);
    },
  };
}
