// What the page is about: the game, the tab, and what every game showed when it was left.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { State } from '../../static/match/playback.ts';
import type { Match } from '../../static/match/types.ts';
import { createVisit } from '../../static/match/visit.ts';
import { part } from './part.ts';

const matchOf = (game: string, origin: Match['origin'] = 'replay') =>
  part<Match>({ origin, header: { game } });

type Outside = Parameters<typeof createVisit>[0];
let playback: Outside['playback'];
let left: Outside['left'];
let visit: ReturnType<typeof createVisit>;
beforeEach(() => {
  const state = part<State>({ match: null, position: 0 });
  playback = part<Outside['playback']>({
    state,
    load(match, how) {
      assert.deepEqual(how, { play: false });
      Object.assign(state, { match, position: 0 });
    },
    goTo(position) {
      state.position = position;
    },
  });
  left = new Map();
  visit = createVisit({ game: 'tank', left, playback });
});

test('it begins with a game to play, and no match', () => {
  assert.deepEqual(
    [visit.game, visit.stage, visit.shownGame(), visit.replay()],
    ['tank', 'play', null, null],
  );
  visit.leave();
  assert.equal(left.size, 0);
  assert.equal(visit.showLeft(), false);
});

test('who listens hears of another game, and not of the same', () => {
  const heard: string[] = [];
  visit.onGame((game) => heard.push(game));
  visit.onGame((game) => heard.push(`${game}!`));
  visit.chooseGame('tank');
  visit.chooseGame('snake');
  visit.chooseGame('snake');
  assert.deepEqual(heard, ['snake', 'snake!']);
  assert.equal(visit.game, 'snake');
});

test('the stage is the tab that was chosen last', () => {
  visit.chooseStage('code');
  assert.equal(visit.stage, 'code');
});

test('a replay belongs to its match', () => {
  let heard = 0;
  visit.onReplay(() => {
    heard += 1;
  });
  const [shown, other] = [matchOf('tank'), matchOf('tank')];
  playback.load(shown, { play: false });
  visit.offer('text', shown);
  assert.equal(visit.replay(), 'text');
  visit.offer(null, shown);
  assert.equal(visit.replay(), 'text', 'nothing new');
  playback.load(other, { play: false });
  assert.equal(visit.replay(), null);
  assert.equal(heard, 2);
});

test('what a game showed is there again, with its replay and at its turn', () => {
  const match = matchOf('tank');
  playback.load(match, { play: false });
  playback.goTo(7);
  visit.offer('text', match);
  visit.leave();
  playback.load(matchOf('snake'), { play: false });
  assert.equal(visit.shownGame(), 'snake');
  assert.equal(visit.showLeft(), true);
  assert.deepEqual(playback.state, { match, position: 7 });
  assert.equal(visit.replay(), 'text');
});

test('a match is left under its own game, whichever is chosen', () => {
  playback.load(matchOf('snake'), { play: false });
  visit.leave();
  assert.deepEqual([...left.keys()], ['snake']);
  assert.equal(left.get('snake')?.replay, null);
});

test('a match that was over only after it was left has its replay all the same', () => {
  const match = matchOf('tank');
  playback.load(match, { play: false });
  visit.leave();
  playback.load(matchOf('snake'), { play: false });
  visit.offer('text', match);
  visit.showLeft();
  assert.equal(visit.replay(), 'text');
});

test('what another page carried over is shown with its replay; a demo is not shown again', () => {
  const match = matchOf('tank');
  left.set('tank', { match, position: 3, replay: 'carried' });
  assert.equal(visit.showLeft(), true);
  assert.equal(visit.replay(), 'carried');
  left.set('tank', { match: matchOf('tank', 'demo'), position: 3, replay: null });
  assert.equal(visit.showLeft(), false);
});
