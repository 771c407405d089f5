// A match in a file of its own, which opens without a network and without Python: its positions are in it. `fileOf` of
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

/** address: of the match in Sandlot; a file of the command line has none. */
const { header, deltas, stats, result, address } = JSON.parse(part('#match').textContent ?? '');
const { playback, watched } = createViewer({
  chart: (seen, player) => createElement(createChart(createChartState(seen, forgetful), player).Chart, null),
});
showTurn(part('.turn'), watched);
const none = { series: {}, marks: [] };
const records = deltas.map((_: string, k: number) => ({ answers: [], stats: stats?.[k] ?? none }));
// No clock is in the file.
const head = { ...header, clock: {} };
part('.about').textContent = t('embed.about', { game: t(`game.${header.game}`), seed: header.seed });
const match = recordedMatch('replay', { header: head, deltas, records, result }, '');
playback.load(match, { play: false });
// Whoever gets the file watches first how it ends.
watched.hold(match);
render(createElement(Events, { match, playback, watched }), part('.happened'));
if (/^https?:/.test(address ?? '')) {
  const way = { class: 'way accent button', href: address, target: '_blank', rel: 'noopener' };
  part('.head').append(h('a', way, t('embed.whole')));
}
