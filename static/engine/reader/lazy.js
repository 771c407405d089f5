// Loads the reader of bots when the editor is first used. A failure is silent: the editor works without it.

/** @typedef {import('./line.js').Question} Question */
/** @typedef {ReturnType<typeof lazyReader>} LazyReader */

/** @param {Pick<import('../arena.js').Arena, 'legacy'>} arena */
export function lazyReader(arena) {
  /** @type {ReturnType<typeof import('./line.js').createLine> | null} */
  let line = null;
  let isAsked = false;

  return {
    /** Begins to load it, unless that was done. @returns {Promise<void>} when it can be asked */
    async wake() {
      if (isAsked) return;
      isAsked = true;
      try {
        const { createReader } = await import('./reader.js');
        line = await createReader(arena.legacy);
        await line.begin();
      } catch {
        // Without a network, or after a new deployment, its files may be gone; the next time they may be there.
        isAsked = false;
      }
    },
    /** Whether it answers at once. */
    isReady: () => line?.isReady() ?? false,
    /** @param {Question} question @returns {Promise<any>} null: no answer */
    ask: async (question) => (await line?.ask(question)) ?? null,
    /** @param {Record<string, string>} files the other files of the bot, texts by path */
    lay: (files) => line?.lay(files),
  };
}
