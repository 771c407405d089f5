// Files of the build as hosts and the service worker send them.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createDownloads } from '../../static/base/site/download.ts';

const TEXT = 'a page of its own '.repeat(40);
const PACKED = gzipSync(TEXT);
const usual = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = usual;
});

/**
 * @param body what is sent
 * @param size what the build says
 */
async function got(url: string, body: BodyInit, size: number, headers: Record<string, string> = {}) {
  globalThis.fetch = async () => new Response(body, { headers });
  const { fetchAsset } = createDownloads({ base: 'http://here/', sizes: { [url]: size }, filled: false });
  return (await fetchAsset(url)).text();
}

test('a gzipped file is inflated', async () => {
  assert.equal(await got('./a.gz', PACKED, PACKED.length), TEXT);
});

test('a copy that the service worker stored inflated is used as it is', async () => {
  assert.equal(await got('./a.gz', TEXT, PACKED.length), TEXT);
});

test('a file that the host has inflated is used as it is', async () => {
  assert.equal(await got('./a.gz', TEXT, PACKED.length, { 'content-encoding': 'gzip' }), TEXT);
});

test('a truncated file is refused', async () => {
  await assert.rejects(got('./a.gz', PACKED.subarray(0, 20), PACKED.length), /20 bytes of/);
  await assert.rejects(got('./a.json', '{}', 3), /2 bytes of 3/);
});
