// The service worker: keeps the whole site for a visit without a network.
//
// Files under assets/ carry their hash in their name, so a kept one is never stale. The page itself is asked from the
// network first, so a new deployment shows up at once. The fallback is the copy of this worker's own build. A worker
// counts as installed only when all files of its build are kept; an attempt that was cut short leaves its files to the
// next.

const worker = self as unknown as ServiceWorkerGlobalScope;

const CACHE = 'sandlot-assets';
const AT_ONCE = 4;
const PATIENCE_MS = 5000;
const SITE = new URL('./', worker.location.href);
const FILES = new Set(SANDLOT_FILES.map((file) => new URL(file, SITE).href));
/** Files that are not kept in advance, such as other languages: the page caches them when it needs them. */
const ON_DEMAND = new Set(SANDLOT_ON_DEMAND.map((file) => new URL(file, SITE).href));
/** The page of this build is cached under an address of its own: an older worker may still need the older page. */
const PAGE = new URL(`./?build=${SANDLOT_BUILD}`, SITE).href;

function isWhole(response: Response) {
  const type = response.headers.get('content-type') ?? '';
  return response.status === 200 && !type.startsWith('text/html');
}

async function keepFile(cache: Cache, url: string) {
  // The browser may answer from its own HTTP cache: a hashed file cannot be stale.
  let response = await fetch(url, { cache: 'force-cache' });
  // The HTTP cache may hold an error or a broken copy: then the file is fetched past it.
  if (!isWhole(response)) response = await fetch(url, { cache: 'reload' });
  if (!isWhole(response)) throw new Error(`${url} answered ${response.status}`);
  await cache.put(url, response);
}

async function keepPage(cache: Cache) {
  const response = await fetch(SITE, { cache: 'reload' });
  const text = await response.text();
  if (!response.ok || !text.includes(`"build":"${SANDLOT_BUILD}"`))
    throw new Error('The page is of another build');
  const headers = new Headers(response.headers);
  headers.delete('content-encoding');
  headers.delete('content-length');
  await cache.put(PAGE, new Response(text, { headers }));
}

async function install() {
  const cache = await caches.open(CACHE);
  await keepPage(cache);
  const kept = new Set((await cache.keys()).map((request) => request.url));
  const missing = [...FILES].filter((url) => !kept.has(url));
  const takeTurns = async () => {
    for (let url = missing.shift(); url; url = missing.shift()) await keepFile(cache, url);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, takeTurns));
}

async function activate() {
  const cache = await caches.open(CACHE);
  const kept = await cache.keys();
  const stale = kept.filter(({ url }) => url !== PAGE && !FILES.has(url) && !ON_DEMAND.has(url));
  await Promise.all(stale.map((request) => cache.delete(request)));
  await worker.clients.claim();
}

async function answerPage(request: Request) {
  const kept = await caches.match(PAGE, { cacheName: CACHE }).catch(() => undefined);
  if (!kept) return fetch(request);
  const tooLate: Promise<null> = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, null));
  const response = await Promise.race([fetch(request), tooLate]).catch(() => null);
  return response?.ok || response?.type === 'opaqueredirect' ? response : kept;
}

async function answerFile({ request }: FetchEvent) {
  const cache = await caches.open(CACHE).catch(() => null);
  const kept = await cache?.match(request, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  // Scripts cache what they fetch themselves (download.ts); this is for what the browser loads by markup.
  if (request.destination && isWhole(response)) cache?.put(request, response.clone()).catch(() => {});
  return response;
}

function isPage({ pathname }: URL) {
  return pathname === SITE.pathname || pathname === `${SITE.pathname}index.html`;
}

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || request.headers.has('range')) return;
  if (request.mode === 'navigate') {
    if (isPage(url)) event.respondWith(answerPage(request));
  } else if (url.href.startsWith(`${SITE.href}assets/`)) {
    event.respondWith(answerFile(event));
  }
});
