import { h, setText, swatch } from '../dom.js';
import { fixed, t } from '../i18n.js';

/** @typedef {import('../types.js').Match} Match */
/** @typedef {import('../types.js').SeatState} SeatState */
/** @typedef {import('../types.js').TurnRecord} TurnRecord */

/**
 * Who is who, the time each has used, and this turn's against its budget.
 *
 * @param {HTMLElement} host
 */
export function createPlayers(host) {
  const title = h('h2');
  /** @type {ReturnType<typeof playerRow>[]} */
  let rows = [];
  host.append(title);

  return {
    /**
     * @param {Match} match
     * @param {string[]} names
     * @param {string[]} sides
     * @param {number} position
     */
    show(match, names, sides, position) {
      if (rows.length !== names.length) {
        rows = names.map((_, k) => playerRow(k));
        host.replaceChildren(title, ...rows.map((row) => row.element));
      }
      host.dataset.origin = match.origin;
      setText(title, t(`players.${match.origin}`));
      for (const [k, row] of rows.entries()) {
        const side = t(sides[k] ?? '');
        const name = names[k] ?? '';
        row.name(name, name.endsWith(t('player.onSide', { name: '', side })) ? '' : side);
        // Nobody's clock ran in the recorded match.
        row.time(match.origin === 'demo' ? null : timeOf(match.records, k, position));
      }
    },
    /** @param {number} player @param {SeatState} state */
    seat(player, state) {
      rows[player]?.state(state);
    },
  };
}

/** @param {number} k */
function playerRow(k) {
  const name = h('span', { class: 'name' });
  const side = h('span', { class: 'side-name' });
  const total = h('span', { class: 'total', title: t('players.total') });
  const done = h('span');
  const meter = h('span', { class: 'meter', 'aria-hidden': 'true' }, done);
  const doing = h('span', { class: 'doing' });
  const spent = h('span', { class: 'spent', title: t('players.thisTurn') });
  const element = h(
    'div',
    { class: 'player' },
    swatch(k),
    h('span', { class: 'name' }, name, ' ', side, ' ', doing),
    total,
    h('span', { class: 'now' }, meter, spent),
  );
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
      const { sum, ms, budget } = time ?? { sum: 0, ms: 0, budget: 0 };
      setText(total, t('time.seconds', { seconds: fixed(sum / 1000, 2) }));
      setText(spent, budget ? t('time.ofBudget', { ms: Math.ceil(ms), budget: Math.round(budget) }) : '');
      done.style.width = `${budget ? Math.min(100, (100 * ms) / budget) : 0}%`;
      meter.toggleAttribute('data-over', ms > budget);
    },
    /** @param {SeatState} state */
    state(state) {
      element.dataset.state = state;
      setText(doing, t(`seat.${state}`));
    },
  };
}

/**
 * @param {TurnRecord[]} records
 * @param {number} player
 * @param {number} position
 */
function timeOf(records, player, position) {
  let sum = 0;
  // The import, in record 0, has a budget of its own and is not the time of a move.
  for (let k = 1; k <= position; k += 1) sum += answerOf(records[k], player)?.ms ?? 0;
  const answer = answerOf(records[position], player);
  return { sum, ms: answer?.ms ?? 0, budget: answer?.budget ?? 0 };
}

/**
 * @param {TurnRecord | undefined} record
 * @param {number} player
 */
export function answerOf(record, player) {
  return record?.answers.find((answer) => answer.player === player);
}
