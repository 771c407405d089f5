// The page of a match in an HTML file, which contains its positions, so that it needs neither a network nor Python. `htmlFileOf` in
// panels/watch/html-file.ts and py/sandlot/cli/exporting.py write it.

import { createElement, render } from 'preact';
import { h, part } from '../../base/ui/dom.ts';
import { t } from '../../base/words/index.ts';
import { recordedMatch } from '../../match/match.ts';
import { createChart } from '../watch/chart.tsx';
import { createChartState } from '../watch/chart-state.ts';
import { showTurn } from '../watch/turn.tsx';
import { Events } from './events.tsx';
import { createViewer, forgetful } from './viewer.ts';

/** address: of the match in Sandlot; missing in files from the command line. */
const { header, deltas, stats, result, address } = JSON.parse(part('#match').textContent ?? '');
const { playback, watched } = createViewer({
  chart: (seen, player) => createElement(createChart(createChartState(seen, forgetful), player).Chart, null),
});
showTurn(part('.turn'), watched);
const none = { series: {}, marks: [] };
const records = deltas.map((_: string, k: number) => ({ answers: [], stats: stats?.[k] ?? none }));
// The file has no clock.
const head = { ...header, clock: {} };
part('.about').textContent = t('embed.about', { game: t(`game.${header.game}`), seed: header.seed });
const match = recordedMatch('replay', { header: head, deltas, records, result }, '');
playback.load(match, { play: false });
// The result is held back until the end was shown.
watched.hold(match);
render(createElement(Events, { match, playback, watched }), part('.happened'));
if (/^https?:/.test(address ?? '')) {
  const way = { class: 'way accent button', href: address, target: '_blank', rel: 'noopener' };
  part('.head').append(h('a', way, t('embed.whole')));
}
