// A match in a file of its own, which opens without a network and without Python: its positions are in it. `fileOf` of
// panels/watch/html-file.ts and py/sandlot/cli/exporting.py write it.

import { part } from '../../base/ui/dom.ts';
import { t } from '../../base/words/index.ts';
import { recordedMatch } from '../../match/match.ts';
import { showTurn } from '../watch/turn.tsx';
import { createViewer } from './viewer.ts';

const { header, deltas, result } = JSON.parse(part('#match').textContent ?? '');
const { playback, watched } = createViewer();
showTurn(part('.turn'), watched);
const records = deltas.map(() => ({ answers: [], stats: { series: {}, marks: [] } }));
part('.about').textContent = t('embed.about', { game: t(`game.${header.game}`), seed: header.seed });
playback.load(recordedMatch('replay', { header, deltas, records, result }, ''), { play: false });
