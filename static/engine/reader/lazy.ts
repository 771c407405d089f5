// Loads the reader of bots when the editor is first used. Until then, and without it, it answers nothing.

import { lazy } from '../../base/values/lazy.ts';
import type { Arena } from '../arena.ts';
import type { createLine, Question } from './line.ts';

export function lazyReader(arena: Pick<Arena, 'bootArtifacts'>) {
  let line: ReturnType<typeof createLine> | null = null;

  return {
    /** Begins to load it, unless that was done. resolves when it can be asked. */
    wake: lazy(async () => {
      const { createReader } = await import('./reader.ts');
      line = await createReader(arena.bootArtifacts);
      await line.begin();
    }) as () => Promise<void>,
    /** Whether it answers at once. */
    isReady: () => line?.isReady() ?? false,
    /** @returns null: no answer */
    ask: async (question: Question): Promise<any> => (await line?.ask(question)) ?? null,
    /** @param files the other files of the bot, texts by path */
    lay: (files: Record<string, string>) => line?.lay(files),
  };
}
