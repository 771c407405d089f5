import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filesOf } from '../../static/engine/python/stored.ts';

/** A zip of one file, as Python's zipfile writes it: header and file, then a directory of which nothing is read. */
function zipOf(path: string, text: string, { method = 0, extra = 0 } = {}): ArrayBuffer {
  const [name, data] = [new TextEncoder().encode(path), new TextEncoder().encode(text)];
  const zip = new Uint8Array(30 + name.length + extra + data.length + 4);
  const view = new DataView(zip.buffer);
  view.setUint32(0, 0x04034b50, true);
  view.setUint16(8, method, true);
  view.setUint32(18, data.length, true);
  view.setUint16(26, name.length, true);
  view.setUint16(28, extra, true);
  zip.set(name, 30);
  zip.set(data, 30 + name.length + extra);
  view.setUint32(zip.length - 4, 0x02014b50, true);
  return zip.buffer;
}

const read = (zip: ArrayBuffer) =>
  filesOf(zip).map(({ path, data }) => [path, new TextDecoder().decode(data)]);

test('files of a zip are read with paths and contents', () => {
  assert.deepEqual(read(zipOf('a/b.py', 'x = 1')), [['a/b.py', 'x = 1']]);
  assert.deepEqual(read(zipOf('零.py', '', { extra: 7 })), [['零.py', '']]);
});

test('a deflated or truncated file is refused', () => {
  assert.throws(() => read(zipOf('a.py', 'x', { method: 8 })), RangeError);
  assert.throws(() => read(zipOf('a.py', 'x = 1').slice(0, 38)), RangeError);
});
