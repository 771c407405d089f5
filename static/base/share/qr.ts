// A link as a QR code.

import encodeQR from 'qr';
import { h } from '../ui/dom.ts';
import { pathOf, RIM } from './qr-path.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** @param label for those who do not see it */
export function drawQr(text: string, label: string) {
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
