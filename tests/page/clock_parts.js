// The parts of the engine that decide about time, for tests/page/test_time.py, which gives them a clock that it sets itself.

export { Bot } from '../../static/engine/worker/bot.js';
export { askInTurn, runSideBySide } from '../../static/engine/worker/side-by-side.js';
export { startStopwatch } from '../../static/engine/worker/stopwatch.js';
