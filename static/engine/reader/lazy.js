// Loads the reader of bots when the editor is first used. Until then, and without it, it answers nothing.

import { lazy } from '../../base/values/lazy.js';

/** @typedef {import('./line.js').Question} Question */
/** @typedef {ReturnType<typeof lazyReader>} LazyReader */

/** @param {Pick<import('../arena.js').Arena, 'legacy'>} arena */
export function lazyReader(arena) {
  /** @type {ReturnType<typeof import('./line.js').createLine> | null} */
  let line = null;

  return {
    /** Begins to load it, unless that was done. @type {() => Promise<void>} resolves when it can be asked */
    wake: lazy(async () => {
      const { createReader } = await import('./reader.js');
      line = await createReader(arena.legacy);
      await line.begin();
    }),
    /** Whether it answers at once. */
    isReady: () => line?.isReady() ?? false,
    /** @param {Question} question @returns {Promise<any>} null: no answer */
    ask: async (question) => (await line?.ask(question)) ?? null,
    /** @param {Record<string, string>} files the other files of the bot, texts by path */
    lay: (files) => line?.lay(files),
  };
}
