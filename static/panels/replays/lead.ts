// Leads from an address to the match of the library that it names.

import type { Library } from '../../base/kept/replays.ts';
import type { Notices } from '../../base/ui/notices.tsx';
import { readMark } from '../../base/values/game-mark.ts';
import { t } from '../../base/words/index.ts';
import type { Playback } from '../../match/playback.ts';
import type { Match } from '../../match/types.ts';
import type { Place } from '../../shell/router.ts';
import type { Replays } from './files.ts';
import type { Position } from './place.ts';

export interface Outside {
  place: Position;
  library: Library;
  files: Pick<Replays, 'openReplay'>;
  playback: Playback;
  notices: Notices;
  /** opens the game of a contest that an address names; null: that was not possible, and was said */
  openGame: (mark: string, turn: number | null) => Promise<Match | null>;
  /** where the last visit of this tab ended; it is told once */
  last: () => { mark: string; game: string; position: number } | null;
}

export function createLead({ place, library, files, playback, notices, openGame, last }: Outside) {
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
      if (await openGame(mark, turn)) show(null, eyes);
      return;
    }
    await library.refresh();
    const entry = library.list().find((each) => each.mark === mark);
    const text = entry && (await library.text(entry.id).catch(() => null));
    if (!entry || typeof text !== 'string') {
      notices.show(t('replay.notKept'), { bad: true });
      return;
    }
    const name = entry.name ?? t(`game.${entry.game}`);
    const at = turn === null ? {} : { at: () => turn };
    const match = await files.openReplay(name, text, { isNamed: true, ...at });
    if (!match || match !== playback.state.match) return;
    place.mark(match, mark);
    show(null, eyes);
  }

  /** Shows the match that an address names, if it is kept here. */
  return ({ tab, game, match, turn, eyes }: Place) => {
    const before = last();
    // A tab that is loaded again at once has not had the time to write its address.
    const mark = match ?? (before?.game === game ? before?.mark : null) ?? null;
    if (tab !== 'play' && tab !== 'code') return;
    if (mark === null) {
      place.follow();
      return;
    }
    const wanted = before?.mark === mark ? before.position : turn === null ? null : Number(turn);
    if (place.shown() === mark) show(wanted, eyes);
    else place.hold(() => open(mark, wanted, eyes));
  };
}
