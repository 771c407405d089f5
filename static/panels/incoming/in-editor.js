// Notes about the code in the editor: on a paste, or when Python could not read it.

import { garbledAs } from '../../base/text/garbled.js';
import { CALLED, languageByText } from '../../base/text/languages.js';
import { tidy } from '../../base/text/python-text.js';
import { isBundle, MAIN, textAt, withText } from '../../base/values/bundle-shape.js';
import { sentences, t } from '../../base/words/index.js';
import { sayGarbled, shownOf } from './notes.js';

/** @typedef {import('./incoming.js').Outside} Outside */
/** @typedef {import('../../match/types.js').Message} Message */
/** @typedef {import('../../match/faults.js').Problem} Problem */

/**
 * Creates the notes about the code in the editor.
 *
 * @param {Pick<Outside, 'code' | 'shown' | 'mendCode'>} outside
 * @param {import('./notes.js').Notes} notes
 */
export function createEditorNotes({ code, shown, mendCode }, notes) {
  /** What a file is called in what is said of it. @param {string} path @returns {string} */
  const nameOf = (path) => (isBundle(code()) ? path.slice(path.lastIndexOf('/') + 1) : code().name);

  /** @param {Problem} problem a module that the bot has imported and that is not there */
  function sayMissing({ hint }) {
    const { name, source } = code();
    const [id, { package: known, module }] = /** @type {Message} */ (hint);
    const mayDeclare = id === 'missing.pure' || id === 'missing.unknown';
    const header = `# /// script\n# dependencies = ["${known ?? module}"]\n# ///\n`;
    const run = () => mendCode({ ...code(), source: header + source }, t('missing.declared'));
    const action = mayDeclare && !source.includes('# /// script') && { label: t('missing.declare'), run };
    const text = t('replay.problem', { name, why: hint });
    notes.about(text, { bad: true, ...(action ? { action } : {}) });
  }

  return {
    /** Something was pasted into the editor. @param {import('./notes.js').Tidied} tidied what of it was changed on its way */
    pasted(tidied) {
      const { path, text } = shown();
      const language = languageByText(text);
      if (language) return notes.language(language, nameOf(path), text, true);
      notes.clear();
      const garbled = garbledAs(text);
      const said = [];
      if (tidied.count > 0) said.push(t('files.pasteTidied', shownOf(tidied)));
      if (garbled) said.push(sayGarbled(garbled));
      if (said.length > 0) notes.about(sentences(said));
    },

    /**
     * Explains problems where Python could not read the text at all, and offers what can be done about them.
     *
     * @param {Problem[]} problems
     * @returns {Problem[]}
     */
    explain(problems) {
      const missing = problems.find(({ hint }) => hint?.[0].startsWith('missing.'));
      if (missing) sayMissing(missing);
      const wrong = problems.find((each) => /^(?:Syntax|Indentation|Tab)Error/.test(each.text));
      const path = wrong?.file ?? code().main ?? MAIN;
      const source = textAt(code(), path);
      if (!wrong || source === null) return problems;
      const language = languageByText(source);
      if (language) {
        notes.language(language, nameOf(path), source, true);
        return [{ ...wrong, line: 0, text: t('files.pasted', { language: CALLED[language] }) }];
      }
      const { text, ...tidied } = tidy(source);
      if (tidied.count > 0) {
        const run = () => mendCode(withText(code(), path, text), t('files.tidied', shownOf(tidied)));
        notes.about(t('files.strange', shownOf(tidied)), { action: { label: t('files.tidy'), run } });
      }
      return problems;
    },
  };
}
