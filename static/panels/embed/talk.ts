// The messages between an embed and the page around it. The embed sends its wanted height and its turn, and receives commands. The
// messages are described in static/guide/links.md; element.ts is the other side.
//
// No message is secret, and no command can do more than a reader with a mouse. Even so, an embed only receives messages from the page
// around it, and sends messages to no other page if the browser tells its origin.

import type { Playback } from '../../match/playback.ts';

type Orders = { play: (playing: boolean) => void; seek: (turn: number) => void };

/** The version of this protocol, in every message. */
const PROTOCOL = 1;
const MOST_TURNS = 1e9;

/** The origin of the page around this one; null if the browser does not tell. */
function outside() {
  const [nearest] = location.ancestorOrigins ?? [];
  // A page from a file is listed as file://, but its real origin is opaque.
  if (nearest) return nearest === 'file://' ? null : nearest;
  return document.referrer ? new URL(document.referrer).origin : null;
}

export function createTalk(playback: Playback, heightFor: (width: number) => number, orders: Orders) {
  const { parent } = window;
  if (parent === window) return { ready() {} };
  const origin = outside();
  // The origin of a sandboxed page is opaque: messages cannot be addressed to it.
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
    /** To be called when something is shown: from now on the page around gets messages. */
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
