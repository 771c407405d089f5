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
  /** it is put into the library */
  isKept?: boolean;
  /** the address names it */
  isNamed?: boolean;
  /** it goes on from what the board shows: whoever has left the board meanwhile is not led back */
  isHere?: boolean;
  /** which position is shown, instead of playing from the start */
  at?: (records: TurnRecord[]) => number;
  /** the position that is shown, where it is known beforehand */
  turn?: number | null;
  /** its entry in the library, if it is from there */
  entry?: IDBValidKey;
  /** changes what the page knows of it before it is shown */
  prepare?: (match: Match) => void;
  /** says that it cannot be opened, and why; none: a notice does */
  refuse?: (says: string) => void;
}

export type Replays = ReturnType<typeof createReplays>;

interface Inside {
  /** keeps one that was read */
  keep: (match: Match, text: string, name: string) => void;
  /** @returns the people who can continue it, to whose views it is restricted; null if all of it may be seen */
  bound: (match: Match, entry: IDBValidKey | undefined) => readonly number[] | null;
}

/** Creates the functions that open and save replays. */
export function createReplays(app: App, { keep, bound }: Inside) {
  const { arena, playback, notices, session } = app;
  let opening = new AbortController();

  /** @returns null: it could not be opened, and that was said, or something else came first */
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
    // At the beginning of a sentence.
    const called = isMatch(text) ? capital(name) : name;
    // No move of a challenge is shown before it is known whether it was played, and a match that can be continued is not
    // shown before its view is restricted.
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

  /** Puts replays that came together into the library, and shows the last one. */
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

  /** A challenge that is to be played before it is watched; null: this match is none. */
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

  /** @param arrival shows it meanwhile */
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
    // A log of another place comes back as a replay.
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

  /** Says why a replay could not be opened, unless it was given up. */
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

  /** Saves the match that is shown. @param name of the file */
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
