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

/** A bot that was too slow; `tell` is called with the line that took the time. */
interface Slow {
  match: Match;
  late: Late;
  code: Code;
  tell: (found: Problem | null) => void;
}

/** A bot that fails within its first answers, of which its start is one, may have been written for another game. */
const FIRST_ANSWERS = 2;
/** Milliseconds between two updates of the problem strip while a line is looked for. */
const UPDATE_MS = 1000;

/** What a bot has returned in place of a move, as Python writes it; null if something else was wrong. */
function wrongMove({ fault }: Problem): string | null {
  const { got } = fault?.message[1] ?? {};
  if (fault?.kind !== 'invalid' || typeof got !== 'string' || got.includes('…')) return null;
  return got.replace(/^“([\s\S]*)”$/, '$1');
}

export function createReview(app: App) {
  const { arena, playback, editor: code, notices, incoming, navigation } = app;
  /** Aborts the search for the line that took the time. */
  let controller = new AbortController();
  /** The bot whose slow line is being searched, or was found; null if none was too slow. */
  let slow: Slow | null = null;
  /** Why the engine may never ask the bot in the editor for a move, such as a missing `move`; null: no reason was found. */
  let unaskedCause: Promise<Message | null> = Promise.resolve(null);
  /** The match in which the bot in the editor was already marked while others played on. */
  let markedEarly: Match | null = null;
  /** The match in which the bot in the editor was never asked for a move: the reason is marked, not how the match ended. */
  let unaskedIn: Match | null = null;
  /** Functions that close the notices about the match before. */
  let noticeClosers: (() => void)[] = [];
  /** The match whose source is shown in place of the editor's, which was changed since. */
  let shownSourceOf: Match | null = null;

  playback.subscribe(({ match }) => {
    if (shownSourceOf === null || match === shownSourceOf) return;
    shownSourceOf = null;
    code.look(null);
  });

  /**
   * Marks problems in the editor at once, again with explanations when these are there, and at last with the line that took
   * too long or returned a wrong move.
   *
   * @param how place: of problems in the text that is shown; isHere: whether that is still so
   */
  async function markProblems(
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
    /** The same, with the progress of the search for the line. */
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
      const seconds = Math.round((performance.now() - began) / UPDATE_MS);
      said = withLine(before, late, asking(late, ...looking, t('problems.soFar', { seconds })));
      tell();
    }, UPDATE_MS);
    search.signal.addEventListener('abort', () => clearInterval(timer));
    const loaded = await import('./endless.ts').catch(() => null);
    const asked = { code: how.code, ask: arena.askAgain, signal: search.signal, progress };
    const found = await loaded?.lineOfLate(match, late, asked);
    clearInterval(timer);
    if (!signal.aborted) tellLine(found ?? null);

    /** The problem during the search, with a button to cancel it. */
    function asking({ says }: Late, ...more: string[]): Problem {
      const text = sentences([says, t('problems.asking'), ...more]);
      return { line: 0, text, cancel: () => search.abort() };
    }

    /** @param found the line that took the time; null if it is not known */
    function tellLine(found: Problem | null) {
      if (!late || !how.isHere()) return;
      const silent = { line: 0, text: sentences([late.says, t('problems.askAgain')]) };
      said = withLine(before, late, found ?? silent);
      tell();
      const [placed] = how.place(found ? [found] : []);
      if (placed?.line) how.found(placed);
    }
  }

  /** Adds the line that returned a wrong move, where the source shows which one: Python raises no error there. */
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

  /** Records why a bot was never asked for a move. @returns the problem, if it is the bot in the editor */
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

  /** Marks the fault of the bot in the editor before the end of the match, while others play on. */
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
    const cause = isStarted && answers.length <= FIRST_ANSWERS ? await unaskedCause : null;
    const unasked = cause && noteCause(spec, match, cause, before);
    const explained = unasked ? [unasked] : await incoming.explain(problems);
    if (isHere()) code.mark(explained);
    const placed = await withReturns(explained, before);
    if (isHere() && placed.some((problem, k) => problem !== explained[k])) code.mark(placed);
  }

  /**
   * Explains the faults of bots that failed at their first question and may be for another game. A bot that could not be started is
   * left out: it could not be asked, whatever it defines.
   */
  async function explainFaults({ seats }: MatchSpec, { header, records }: Match): Promise<Message[]> {
    const answers = records.flatMap((record) => record.answers);
    const found = seats.map(async (seat, player) => {
      const own = answers.filter((answer) => answer.player === player).slice(0, FIRST_ANSWERS);
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
      else noticeClosers.push(notices.show(say(message, names), { bad: true, here: true }));
    }
    // Why a bot was never asked for a move says more than how the match ended.
    const [first] = problems;
    if (!first || !isSame(before, code.current()) || isUnderWay()) return;
    unaskedIn = match;
    code.mark([first]);
    if (first.line > 0) found(first);
  }

  return {
    /** Goes to the line of a problem: in the code in the editor, or in the code that played if that was changed since. */
    toLine(match: Match, player: number, problem: Problem) {
      const played = match.codes?.get(player);
      if (!played) return navigation.goToLine(problem.line, problem.file);
      const name = bareName(played);
      const bot = name === bareName(code.current()) ? code.id() : null;
      navigation.showInCode('code', () => {
        shownSourceOf = match;
        code.goToPlayed({ code: played, name, bot }, problem);
      });
    },

    /** A match begins: cancels the search for a line in the last one, and closes its notices. */
    end() {
      controller.abort();
      slow = null;
      for (const close of noticeClosers) close();
      noticeClosers = [];
    },

    /** A match is about to begin. */
    begin({ game, seats }: MatchSpec) {
      const own = code.current();
      const player = seats.findIndex((seat) => seat.kind === 'code' && isSame(seat, own));
      // Asked now: during the match the engine answers no other questions, and with other players its end may be far away.
      const isAsked = player >= 0 && seats.length > 2;
      unaskedCause = isAsked
        ? arena.explain(game, own.source, player).catch(() => null)
        : Promise.resolve(null);
    },

    /** A turn was played: the bot in the editor may have failed on it. */
    follow(run: Run, k: number) {
      const { match, spec } = run;
      const failed =
        match?.records[k]?.answers.filter(({ fault }) => fault && fault.kind !== 'resigned') ?? [];
      if (!match || failed.length === 0 || match === markedEarly) return;
      const own = ownIn(spec);
      const mine = failed.find(({ player }) => own.has(player));
      if (!mine) return;
      markedEarly = match;
      void markEarly(run, match, mine.player);
    },

    /**
     * Somebody uses *Ask again* for a bot. If the search for its slow line is running or done, this replaces it: there is one
     * search and one answer.
     *
     * @returns to be called with the measured line; null if it was not measured
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
     * @param run the finished match
     * @param isUnderWay whether another match runs by now
     * @param found is called with the line of a bot that was too slow, or was never asked for a move
     * @returns what is wrong with the bot in the editor
     */
    show({ spec, match }: Run, isUnderWay: () => boolean, found: (problem: Problem) => void): Problem[] {
      if (!match) return [];
      const problems = problemsIn(spec, match);
      const before = code.current();
      markProblems(match, ownIn(spec), problems, {
        code: before,
        place: (all) => all,
        isHere: () => isSame(before, code.current()) && !isUnderWay() && unaskedIn !== match,
        found,
      });
      sayWhatElse(spec, match, isUnderWay, found);
      return problems;
    },

    /**
     * Shows the problems of the user's bot in a contest's game, in the code that played it.
     *
     * @param isNext whether it follows another game of the same contest
     */
    showPlayed(match: Match, { player, ...played }: Mine, isNext: boolean) {
      const players = new Set([player]);
      const place = code.lookAtPlayed(played, isNext);
      const problems = problemsOf(match, players, namesOf(match.header));
      const shown = code.current();
      const reveal = ({ line, file }: Problem) => code.revealLine(line, file);
      markProblems(match, players, problems, {
        code: played.code,
        place,
        isHere: () => playback.state.match === match && isSame(shown, code.current()),
        found: reveal,
      });
      const first = place(problems).find(({ line }) => line > 0);
      if (first) reveal(first);
    },

    /** To be called when a contest's game is no longer shown, or another match is shown beside it. */
    leave() {
      controller.abort();
      code.look(null);
      code.mark([]);
    },
  };
}
