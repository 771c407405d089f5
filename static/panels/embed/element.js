// <sandlot-match src="LINK">: a match of Sandlot in any page. It holds a frame, gives it its height, and passes on what
// the frame says. The README describes it. Nothing of Sandlot runs in the page itself but these lines.

const PROTOCOL = 1;
const HIGHEST = 4000;
const MOST_EARLY = 10;

class SandlotMatch extends HTMLElement {
  static observedAttributes = ['src', 'lang', 'theme', 'height'];

  #frame = document.createElement('iframe');
  #origin = '';
  /** Orders from before the frame could hear them. @type {object[] | null} null: it hears */
  #early = [];
  #hear = (/** @type {MessageEvent} */ event) => this.#heard(event);

  constructor() {
    super();
    const frame = this.#frame;
    Object.assign(frame, { loading: 'lazy', referrerPolicy: 'strict-origin', allow: 'fullscreen' });
    Object.assign(frame.style, { display: 'block', width: '100%', height: '480px', border: '0' });
    this.attachShadow({ mode: 'open' }).append(frame);
  }

  connectedCallback() {
    if (!this.style.display) this.style.display = 'block';
    addEventListener('message', this.#hear);
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
    this.#tell({ type: 'play', playing });
  }

  pause() {
    this.play(false);
  }

  /** Shows a turn. @param {number} turn */
  seek(turn) {
    this.#tell({ type: 'seek', turn });
  }

  #load() {
    const src = this.getAttribute('src');
    if (!src) return;
    const url = new URL(src, document.baseURI);
    if (!/^https?:$/.test(url.protocol)) return;
    // The address of a match in the page does as well.
    url.pathname = url.pathname.replace(/[^/]*$/, 'embed.html');
    for (const name of ['lang', 'theme']) {
      const value = this.getAttribute(name)?.split('-')[0];
      // Whatever else stands there is for others, and would be no link.
      if (value && /^[a-z]{1,10}$/i.test(value)) url.hash += `&${name}=${value}`;
    }
    this.#setHeight(this.getAttribute('height'));
    this.#origin = url.origin;
    this.#frame.title = this.title || 'Sandlot';
    if (this.#frame.src === url.href) return;
    this.#early = [];
    this.#frame.src = url.href;
  }

  /** @param {unknown} height in pixels; of the element, if it has one, else as the frame wants it */
  #setHeight(height) {
    const wanted = Number(height);
    if (wanted > 0 && wanted <= HIGHEST) this.#frame.style.height = `${wanted}px`;
  }

  /** @param {object} order */
  #tell(order) {
    if (this.#early) this.#early = [...this.#early, order].slice(-MOST_EARLY);
    else this.#frame.contentWindow?.postMessage({ sandlot: PROTOCOL, ...order }, this.#origin);
  }

  /** @param {MessageEvent} event */
  #heard({ source, origin, data }) {
    if (source !== this.#frame.contentWindow || origin !== this.#origin || data?.sandlot !== PROTOCOL) return;
    const { type, height, turn, last, playing } = data;
    if (type === 'height' && !this.hasAttribute('height')) this.#setHeight(height);
    if (type === 'ready') {
      const early = this.#early ?? [];
      this.#early = null;
      for (const order of early) this.#tell(order);
      this.dispatchEvent(new CustomEvent('ready'));
    }
    if (type === 'turn') this.dispatchEvent(new CustomEvent('turn', { detail: { turn, last, playing } }));
  }
}

customElements.define('sandlot-match', SandlotMatch);
