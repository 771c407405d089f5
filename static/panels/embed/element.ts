// <sandlot-match src="LINK">: a match of Sandlot in any web page. The element contains a frame, sets its height, and passes on the
// frame's messages. static/guide/links.md describes it. Only this script of Sandlot runs in the page itself.

const PROTOCOL = 1;
const HIGHEST = 4000;
/** The address of this script. The embed beside it tells, in the reader's language, if there is no match. */
const HERE = (document.currentScript as HTMLScriptElement | null)?.src;
const MOST_EARLY = 10;

class SandlotMatch extends HTMLElement {
  static observedAttributes = ['src', 'lang', 'theme', 'height'];

  #frame = document.createElement('iframe');
  #origin = '';
  /** The height that suits its width, from the frame's messages. */
  #suits = 480;
  /** Commands from before the frame could receive them; null once it can. */
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
    // A frame that is moved in the page loads again by itself. If it was also loaded here, the first of two documents would receive
    // commands for the second.
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
    // Without an address, the frame is emptied: what it shows is no longer wanted.
    if (!url) return this.#frame.removeAttribute('src');
    // The address of a match in Sandlot's page is accepted, too.
    url.pathname = url.pathname.replace(/[^/]*$/, 'embed.html');
    for (const name of ['lang', 'theme']) {
      const value = this.getAttribute(name)?.split('-')[0];
      // Other values of these attributes are not for the embed, and would break the link.
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
    // The board and its timeline have to fit into the window, below the heading that most pages have.
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

/** @returns null if it is not an address that a frame may show */
function addressOf(text: string | null | undefined): URL | null {
  try {
    const url = new URL(text || 'no:address', document.baseURI);
    return /^https?:$/.test(url.protocol) ? url : null;
  } catch {
    return null;
  }
}

customElements.define('sandlot-match', SandlotMatch);
