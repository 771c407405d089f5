// Imports bots into the library and exports them: several files at once, or a whole library as one zip.

import type { App } from '../../app.ts';
import { saveBlob } from '../../base/ui/files.ts';
import { bareName, botFiles, isBundle, isSame } from '../../base/values/bundle-shape.ts';
import { fits } from '../../base/values/shapes.ts';
import { firstOf, list, say, sentences, t } from '../../base/words/index.ts';
import type { Code } from '../../match/types.ts';
import type { Entry, Read } from './library-file.ts';
import { libraryFiles, MOST_BYTES, MOST_FILES, readLibrary } from './library-file.ts';

/** The most names in a notice. */
const MOST_NAMED = 5;

export function createTransfer(app: App, showAll: () => void) {
  const { library: bots, notices, bundles } = app;

  /** @param more more sentences for the notice */
  function sayTaken(id: string, names: string[], more: string[] = []) {
    const shown = list(firstOf(names, MOST_NAMED));
    const said = names.length > 0 ? [t(id, { count: names.length, names: shown })] : [];
    const action = { label: t('bots.all'), run: showAll };
    notices.show(sentences([...said, ...more]), { action });
  }

  async function takeOne({ game: of, code, files, ...facts }: Read) {
    if (!Object.hasOwn(app.games, of)) return 'refused' as const;
    const others = files && (await bundles.take(files));
    if (others && !fits(botFiles, others)) return 'refused' as const;
    const bot = others ? { ...code, files: others } : code;
    const isThere = bots
      .list(of)
      .some(({ id, name }) => name === bareName(bot) && isSame(bots.code(id) ?? bot, bot));
    if (isThere) return 'there' as const;
    if (bots.isFull()) return 'refused' as const;
    const id = await bots.add(of, bot, facts);
    // It may have got another name.
    return { name: bareName(bots.code(id) ?? bot) };
  }

  return {
    /**
     * Takes in several bots: each continues the bot with the same name, or is a new one. While the form for a contest is open,
     * they become entrants, and all are new bots, because many students give their bots the same name.
     */
    async takeAll(codes: Code[]) {
      const form = app.compete.form();
      const of = form?.game ?? app.session.game;
      const taken: { id: number; name: string }[] = [];
      for (const code of codes) {
        const one = await bots.take(of, code, form !== null);
        if (!one) break;
        taken.push(one);
      }
      const names = taken.map(({ name }) => name);
      const left = codes.length - names.length;
      const isEntered = form !== null && form === app.compete.form();
      if (isEntered) form.enter(taken.map(({ id }) => id));
      const full = left > 0 ? [t('bots.full', { most: bots.most })] : [];
      // If the list of entrants is visible, it shows them itself, and a notice would cover it.
      if (!isEntered || !form.isListing || full.length > 0)
        sayTaken(isEntered ? 'bots.entered' : 'bots.taken', names, full);
    },

    /** Adds the bots of a library's zip. @param name the file name of the zip */
    async takeLibrary(name: string, files: Entry[]) {
      await bots.loaded;
      const found = readLibrary(files);
      if (!found) return void notices.show(t('bots.damaged', { name }), { bad: true, here: true });
      const { bots: read, missing } = found;
      const names: Record<'there' | 'refused', string[]> = { there: [], refused: [...missing] };
      const added: string[] = [];
      for (const one of read) {
        const done = await takeOne(one);
        if (typeof done === 'string') names[done].push(one.code.name);
        else added.push(done.name);
      }
      const more = [];
      if (names.there.length > 0) more.push(t('bots.wereThere', { count: names.there.length }));
      if (names.refused.length > 0)
        more.push(
          t('bots.notTaken', {
            names: list(names.refused.slice(0, MOST_NAMED)),
            count: names.refused.length,
          }),
        );
      sayTaken('bots.taken', added, more);
    },

    /** Saves a single bot as its file, or several as a library's zip. */
    async save(ids: number[]) {
      const found = [];
      let [bytes, count] = [0, 0];
      for (const id of ids) {
        const code = bots.code(id);
        const of = bots.gameOf(id);
        if (!code || of === null) continue;
        const laidOut = await bundles.layOut(code);
        if ('problem' in laidOut) {
          notices.show(say(laidOut.problem), { bad: true, here: true });
          continue;
        }
        bytes += laidOut.files.reduce((sum, { data }) => sum + data.size, 0);
        count += laidOut.files.length;
        found.push({ bot: { game: of, code, ...bots.facts(id) }, files: laidOut.files });
      }
      if (bytes > MOST_BYTES || count >= MOST_FILES) {
        const most = { megabytes: MOST_BYTES / 2 ** 20, files: MOST_FILES };
        return void notices.show(t('bots.tooLarge', most), { bad: true, here: true });
      }
      const [only] = found;
      if (!only) return;
      const { code } = only.bot;
      if (found.length === 1 && !isBundle(code))
        return saveBlob(code.name, only.files[0]?.data ?? new Blob());
      if (found.length === 1) return saveBlob(code.name, await app.arena.zip(only.files));
      saveBlob('sandlot-bots.zip', await app.arena.zip(libraryFiles(found)));
    },
  };
}
