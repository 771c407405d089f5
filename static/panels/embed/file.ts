// A match in a file of its own, which opens without a network and without Python: its positions are in it. `fileOf` of
// panels/watch/html-file.js and py/sandlot/cli/exporting.py write it.

import { part } from '../../base/ui/dom.ts';
import { t } from '../../base/words/index.ts';
import { recordedMatch } from '../../match/match.ts';
import { createTurn } from '../watch/turn.js';
import { createViewer } from './viewer.ts';

const { header, deltas, result } = JSON.parse(part('#match').textContent ?? '');
const { playback } = createViewer({ turn: createTurn(part('.turn')) });
const records = deltas.map(() => ({ answers: [], stats: { series: {}, marks: [] } }));
part('.about').textContent = t('embed.about', { game: t(`game.${header.game}`), seed: header.seed });
playback.load(recordedMatch('replay', { header, deltas, records, result }, ''), { play: false });
