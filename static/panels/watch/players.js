// The player cards beside the board.

import { h, icon, on, setText, swatch } from '../../base/ui/dom.ts';
import { refill } from '../../base/ui/focus.ts';
import { MOST_SHOWN } from '../../base/values/seats.ts';
import { fixed, t } from '../../base/words/index.ts';
import { nearUse } from '../../match/nearness.ts';
import { isTimed } from '../../match/timed.ts';

/** @typedef {import('../../match/types.ts').Match} Match */
/** @typedef {import('../../match/nearness.ts').Use} Use */
/** @typedef {import('../../match/types.ts').SeatState} SeatState */
/** @typedef {import('../../match/types.ts').TurnRecord} TurnRecord */

/**
 * Shows each player's name, total time, and time of this turn against its budget. In a game that hides something a
 * button shows what one player saw.
 *
 * @param {HTMLElement} host
 * @param {(game: string) => boolean} hides
 * @param {(player: number | null) => void} look shows what that player saw; null: everything
 */
export function createPlayers(host, hides, look) {
  const label = h('span');
  const verified = h('span', { class: 'verified', hidden: true }, icon('check'));
  const title = h('h2', {}, label, verified);
  const others = h('p', { class: 'hint', hidden: true });
  /** @type {ReturnType<typeof playerRow>[]} */
  let rows = [];
  /** Whether the last position of a match under way is shown, so that there is time running. */
  let isLive = false;

  return {
    /**
     * @param {Match} match
     * @param {string[]} names
     * @param {string[]} sides
     * @param {Readonly<import('../../match/playback.ts').State>} state
     */
    show(match, names, sides, { position, last, perspective, bound, live }) {
      isLive = live && position === last;
      if (!live) for (const row of rows) row.think(null, () => false);
      const shown = names.slice(0, MOST_SHOWN);
      if (rows.length !== shown.length) {
        rows = shown.map((_, k) => playerRow(k, look));
        refill(host, title, ...rows.map((row) => row.element), others);
      }
      const count = names.length - shown.length;
      others.hidden = count === 0;
      setText(others, t('players.others', { count }));
      host.dataset.origin = match.origin;
      verified.hidden = !match.isVerified;
      const whose = t(match.isVerified ? 'players.verified' : `players.${match.origin}`);
      setText(label, match.header.in_turn ? t('players.inTurn', { title: whose }) : whose);
      for (const [k, row] of rows.entries()) {
        const side = t(sides[k] ?? '');
        const name = names[k] ?? '';
        // If two share a name, the side is added.
        const ending = t('player.onSide', { name: '', side });
        if (name.endsWith(ending)) row.name(name.slice(0, -ending.length), ending);
        else row.name(name, side);
        row.time(isTimed(match) ? timeOf(match, k, position) : null);
        const canLook = hides(match.header.game) && (bound ? bound.length > 1 && bound.includes(k) : !live);
        row.look(canLook, perspective === k, name);
      }
    },
    /** @param {number} player @param {SeatState} state @param {number | null} budget */
    seat(player, state, budget) {
      rows[player]?.state(state);
      rows[player]?.think(state === 'thinking' ? budget : null, () => isLive);
    },
  };
}

/** Milliseconds between two updates of a running clock; a quick answer is not shown as running. */
const TICK = 200;

/** @param {number} k @param {(player: number | null) => void} look */
function playerRow(k, look) {
  const name = h('span', { class: 'name' });
  const side = h('span', { class: 'side-name' });
  const total = h('span', { class: 'total', title: t('players.total') });
  const done = h('span');
  const meter = h('span', { class: 'meter', 'aria-hidden': 'true' }, done);
  const doing = h('span', { class: 'doing' });
  const eye = h('button', { type: 'button', class: 'quiet only-icon look' }, icon('eye'));
  const spent = h('span', { class: 'spent', title: t('players.thisTurn') });
  const half = h('span');
  const near = h('p', { class: 'near', hidden: true }, icon('clock-alert'), half);
  const element = h(
    'div',
    { class: 'player' },
    swatch(k),
    h('span', { class: 'name' }, name, ' ', side, ' ', doing),
    h('span', { class: 'end' }, total, eye),
    h('span', { class: 'now' }, meter, spent),
    near,
  );
  let ticking = 0;
  /** @param {number} used @param {number} budget 0: there is none @param {string} says @param {number | null} bank */
  const showSpent = (used, budget, says, bank) => {
    const time = budget ? t(says, { ms: Math.ceil(used), budget: Math.round(budget) }) : '';
    setText(spent, time && bank !== null ? t('time.withBank', { time, bank: fixed(bank / 1000, 1) }) : time);
    done.style.width = `${budget ? Math.min(100, (100 * used) / budget) : 0}%`;
    meter.toggleAttribute('data-over', used > budget);
  };
  let isLooking = false;
  on(eye, 'click', () => look(isLooking ? null : k));
  return {
    element,
    /** @param {string} text @param {string} sideText */
    name(text, sideText) {
      setText(name, text);
      setText(side, sideText);
    },
    /** @param {ReturnType<typeof timeOf> | null} time */
    time(time) {
      element.toggleAttribute('data-untimed', !time);
      const { sum, used, budget, says, bank, use } = time ?? NO_TIME;
      setText(total, t('time.seconds', { seconds: fixed(sum / 1000, 2) }));
      showSpent(used, budget, says, bank);
      near.hidden = use === null;
      if (use) setText(half, t(`time.half.${use.unit}`));
    },
    /**
     * Shows time as it runs, beginning now.
     * @param {number | null} budget milliseconds; null: it does not run
     * @param {() => boolean} isShown
     */
    think(budget, isShown) {
      clearInterval(ticking);
      if (budget === null) return;
      const began = performance.now();
      const tick = () =>
        isShown() && showSpent(Math.min(budget, performance.now() - began), budget, 'time.ofBudget', null);
      ticking = window.setInterval(tick, TICK);
    },
    /** @param {boolean} canLook @param {boolean} looking @param {string} whose */
    look(canLook, looking, whose) {
      isLooking = looking;
      eye.hidden = !canLook;
      eye.setAttribute('aria-pressed', String(looking));
      eye.title = t('players.look', { name: whose });
      eye.setAttribute('aria-label', eye.title);
    },
    /** @param {SeatState} state */
    state(state) {
      element.dataset.state = state;
      setText(doing, t(`seat.${state}`));
    },
  };
}

/**
 * What a player has used: steps where they are counted, else milliseconds; the extra time left, if there is any; and
 * how near the limit the player came.
 *
 * @typedef {{sum: number, used: number, budget: number, says: string, bank: number | null, use: Use | null}} Used
 */

/** @type {Used} */
const NO_TIME = { sum: 0, used: 0, budget: 0, says: 'time.ofBudget', bank: null, use: null };

/**
 * @param {Match} match
 * @param {number} player
 * @param {number} position
 * @returns {Used}
 */
function timeOf({ header, records }, player, position) {
  const answer = answerOf(records[position], player);
  const sum = spentUntil(records, position)[player] ?? 0;
  const use = answer ? nearUse(answer, header) : null;
  const { steps, bank, increment } = /** @type {Record<string, number>} */ (header.clock);
  if (steps)
    return {
      sum,
      use,
      used: answer?.steps ?? 0,
      budget: position ? steps : 0,
      says: 'time.ofSteps',
      bank: null,
    };
  const hasBank = Boolean(bank || increment) && position > 0 && answer !== undefined;
  return {
    ...NO_TIME,
    sum,
    use,
    used: answer?.ms ?? 0,
    budget: answer?.budget ?? 0,
    bank: hasBank ? answer.bank : null,
  };
}

/** The time each player has used up to a position, computed once. @type {WeakMap<TurnRecord[], number[][]>} */
const spent = new WeakMap();

/** @param {TurnRecord[]} records @param {number} position @returns {number[]} milliseconds by player */
function spentUntil(records, position) {
  // The import, in record 0, has a budget of its own and is not the time of a move.
  const sums = spent.get(records) ?? [[]];
  spent.set(records, sums);
  for (let k = sums.length; k <= position; k += 1) {
    const sum = (sums[k - 1] ?? []).slice();
    for (const { player, ms } of records[k]?.answers ?? [])
      if (player < MOST_SHOWN) sum[player] = (sum[player] ?? 0) + ms;
    sums.push(sum);
  }
  return sums[position] ?? [];
}

/**
 * @param {TurnRecord | undefined} record
 * @param {number} player
 */
export function answerOf(record, player) {
  return record?.answers.find((answer) => answer.player === player);
}
