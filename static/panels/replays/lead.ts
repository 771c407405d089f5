// Leads from an address to the match of the library that it names.

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
  files: Pick<Replays, 'openReplay'>;
  /** where the last visit of this tab ended; it is told once */
  last: () => Watched | null;
  /** the marks of games of contests, by those of the matches in which they were played again */
  again: ReadonlyMap<string, string>;
}

export function createLead(app: App, { place, library, files, last, again }: Inside): (place: Place) => void {
  const { playback, notices, session } = app;

  /** @param turn null: as it is */
  function show(turn: number | null, eyes: string | null) {
    if (turn !== null) playback.goTo(turn);
    const player = eyes === null ? null : Number(eyes) - 1;
    const isThere = player === null || playback.state.match?.header.players[player] !== undefined;
    if (isThere && player !== playback.state.perspective) playback.setPerspective(player).catch(() => {});
  }

  /** @param mark of a match @param turn null: it plays */
  async function open(mark: string, turn: number | null, eyes: string | null) {
    if (readMark(mark)) {
      if (await app.compete.openMark(mark, turn)) show(null, eyes);
      return;
    }
    await library.refresh();
    const entry = library.list().find((each) => each.mark === mark);
    const text = entry && (await library.text(entry.id).catch(() => null));
    if (!entry || typeof text !== 'string') {
      // Another match on the board would be taken for it.
      notices.show(t('replay.notKept'), { bad: true, here: true });
      return;
    }
    if (session.shownGame() !== session.game) app.enter.showMeanwhile();
    const name = entry.name ?? t(`game.${entry.game}`);
    const shows = () => files.openReplay(name, text, { isNamed: true, turn, entry: entry.id });
    const first = again.get(mark);
    const match = await (first === undefined ? shows() : app.compete.showAgain(first, shows));
    if (!match || match !== playback.state.match) return;
    place.mark(match, mark);
    show(null, eyes);
  }

  /** Shows the match that an address names, if it is kept here. */
  return ({ tab, game, match, turn, eyes }: Place) => {
    // Where a link was looked at is told once it is read.
    const before = app.router.isOpening() ? null : last();
    // A tab that is loaded again at once has not had the time to write its address.
    const mark = match ?? (before?.game === game ? before?.mark : null) ?? null;
    if (tab !== 'play' && tab !== 'code') return;
    if (mark === null) {
      // Back, before a game of a contest was opened, there was another match.
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
