// Follows a match of the code in the editor: once it has made a move it is worth a version, and the version is told how the
// match ended. A run that fails before its first move leaves no version behind.

import { LONGEST_AGAINST } from '../../base/kept/versions.js';
import { beginning } from '../../base/text/legible.js';
import { bareName, isSame } from '../../base/values/bundle-shape.js';
import { endOf } from '../../match/ending.js';

/** @typedef {import('../../match/types.js').Code} Code */
/** @typedef {import('../../match/types.js').Match} Match */
/** @typedef {import('../../match/types.js').MatchSpec} MatchSpec */
/** @typedef {import('../../base/kept/versions.js').Outcome} Outcome */
/** @typedef {{game: string, code: Code, id: number}} Tried id: of the bot */

/**
 * @param {(tried: Tried) => Promise<unknown>} keep makes a version of it, unless it is the newest one
 * @param {(tried: Tried, outcome: Outcome) => void} ended
 */
export function createTried(keep, ended) {
  /** @type {(Tried & {spec: MatchSpec, own: number[], from: number, kept: Promise<unknown> | null}) | null} */
  let open = null;
  /** Its match. @type {Match | null} */
  let match = null;

  return {
    /** A match begins. @param {MatchSpec} spec @param {Code} code in the editor @param {number} id */
    begin(spec, code, id) {
      const own = spec.seats.flatMap((seat, k) => (seat.kind === 'code' && isSame(seat, code) ? [k] : []));
      match = null;
      const first = (spec.fork?.turn ?? 0) + 1;
      open = own.length > 0 ? { game: spec.game, code, id, spec, own, from: first, kept: null } : null;
    },

    /** @param {{match: Match | null, live: boolean}} state of the playback */
    follow({ match: shown, live }) {
      if (!open || !shown || shown.origin !== 'live') return;
      if (!match && live && isOf(open.spec, shown)) match = shown;
      if (match !== shown) return;
      const { own, from } = open;
      open.kept ??= hasMoved(match, own, from) ? keep(open) : null;
      open.from = Math.max(from, match.records.length);
      if (live) return;
      const { kept, ...tried } = open;
      const outcome = outcomeOf(match, own);
      open = null;
      if (kept && outcome) kept.then(() => ended(tried, outcome));
    },
  };
}

/** @param {MatchSpec} spec @param {Match} match */
const isOf = ({ game, seed, seats, fork }, { header }) =>
  header.game === game && header.players.length === seats.length && (fork || header.seed === seed);

/**
 * Whether one of these players has made a move.
 *
 * @param {Pick<Match, 'records'>} match
 * @param {number[]} players
 * @param {number} from the first turn that is looked at
 */
export function hasMoved({ records }, players, from) {
  return records
    .slice(from)
    .some(({ answers }) => answers.some(({ player, fault }) => players.includes(player) && !fault));
}

/**
 * How a match ended for the first of these players.
 *
 * @param {Pick<Match, 'header' | 'result'>} match
 * @param {number[]} players
 * @returns {Outcome | null} null: it was stopped
 */
export function outcomeOf({ header, result }, [own = 0]) {
  if (!result) return null;
  const against = header.players.filter((_, k) => k !== own).map((player) => bareName(player));
  return {
    end: endOf(result, own),
    against: beginning(against.join(', '), LONGEST_AGAINST),
    turns: result.turns,
  };
}
