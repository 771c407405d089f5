// The problems of a bot, as a list below the editor.

import { h, icon, on } from '../../base/ui/dom.js';
import { refill } from '../../base/ui/focus.js';
import { t } from '../../base/words/index.js';
import type { Problem } from '../../match/faults.js';
import { placeOf } from '../../match/faults.js';

export function showProblems(
  list: HTMLElement,
  problems: Problem[],
  goToLine: (line: number, file?: string) => void,
) {
  list.hidden = problems.length === 0;
  refill(list, ...problems.map((problem) => h('li', {}, problemButton(problem, goToLine))));
}

function problemButton(problem: Problem, goToLine: (line: number, file?: string) => void) {
  const { file, line, text, turn } = problem;
  const button = h(
    'button',
    { type: 'button' },
    icon(turn ? 'clock-alert' : 'alert'),
    h('span', { class: 'where' }, whereOf(problem)),
    h('span', {}, text),
  );
  button.dataset.kind = turn ? 'near' : 'fault';
  if (line) on(button, 'click', () => goToLine(line, file));
  if (turn) on(button, 'click', turn.go);
  return button;
}

function whereOf({ file, line, turn }: Problem) {
  if (line) return placeOf({ file, line });
  if (!turn) return t('problems.noLine');
  return turn.number ? t('orders.turn', { turn: turn.number }) : t('orders.start');
}
