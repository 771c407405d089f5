// Opens replays, and saves them as files.

import type { App } from '../../app.ts';
import { saveFile } from '../../base/ui/files.ts';
import { wasAborted, withProgress } from '../../base/ui/working.ts';
import { isMatch } from '../../base/values/address.ts';
import { capital, list, say, t } from '../../base/words/index.ts';
import { firstPosition } from '../../games/first-position.ts';
import { answerIn, noteAnswer } from '../../match/answered.ts';
import { dareIn, featOf, noteDare, sealedMatch } from '../../match/dared.ts';
import { isRevealed } from '../../match/kept-dares.ts';
import { recordedMatch } from '../../match/match.ts';
import type { Code, Match, Message, Opened, TurnRecord } from '../../match/types.ts';
import type { Arrival } from './arrival.ts';
import { createArrival } from './arrival.ts';

export interface How {
  /** whether it is added to the library */
  isKept?: boolean;
  /** whether the address names it */
  isNamed?: boolean;
  /** whether it continues what the board shows: a user who has left the board meanwhile is not led back */
  isHere?: boolean;
  /** returns the position to show; if left out, it plays from the start */
  at?: (records: TurnRecord[]) => number;
  /** the position to show, if it is known before the replay is read */
  turn?: number | null;
  /** the id of its entry, if it is from the library */
  entry?: IDBValidKey;
  /** changes the match before it is shown */
  prepare?: (match: Match) => void;
  /** shows why it cannot be opened; if left out, a notice does */
  refuse?: (says: string) => void;
}

export type Replays = ReturnType<typeof createReplays>;

interface Inside {
  /** adds a replay that was read to the library */
  keep: (match: Match, text: string, name: string) => void;
  /** @returns the people who can continue it, to whose views it is restricted; null if everything may be shown */
  bound: (match: Match, entry: IDBValidKey | undefined) => readonly number[] | null;
}

/** Creates the functions that open and save replays. */
export function createReplays(app: App, { keep, bound }: Inside) {
  const { arena, playback, notices, session } = app;
  let opening = new AbortController();

  /** @returns null if it could not be opened, which the user was told, or something else was opened meanwhile */
  async function openReplay(
    name: string,
    text: string,
    {
      isKept = true,
      isNamed = false,
      isHere = false,
      at,
      turn = null,
      entry,
      prepare,
      refuse: refused,
    }: How = {},
  ): Promise<Match | null> {
    const arrival = createArrival(app, text, turn, isNamed);
    // The name of a link begins the sentence.
    const called = isMatch(text) ? capital(name) : name;
    // Nothing is shown early of a challenge, which may have to be played first, nor of a match that can be continued, whose view has
    // to be restricted first.
    const mayGoOn = entry !== undefined && app.replays.canGoOn(entry);
    const isEarly = !at && !isChallenge(text) && !mayGoOn;
    try {
      const early = isEarly ? arrival : undefined;
      const { replay, own, match, codes } = await readReplay(name, text, instead(), early);
      const sealed = await sealedOf(match);
      if (sealed) {
        app.enter.makeRoomFor(replay.header.game, isNamed);
        playback.load(sealed, { play: false });
        session.offer(null, sealed);
        return sealed;
      }
      const place = at ? at(replay.records) : (turn ?? replay.turn);
      const seats = bound(match, entry);
      if (seats) match.bound = seats;
      if (!arrival.isBegun() || seats) {
        if (isHere) app.play.leave();
        else app.enter.makeRoomFor(replay.header.game, isNamed);
        prepare?.(match);
        playback.load(match, { play: place === null });
        if (place !== null) playback.goTo(place);
      }
      if (replay.eyes !== null && replay.eyes < replay.header.players.length)
        playback.setPerspective(replay.eyes);
      session.offer(own, match);
      if (isKept) keep(match, own, name);
      if (codes.size > 0) offerCode(codes, replay.header.game);
      if (replay.problem)
        notices.show(t('replay.problem', { name: called, why: replay.problem }), { bad: true, here: true });
      return match;
    } catch (error) {
      arrival.undo();
      refuse(called, error, refused);
      return null;
    }
  }

  /** Adds replays that came together to the library, and shows the last one. */
  async function openReplays(all: [name: string, text: string][]) {
    const controller = instead();
    for (const [name, text] of all.slice(0, -1)) {
      try {
        const { own, match } = await readReplay(name, text, controller);
        keep(match, own, name);
      } catch (error) {
        refuse(name, error);
      }
      if (controller.signal.aborted) return;
    }
    for (const [name, text] of all.slice(-1)) await openReplay(name, text);
  }

  /** The match as a challenge whose moves are hidden until it is played; null if it is not one. */
  async function sealedOf(match: Match): Promise<Match | null> {
    const { dare, header } = match;
    const feat = featOf(match);
    if (!dare || dare.to || !feat || isRevealed(app.store, match)) return null;
    const view = await firstPosition({ ...header, seats: header.players }, app);
    return view && sealedMatch(match, dare, feat, view);
  }

  /** Opening a replay cancels the one before it. */
  function instead() {
    opening.abort();
    opening = new AbortController();
    return opening;
  }

  /** @param arrival shows the replay while it is being read */
  async function readReplay(name: string, text: string, controller: AbortController, arrival?: Arrival) {
    const words = (news: { done: number; of: number } | null) =>
      news?.done ? t('replay.progress', { name, ...news }) : t('replay.opening', { name });
    const replay = await withProgress(
      notices,
      words,
      (how) => arena.open(text, { ...how, ...arrival?.early }),
      {
        controller,
      },
    );
    // A log from another platform was converted into a replay.
    const own = replay.imported ?? text;
    if (!replay.deltas.length) throw Object.assign(new Error(name), { text: replay.problem });
    const match = arrival?.end(replay, own) ?? recordedMatch('replay', replay, own);
    const codes = codesOf(replay);
    match.codes = codes;
    match.isSent = isMatch(text);
    const answer = isMatch(text) ? answerIn(text) : null;
    if (answer) noteAnswer(match, answer);
    const dare = dareIn(text);
    if (dare && isMatch(text)) noteDare(match, dare);
    match.isVerified = replay.problem === null && replay.result !== null;
    arrival?.tell();
    return { replay, own, match, codes };
  }

  /** Tells why a replay could not be opened, unless it was cancelled. */
  function refuse(name: string, error: unknown, tell: How['refuse'] = notify) {
    if (wasAborted(error)) return;
    const why = reasonOf(error);
    const isOther = why === say(['replay.other_format', {}]);
    tell(t(isOther ? 'files.json' : 'replay.refused', { name, why }));
  }

  const notify = (says: string) => void notices.show(says, { bad: true, here: true });

  function offerCode(codes: Map<number, Code>, game: string) {
    const all = [...codes.values()];
    const action = { label: t('link.read'), run: () => app.code.readLinked(all, game) };
    notices.show(t('link.sources', { names: list(all.map((code) => code.name)) }), { action, stays: true });
  }

  /** Saves the shown match. @param name the name of the file */
  function save(name: string) {
    const text = session.replay();
    if (text) saveFile(name, text, 'application/json');
  }

  return {
    save,
    openReplay,
    openReplays,
    /** Cancels the replay that is being opened. */
    abort: () => opening.abort(),
  };
}

const isChallenge = (text: string) => isMatch(text) && dareIn(text)?.to === null;

function reasonOf(error: unknown): string {
  const text = error instanceof Error && 'text' in error ? error.text : null;
  if (Array.isArray(text)) return say(text as Message);
  return error instanceof Error ? error.message : String(error);
}

/** The programs in a link, by player. */
function codesOf({ header, sources }: Opened): Map<number, Code> {
  return new Map(
    Object.entries(sources).map(([player, source]) => {
      const { name = '' } = header.players[Number(player)] ?? {};
      return [Number(player), { name, source }];
    }),
  );
}
