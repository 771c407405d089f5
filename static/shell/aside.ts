// Tells the user about problems with the browser's storage, and saves values that were set aside as a file.

import type { Listener } from '../base/storage/database.ts';
import { database } from '../base/storage/database.ts';
import { misfits } from '../base/storage/misfits.ts';
import { unpack } from '../base/storage/packed.ts';
import { local, tabStore } from '../base/storage/settings.ts';
import type { Troubles } from '../base/storage/troubles.ts';
import { saveFile } from '../base/ui/files.ts';
import type { Notices } from '../base/ui/notices.tsx';
import { firstOf, list, t } from '../base/words/index.ts';

/** Problems found within this many milliseconds are shown in one notice. */
const TOGETHER = 1000;
/** The most names in the notice; the file has all of them. */
const MOST_NAMED = 5;
const DEEPEST_NESTING = 50;

/**
 * Shows one notice for all stored values with the same problem at the same time, and offers to save those that were set aside
 * as a file.
 */
export function createAside(notices: Notices): Troubles {
  async function save() {
    // Without a database no rows were set aside.
    const rows = await misfits.all().catch(() => []);
    const all = {
      ...local.aside(),
      ...tabStore.aside(),
      rows: await Promise.all(rows.map((row) => inText(row))),
    };
    saveFile('sandlot-aside.json', JSON.stringify(all, null, 1), 'application/json');
  }

  /** @param id of the sentence */
  function saying(id: string, action?: { label: string; run: () => void }) {
    const found = new Set<string>();
    let timer = 0;

    function say() {
      timer = 0;
      const names = firstOf([...found], MOST_NAMED);
      found.clear();
      notices.show(t(id, { names: list(names) }), { bad: true, ...(action && { action }) });
    }

    return (where: string) => {
      found.add(where.slice(0, 80));
      timer ||= setTimeout(say, TOGETHER);
    };
  }

  return {
    async lost() {
      // The small storage may be full while the database has room: other pages of the same origin share it.
      const hasDatabase = await database().then(
        () => true,
        () => false,
      );
      notices.show(t(hasDatabase ? 'store.full' : 'store.lost'), { bad: true });
    },
    aside: saying('store.aside', { label: t('store.saveAside'), run: save }),
    stays: saying('store.stays'),
    refused: saying('store.refused'),
  };
}

/** Tells the user that a tab with another version of the page keeps this one from storing anything. */
export function createVersionsTold(notices: Notices): Listener {
  let unsay = () => {};
  let isOld = false;
  return {
    blocked(isBlocked) {
      unsay();
      unsay = isBlocked ? notices.show(t('contest.blocked'), { bad: true }) : () => {};
    },
    newer() {
      if (isOld) return;
      isOld = true;
      const action = { label: t('page.reload'), run: () => location.reload() };
      notices.show(t('contest.newer_page'), { bad: true, action });
    },
  };
}

/** Turns a value from the database into one that JSON can hold. The text of a replay is decompressed. */
async function inText(value: unknown, deepest: number = DEEPEST_NESTING): Promise<unknown> {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Blob || value instanceof Uint8Array) return unpackedText(value);
  if (value instanceof Date) return String(value);
  if (deepest === 0) return '…';
  if (Array.isArray(value)) return Promise.all(value.map((each) => inText(each, deepest - 1)));
  const entries = Object.entries(value).map(async ([key, each]) => [key, await inText(each, deepest - 1)]);
  return Object.fromEntries(await Promise.all(entries));
}

/** @returns the decompressed text; if the data is not compressed text, the data in base64 */
async function unpackedText(data: Blob | Uint8Array): Promise<string> {
  const blob = data instanceof Blob ? data : new Blob([new Uint8Array(data)]);
  for (const format of ['gzip', 'deflate'] as const) {
    const text = await unpack(blob, format).catch(() => null);
    if (text !== null) return text;
  }
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let letters = '';
  for (let at = 0; at < bytes.length; at += 0x8000)
    letters += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(letters);
}
