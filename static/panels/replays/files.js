// Opens replays, and saves them as files.

import { saveFile } from '../../base/ui/files.js';
import { wasGivenUp, withProgress } from '../../base/ui/working.js';
import { list, say, t } from '../../base/words/index.js';
import { recordedMatch } from '../../match/match.js';

/** @typedef {import('../../match/types.js').Message} Message */
/** @typedef {import('../../match/types.js').Match} Match */
/** @typedef {import('../../match/playback.js').Playback} Playback */
/** @typedef {import('../../base/ui/notices.js').Notices} Notices */
/** @typedef {Pick<import('../../engine/arena.js').Arena, 'open'>} Arena */

/**
 * Creates the functions that open and save replays.
 *
 * @param {object} outside
 * @param {Arena} outside.arena
 * @param {Playback} outside.playback
 * @param {Notices} outside.notices
 * @param {import('../../match/visit.js').Visit} outside.visit knows the replay of the match that is shown
 * @param {(game: string, isNamed: boolean) => void} outside.opened a replay of that game is about to be shown;
 *   isNamed: the address names it
 * @param {(match: Match, text: string, name: string) => void} outside.keep keeps a replay that was read
 * @param {(codes: import('../../match/types.js').Code[], game: string) => void} outside.read shows code that a link holds
 */
export function createReplays({ arena, playback, notices, visit, opened, keep, read }) {
  let opening = new AbortController();

  /**
   * @param {string} name
   * @param {string} text
   * @param {object} [how]
   * @param {boolean} [how.isKept] it is put into the library
   * @param {boolean} [how.isNamed] the address names it
   * @param {(records: import('../../match/types.js').TurnRecord[]) => number} [how.at] which position is shown, instead of
   *   playing from the start
   * @returns {Promise<Match | null>} null: it could not be opened, and that was said, or something else came first
   */
  async function openReplay(name, text, { isKept = true, isNamed = false, at } = {}) {
    try {
      const { replay, own, match, codes } = await readReplay(name, text, instead());
      opened(replay.header.game, isNamed);
      const place = at ? at(replay.records) : replay.turn;
      playback.load(match, { play: place === null });
      if (place !== null) playback.goTo(place);
      if (replay.eyes !== null && replay.eyes < replay.header.players.length)
        playback.setPerspective(replay.eyes);
      visit.offer(own, match);
      if (isKept) keep(match, own, name);
      if (codes.size > 0) offerCode(codes, replay.header.game);
      if (replay.problem) notices.show(t('replay.problem', { name, why: replay.problem }), { bad: true });
      return match;
    } catch (error) {
      refuse(name, error);
      return null;
    }
  }

  /**
   * Puts replays that came together into the library, and shows the last one.
   *
   * @param {[name: string, text: string][]} all
   */
  async function openReplays(all) {
    const giveUp = instead();
    for (const [name, text] of all.slice(0, -1)) {
      try {
        const { own, match } = await readReplay(name, text, giveUp);
        keep(match, own, name);
      } catch (error) {
        refuse(name, error);
      }
      if (giveUp.signal.aborted) return;
    }
    for (const [name, text] of all.slice(-1)) await openReplay(name, text);
  }

  /** Opening a replay cancels the one before it. */
  function instead() {
    opening.abort();
    opening = new AbortController();
    return opening;
  }

  /** @param {string} name @param {string} text @param {AbortController} giveUp */
  async function readReplay(name, text, giveUp) {
    /** @param {{done: number, of: number} | null} news */
    const words = (news) =>
      news?.done ? t('replay.progress', { name, ...news }) : t('replay.opening', { name });
    const replay = await withProgress(notices, words, (how) => arena.open(text, how), { giveUp });
    // A log of another place comes back as a replay.
    const own = replay.imported ?? text;
    if (!replay.deltas.length) throw Object.assign(new Error(name), { text: replay.problem });
    const match = recordedMatch('replay', replay, own);
    const codes = codesOf(replay);
    match.codes = codes;
    match.isVerified = replay.problem === null && replay.result !== null;
    return { replay, own, match, codes };
  }

  /** Says why a replay could not be opened, unless it was given up. @param {string} name @param {unknown} error */
  function refuse(name, error) {
    if (wasGivenUp(error)) return;
    const why = reasonOf(error);
    const isOther = why === say(['replay.other_format', {}]);
    notices.show(t(isOther ? 'files.json' : 'replay.refused', { name, why }), { bad: true });
  }

  /** @param {Map<number, import('../../match/types.js').Code>} codes @param {string} game */
  function offerCode(codes, game) {
    const all = [...codes.values()];
    const action = { label: t('link.read'), run: () => read(all, game) };
    notices.show(t('link.sources', { names: list(all.map((code) => code.name)) }), { action, stays: true });
  }

  /** Saves the match that is shown. @param {string} name of the file */
  function save(name) {
    const text = visit.replay();
    if (text) saveFile(name, text, 'application/json');
  }

  return {
    save,
    openReplay,
    openReplays,
    /** Cancels the replay that is being opened. */
    giveUp: () => opening.abort(),
  };
}

/** @param {unknown} error @returns {string} */
function reasonOf(error) {
  const text = error instanceof Error && 'text' in error ? error.text : null;
  if (Array.isArray(text)) return say(/** @type {Message} */ (text));
  return error instanceof Error ? error.message : String(error);
}

/** The programs in a link, by player. @param {import('../../match/types.js').Opened} opened */
function codesOf({ header, sources }) {
  const codes = Object.entries(sources).map(([player, source]) => {
    const { name = '' } = header.players[Number(player)] ?? {};
    return /** @type {const} */ ([Number(player), { name, source }]);
  });
  return new Map(codes);
}
