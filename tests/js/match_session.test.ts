// What the page is about: the game, the tab, and what every game showed when it was left.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { State } from '../../static/match/playback.ts';
import { createSession } from '../../static/match/session.ts';
import type { Match } from '../../static/match/types.ts';
import { part } from './part.ts';

const matchOf = (game: string, origin: Match['origin'] = 'replay') =>
  part<Match>({ origin, header: { game } });

type Outside = Parameters<typeof createSession>[0];
let playback: Outside['playback'];
let left: Outside['left'];
let session: ReturnType<typeof createSession>;
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
  session = createSession({ game: 'tank', left, playback });
});

test('a session begins with a game and without a match', () => {
  assert.deepEqual(
    [session.game, session.stage, session.shownGame(), session.replay()],
    ['tank', 'play', null, null],
  );
  session.leave();
  assert.equal(left.size, 0);
  assert.equal(session.showLeft(), false);
});

test('listeners are called only when the game changes', () => {
  const heard: string[] = [];
  session.onGame((game) => heard.push(game));
  session.onGame((game) => heard.push(`${game}!`));
  session.chooseGame('tank');
  session.chooseGame('snake');
  session.chooseGame('snake');
  assert.deepEqual(heard, ['snake', 'snake!']);
  assert.equal(session.game, 'snake');
});

test('the stage is the tab that was chosen last', () => {
  session.chooseStage('code');
  assert.equal(session.stage, 'code');
});

test('a replay belongs to its match', () => {
  let heard = 0;
  session.onReplay(() => {
    heard += 1;
  });
  const [shown, other] = [matchOf('tank'), matchOf('tank')];
  playback.load(shown, { play: false });
  session.offer('text', shown);
  assert.equal(session.replay(), 'text');
  session.offer(null, shown);
  assert.equal(session.replay(), 'text', 'nothing new');
  playback.load(other, { play: false });
  assert.equal(session.replay(), null);
  assert.equal(heard, 2);
});

test('returning to a game restores its match, replay and turn', () => {
  const match = matchOf('tank');
  playback.load(match, { play: false });
  playback.goTo(7);
  session.offer('text', match);
  session.leave();
  playback.load(matchOf('snake'), { play: false });
  assert.equal(session.shownGame(), 'snake');
  assert.equal(session.showLeft(), true);
  assert.deepEqual(playback.state, { match, position: 7 });
  assert.equal(session.replay(), 'text');
});

test('a match is kept under its own game, whichever is chosen', () => {
  playback.load(matchOf('snake'), { play: false });
  session.leave();
  assert.deepEqual([...left.keys()], ['snake']);
  assert.equal(left.get('snake')?.replay, null);
});

test('a match that ends after it was left has its replay', () => {
  const match = matchOf('tank');
  playback.load(match, { play: false });
  session.leave();
  playback.load(matchOf('snake'), { play: false });
  session.offer('text', match);
  session.showLeft();
  assert.equal(session.replay(), 'text');
});

test('a match carried over from another page is shown with its replay, a demo is not', () => {
  const match = matchOf('tank');
  left.set('tank', { match, position: 3, replay: 'carried' });
  assert.equal(session.showLeft(), true);
  assert.equal(session.replay(), 'carried');
  left.set('tank', { match: matchOf('tank', 'demo'), position: 3, replay: null });
  assert.equal(session.showLeft(), false);
});
