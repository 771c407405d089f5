// The embed: a match or a puzzle from a link inside another web page. At first it shows a picture, made only from the link. Python
// is loaded when somebody plays it.

import { headOf, isWhole } from '../../base/share/link-head.ts';
import { manifest } from '../../base/site/manifest.ts';
import { find, on, part, setText } from '../../base/ui/dom.ts';
import { isMatch, isPuzzle, mended, partsOf } from '../../base/values/address.ts';
import { capital, say, t } from '../../base/words/index.ts';
import { firstPosition } from '../../games/first-position.ts';
import { comingMatch } from '../../match/match.ts';
import type { createOpener } from './opened.ts';
import type { Puzzle } from './puzzle.tsx';
import { createTalk } from './talk.ts';
import { createViewer, heightFor } from './viewer.ts';

type Opener = Awaited<ReturnType<typeof createOpener>>;

/** What to do when the match is there. */
type Wish = { play: boolean; turn: number | null };

const { games, some, loads } = manifest as any;
const hash = mended(location.hash);
const note = part('.note');
const poster = find(document, '.poster', HTMLButtonElement);
const says = part('.poster-says');
/** Whether the link can be opened at all. */
let isLinked = isMatch(hash) || isPuzzle(hash);
let opener: Opener | null = null;
/** The puzzle of a link, once its picture is shown; null if none. */
let puzzle: Puzzle | null = null;
let stage = 'poster' as 'poster' | 'opening' | 'open';
let wish: Wish = { play: true, turn: null };

const theme = partsOf(hash).get('theme');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;

const { playback, board, canvas } = createViewer({
  viewsOf: async (...asked) => opener?.viewsOf(...asked),
  hears: (event) => puzzle?.hears(event) === true,
  takes(action) {
    if (stage === 'open') return false;
    if (!/zoom|coordinates|slower|faster/i.test(action)) start({ play: action === 'toggle', turn: null });
    return true;
  },
});
/** The parts above and below the board that only a puzzle has. */
const asking = [part('.puzzle'), part('.hand')];
const beside = () => asking.reduce((height, { offsetHeight }) => height + offsetHeight, 0);
const talk = createTalk(playback, (width) => heightFor(playback, width) + beside(), {
  play(playing) {
    if (stage !== 'open') start({ play: playing, turn: null }, playing);
    else if (playing) playback.play();
    else playback.pause();
  },
  seek(turn) {
    if (stage !== 'open') start({ play: false, turn });
    else playback.goTo(turn);
  },
});

/** The first position, as far as it is known without the rules. */
async function showPoster() {
  const [head, isAll] = await Promise.all([headOf(hash, games), isWhole(hash)]);
  if (isLinked && !isAll) {
    isLinked = false;
    fail(t('embed.broken'));
    talk.ready();
    return;
  }
  if (head) {
    const { game, players, options, seed } = head;
    const spec = { game, seats: players, seed, options };
    const view = await firstPosition(spec, { games, demo: {}, some: some[game] });
    playback.load(comingMatch({ game, seats: players as any, seed: '', options }, view), {
      play: false,
    });
  }
  if (isPuzzle(hash)) {
    const says = t('embed.solve');
    Object.assign(poster, { title: says, ariaLabel: says });
    await ask().catch(() => {});
  }
  // Without a link there is nothing to play.
  poster.hidden = !isLinked;
  if (!isLinked) fail(t('embed.empty'));
  talk.ready();
}

/** Shows the task, if it is a puzzle. */
async function ask() {
  const { createPuzzle } = await import('./puzzle.tsx');
  puzzle ??= await createPuzzle({ playback, board, canvas, link: hash, head: await headOf(hash, games) });
}

/** @param begins whether to begin; if not, nothing happens, because there is nothing to pause yet */
function start(next: Wish, begins: boolean = true) {
  if (stage === 'open' || !begins || !isLinked) return;
  wish = { play: next.play, turn: next.turn ?? wish.turn };
  if (stage === 'opening') return;
  stage = 'opening';
  setText(note, '');
  note.hidden = true;
  // A disabled button loses the focus.
  if (document.activeElement === poster) canvas.focus();
  poster.disabled = true;
  open().catch((error) => {
    opener?.close();
    opener = null;
    stage = 'poster';
    poster.disabled = false;
    setText(says, '');
    fail(
      error.said ??
        t('replay.refused', { name: capital(t('replay.link')), why: error.text ?? error.message }),
    );
  });
}

async function open() {
  setText(says, t('loading.download', { percent: 0 }));
  const found = await import('./opened.ts').catch(() => null);
  if (isPuzzle(hash)) await ask().catch(() => {});
  if (!found || (isPuzzle(hash) && !puzzle)) throw Object.assign(new Error(), { said: t('lazy.failed') });
  opener ??= await found.createOpener(loads, ({ stage: at, done, message }) => {
    if (at === 'ready') return;
    setText(says, message ? say(message) : t(`loading.${at}`, { percent: Math.floor(100 * done) }));
  });
  if (puzzle) {
    await puzzle.open(opener);
    reveal();
    return;
  }
  const { match, opened } = await opener.open(hash, (news) => {
    if (news.done) setText(says, t('replay.progress', { name: t('replay.link'), ...news }));
  });
  if (!match) throw Object.assign(new Error(), { text: opened.problem });
  reveal();
  playback.load(match, { play: false });
  playback.goTo(wish.turn ?? opened.turn ?? 0);
  if (opened.eyes !== null && opened.eyes < match.header.players.length)
    await playback.setPerspective(opened.eyes);
  part('.verified').hidden = opened.problem !== null;
  if (opened.problem) fail(t('replay.problem', { name: capital(t('replay.link')), why: opened.problem }));
  if (wish.play) playback.play();
}

/** Shows the match in place of the picture. */
function reveal() {
  stage = 'open';
  poster.hidden = true;
  document.documentElement.dataset.embed = 'open';
}

function fail(sentence: string) {
  note.hidden = false;
  setText(note, sentence);
}

/** The link to the same in Sandlot, at the shown turn of a match. */
function showWay() {
  const link = find(document, '.way', HTMLAnchorElement);
  const says = t(isPuzzle(hash) ? 'embed.wholePuzzle' : 'embed.whole');
  link.title = says;
  link.setAttribute('aria-label', says);
  const kept = hash.split('&').filter((each) => !/^(?:t|theme)=/.test(each));
  playback.subscribe(({ position }) => {
    const turn = stage === 'open' && isMatch(hash) ? [`t=${position}`] : [];
    link.href = `./${isLinked ? [...kept, ...turn].join('&') : ''}`;
  });
  link.href = `./${isLinked ? hash : ''}`;
}

on(poster, 'click', () => start({ play: true, turn: null }));
// The picture looks like that of a video, so a press anywhere on it begins.
on(canvas, 'click', () => stage === 'poster' && start({ play: true, turn: null }));
on(part('#play'), 'click', () => start({ play: true, turn: null }));
// The frame gets another match.
on(window, 'hashchange' as any, () => location.reload());
showWay();
showPoster();
