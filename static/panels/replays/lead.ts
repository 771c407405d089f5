// Opens the match of the library that an address names.

import type { App } from '../../app.ts';
import type { Library } from '../../base/storage/replays.ts';
import { readMark } from '../../base/values/game-mark.ts';
import { t } from '../../base/words/index.ts';
import type { Place } from '../../shell/router.ts';
import type { Replays } from './files.ts';
import type { Watched } from './index.ts';
import type { Position } from './place.ts';

interface Inside {
  place: Position;
  library: Library;
  files: Pick<Replays, 'openReplay' | 'abort'>;
  /** the position that this tab showed before a reload; returned once */
  last: () => Watched | null;
  /** the marks of contests' games, by the marks of the matches in which they were played again */
  again: ReadonlyMap<string, string>;
}

export function createLead(app: App, { place, library, files, last, again }: Inside): (place: Place) => void {
  const { playback, notices, session } = app;
  /** Of the match that is being opened: its game, or until it is found the game of the address. null if none is. */
  let opening: { game: string } | null = null;

  /** @param turn null for the current position */
  function show(turn: number | null, eyes: string | null) {
    if (turn !== null) playback.goTo(turn);
    const player = eyes === null ? null : Number(eyes) - 1;
    const isThere = player === null || playback.state.match?.header.players[player] !== undefined;
    if (isThere && player !== playback.state.perspective) playback.setPerspective(player).catch(() => {});
  }

  /** @param mark the mark of a match @param turn null to play it */
  async function open(mark: string, turn: number | null, eyes: string | null) {
    if (readMark(mark)) {
      if (await app.compete.openMark(mark, turn)) show(null, eyes);
      return;
    }
    const asked = { game: session.game };
    opening = asked;
    try {
      await library.refresh();
      const entry = library.list().find((each) => each.mark === mark);
      const text = entry && (await library.text(entry.id).catch(() => null));
      // The user has gone elsewhere meanwhile.
      if (opening !== asked) return;
      if (!entry || typeof text !== 'string') {
        // The notice tells that the match on the board is another one.
        notices.show(t('replay.notKept'), { bad: true, here: true });
        return;
      }
      asked.game = entry.game;
      if (session.shownGame() !== session.game) app.enter.showMeanwhile();
      const name = entry.name ?? t(`game.${entry.game}`);
      const shows = () => files.openReplay(name, text, { isNamed: true, turn, entry: entry.id });
      const first = again.get(mark);
      const match = await (first === undefined ? shows() : app.compete.showAgain(first, shows));
      if (!match || match !== playback.state.match) return;
      place.mark(match, mark);
      show(null, eyes);
    } finally {
      if (opening === asked) opening = null;
    }
  }

  /** Shows the match that an address names, if it is in this browser. */
  return ({ tab, game, match, turn, eyes }: Place) => {
    // For a link, the position before the reload is used later, once the link is read.
    const before = app.router.isOpening() ? null : last();
    // After a quick reload the address may not name the match yet.
    const mark = match ?? (before?.game === game ? before?.mark : null) ?? null;
    const isElsewhere = tab !== 'play' && tab !== 'code';
    // Once it was read, it would take the user back.
    if (opening && (isElsewhere || game !== opening.game)) {
      opening = null;
      files.abort();
    }
    if (isElsewhere) return;
    if (mark === null) {
      // Back from a contest's game to a place without a match: another match was shown there.
      if (app.router.isReturn && readMark(place.shown() ?? ''))
        app.enter.showBefore({ instead: playback.state.match });
      place.follow();
      return;
    }
    const wanted = before?.mark === mark ? before.position : turn === null ? null : Number(turn);
    if (place.shown() === mark) show(wanted, eyes);
    else place.hold(() => open(mark, wanted, eyes));
  };
}
