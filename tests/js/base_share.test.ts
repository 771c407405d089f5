// Sharing: what an address fits into, and the QR code of it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import encodeQR from 'qr';
import decodeQR from 'qr/decode.js';
import { addressOf, fits, MOST_IN_QR } from '../../static/base/share/lengths.ts';
import { pathOf, RIM } from '../../static/base/share/qr-path.ts';

test('a link replaces everything else in the address', () => {
  const link = '#v1.AA&t=3';
  for (const page of [
    'https://example.org/s/',
    'https://example.org/s/#',
    'https://example.org/s/#game=x#y\n',
  ])
    assert.equal(addressOf(page, link), `https://example.org/s/${link}`);
  assert.equal(addressOf('https://example.org/?q=1#z', link), `https://example.org/?q=1${link}`);
});

test('a link fits into a chat message up to the limit', () => {
  const known = (length: number) => fits(length).filter(({ isIn }) => isIn).length;
  assert.deepEqual([2000, 2001, 4096, 4097].map(known), [2, 1, 1, 0]);
});

/**
 * What a camera sees of a code.
 * @param scale pixels of a square
 */
function pictureOf(path: string, side: number, scale: number) {
  const width = side * scale;
  const data = new Uint8Array(width * width * 4).fill(255);
  for (const [, ...numbers] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    const [x, y, length] = numbers.map(Number);
    for (let row = y * scale; row < (y + 1) * scale; row += 1)
      for (let column = x * scale; column < (x + length) * scale; column += 1)
        data.fill(0, 4 * (row * width + column), 4 * (row * width + column) + 3);
  }
  return { width, height: width, data };
}

const textOf = (length: number) => `https://example.org/#v1.${'aB3-_'.repeat(length)}`.slice(0, length);

for (const length of [60, 1500, MOST_IN_QR])
  test(`a QR code of ${length} characters can be read`, () => {
    const text = textOf(length);
    const { path, side } = pathOf(encodeQR(text, 'raw', { ecc: 'low', border: RIM }));
    assert.ok(side > 2 * RIM);
    assert.equal(decodeQR(pictureOf(path, side, 4)), text);
  });

test('a longer text gives no QR code', () => {
  assert.throws(() => encodeQR(textOf(MOST_IN_QR + 1), 'raw', { ecc: 'low', border: RIM }));
});
