// A link as a QR code.

import encodeQR from 'qr';
import { h } from '../ui/dom.js';
import { pathOf, RIM } from './qr-path.js';

const SVG = 'http://www.w3.org/2000/svg';

/** @param {string} text @param {string} label for those who do not see it */
export function drawQr(text, label) {
  const { path, side } = pathOf(encodeQR(text, 'raw', { ecc: 'low', border: RIM }));
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', `0 0 ${side} ${side}`);
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', label);
  const drawn = document.createElementNS(SVG, 'path');
  drawn.setAttribute('d', path);
  svg.append(drawn);
  return h('div', { class: 'share-qr' }, svg);
}
