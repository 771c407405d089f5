// <sandlot-match src="LINK">: a match of Sandlot in any page. It holds a frame, gives it its height, and passes on what
// the frame says. static/guide/links.md describes it. Nothing of Sandlot runs in the page itself but these lines.

const PROTOCOL = 1;
const HIGHEST = 4000;
/** Of this script: the embed beside it says in the reader's language that there is no match. */
const HERE = (document.currentScript as HTMLScriptElement | null)?.src;
const MOST_EARLY = 10;

class SandlotMatch extends HTMLElement {
  static observedAttributes = ['src', 'lang', 'theme', 'height'];

  #frame = document.createElement('iframe');
  #origin = '';
  /** The height that suits its width, as the frame says. */
  #suits = 480;
  /** Orders from before the frame could hear them. null: it hears. */
  #early: object[] | null = [];
  #hear = (event: MessageEvent) => this.#heard(event);

  constructor() {
    super();
    const frame = this.#frame;
    Object.assign(frame, { loading: 'lazy', referrerPolicy: 'strict-origin', allow: 'fullscreen' });
    Object.assign(frame.style, { display: 'block', width: '100%', border: '0' });
    this.attachShadow({ mode: 'open' }).append(frame);
  }

  connectedCallback() {
    if (!this.style.display) this.style.display = 'block';
    addEventListener('message', this.#hear);
    // A frame that was elsewhere in the page loads again by itself. To load it here as well would let the first of two
    // documents hear what is meant for the second.
    this.#early = [];
    this.#load();
  }

  disconnectedCallback() {
    removeEventListener('message', this.#hear);
  }

  attributeChangedCallback() {
    if (this.isConnected) this.#load();
  }

  /** Plays, or pauses. */
  play(playing = true) {
    this.#tell({ type: 'play', playing: Boolean(playing) });
  }

  pause() {
    this.play(false);
  }

  /** Shows a turn. */
  seek(turn: number) {
    this.#tell({ type: 'seek', turn: Number(turn) });
  }

  #load() {
    this.#setHeight();
    const url = addressOf(this.getAttribute('src')) ?? addressOf(HERE);
    // Whatever was shown before is not what is asked for now.
    if (!url) return this.#frame.removeAttribute('src');
    // The address of a match in the page does as well.
    url.pathname = url.pathname.replace(/[^/]*$/, 'embed.html');
    for (const name of ['lang', 'theme']) {
      const value = this.getAttribute(name)?.split('-')[0];
      // Whatever else stands there is for others, and would be no link.
      if (value && /^[a-z]{1,10}$/i.test(value)) url.hash += `&${name}=${value}`;
    }
    this.#origin = url.origin;
    this.#frame.title = this.title || 'Sandlot';
    if (this.#frame.src === url.href) return;
    this.#early = [];
    this.#frame.src = url.href;
  }

  #setHeight() {
    const wanted = Number(this.getAttribute('height'));
    const { style } = this.#frame;
    style.height = `${isHeight(wanted) ? wanted : this.#suits}px`;
    // A match that is higher than the window cannot be seen with its timeline, and most pages have a heading above it.
    style.maxHeight = isHeight(wanted) ? '' : 'max(320px, 85vh)';
  }

  #tell(order: object) {
    if (this.#early) this.#early = [...this.#early, order].slice(-MOST_EARLY);
    else this.#frame.contentWindow?.postMessage({ sandlot: PROTOCOL, ...order }, this.#origin);
  }

  #heard({ source, origin, data }: MessageEvent) {
    if (source !== this.#frame.contentWindow || origin !== this.#origin || data?.sandlot !== PROTOCOL) return;
    const { type, height, turn, last, playing } = data;
    if (type === 'height' && isHeight(height)) {
      this.#suits = height;
      this.#setHeight();
    }
    if (type === 'ready') {
      const early = this.#early ?? [];
      this.#early = null;
      for (const order of early) this.#tell(order);
      this.dispatchEvent(new CustomEvent('ready'));
    }
    if (type === 'turn') this.dispatchEvent(new CustomEvent('turn', { detail: { turn, last, playing } }));
  }
}

const isHeight = (pixels: unknown) => typeof pixels === 'number' && pixels > 0 && pixels <= HIGHEST;

/** @returns null: it is no address that a frame may show */
function addressOf(text: string | null | undefined): URL | null {
  try {
    const url = new URL(text || 'no:address', document.baseURI);
    return /^https?:$/.test(url.protocol) ? url : null;
  } catch {
    return null;
  }
}

customElements.define('sandlot-match', SandlotMatch);
