// Leads from an address to the match of the library that it names.

import { t } from '../../base/words/index.js';

/**
 * @param {object} outside
 * @param {ReturnType<typeof import('./place.js').createPlace>} outside.place
 * @param {import('../../base/kept/replays.js').Library} outside.library
 * @param {Pick<ReturnType<typeof import('./files.js').createReplays>, 'openReplay'>} outside.files
 * @param {import('../../match/playback.js').Playback} outside.playback
 * @param {import('../../base/ui/notices.js').Notices} outside.notices
 * @param {() => {mark: string, game: string, position: number} | null} outside.last where the last visit of this tab ended;
 *   it is told once
 */
export function createLead({ place, library, files, playback, notices, last }) {
  /** @param {number | null} turn null: as it is @param {string | null} eyes */
  function show(turn, eyes) {
    if (turn !== null) playback.goTo(turn);
    const player = eyes === null ? null : Number(eyes) - 1;
    const isThere = player === null || playback.state.match?.header.players[player] !== undefined;
    if (isThere && player !== playback.state.perspective) playback.setPerspective(player).catch(() => {});
  }

  /** @param {string} mark of a match @param {number | null} turn null: it plays @param {string | null} eyes */
  async function open(mark, turn, eyes) {
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

  /** Shows the match that an address names, if it is kept here. @param {import('../../shell/router.js').Place} said */
  return ({ tab, game, match, turn, eyes }) => {
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
