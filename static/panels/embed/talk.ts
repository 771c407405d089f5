// An embed and the page around it: it says how high it wants to be and which turn it shows, and hears what to do. The
// messages are in static/guide/links.md; element.ts is the other side.
//
// Nothing that is said is a secret, and nothing that is heard can do more than a reader with a mouse. Even so, an embed
// hears only the page that it is part of, and tells it to nobody else where the browser says who that is.

import type { Playback } from '../../match/playback.ts';

type Orders = { play: (playing: boolean) => void; seek: (turn: number) => void };

/** The number of this protocol, in every message. */
const PROTOCOL = 1;
const MOST_TURNS = 1e9;

/** The origin of the page around this one; null: the browser does not say. */
function outside() {
  const [nearest] = location.ancestorOrigins ?? [];
  // A page of a file is called so here, and has an origin without a name all the same.
  if (nearest) return nearest === 'file://' ? null : nearest;
  return document.referrer ? new URL(document.referrer).origin : null;
}

export function createTalk(playback: Playback, heightFor: (width: number) => number, orders: Orders) {
  const { parent } = window;
  if (parent === window) return { ready() {} };
  const origin = outside();
  // A sandboxed page has an origin that nothing can be sent to by name.
  const target = origin === null || origin === 'null' ? '*' : origin;
  let last = '';
  let height = 0;

  const tell = (type: string, news: object) =>
    parent.postMessage({ sandlot: PROTOCOL, type, ...news }, target);

  function tellTurn() {
    const { position, last: end, playing } = playback.state;
    const news = { turn: position, last: Math.max(0, end), playing };
    if (JSON.stringify(news) === last) return;
    last = JSON.stringify(news);
    tell('turn', news);
  }

  function tellHeight() {
    const wanted = heightFor(innerWidth);
    if (wanted === height) return;
    height = wanted;
    tell('height', { height });
  }

  addEventListener('message', ({ source, origin: from, data }) => {
    if (source !== parent || (origin !== null && from !== origin)) return;
    if (typeof data !== 'object' || data?.sandlot !== PROTOCOL) return;
    if (data.type === 'play') orders.play(data.playing !== false);
    const { turn } = data;
    if (data.type === 'seek' && Number.isInteger(turn) && turn >= 0 && turn <= MOST_TURNS) orders.seek(turn);
  });

  return {
    /** There is something to see: from now on the page around hears of it. */
    ready() {
      tell('ready', {});
      tellHeight();
      tellTurn();
      addEventListener('resize', tellHeight);
      playback.subscribe(() => {
        tellHeight();
        tellTurn();
      });
    },
  };
}
