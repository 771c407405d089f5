// Notices about the code in the editor: after a paste, or when Python could not read the code.

import { garbledAs } from '../../base/text/garbled.ts';
import { CALLED, languageByText } from '../../base/text/languages.ts';
import { tidy } from '../../base/text/python-text.ts';
import { isBundle, MAIN, textAt, withText } from '../../base/values/bundle-shape.ts';
import { sentences, t } from '../../base/words/index.ts';
import type { Problem } from '../../match/faults.ts';
import type { Message } from '../../match/types.ts';
import type { Editor } from '../code/code.ts';
import type { Notes, Tidied } from './notes.ts';
import { sayGarbled, shownOf } from './notes.ts';

/** Creates the notices about the code in the editor. */
export function createEditorNotes(editor: Editor, notes: Notes) {
  const { current: code, shown, replace: mendCode } = editor;
  /** The name of a file in sentences about it. */
  const nameOf = (path: string): string =>
    isBundle(code()) ? path.slice(path.lastIndexOf('/') + 1) : code().name;

  /** Tells that a module which the bot imports is missing. */
  function sayMissing({ hint }: Problem) {
    const { name, source } = code();
    const [id, { package: known, module }] = hint as Message;
    const mayDeclare = id === 'missing.pure' || id === 'missing.unknown';
    const header = `# /// script\n# dependencies = ["${known ?? module}"]\n# ///\n`;
    const run = () => mendCode({ ...code(), source: header + source }, t('missing.declared'));
    const action = mayDeclare && !source.includes('# /// script') && { label: t('missing.declare'), run };
    const text = t('replay.problem', { name, why: hint });
    notes.about(text, { bad: true, ...(action ? { action } : {}) });
  }

  return {
    /**
     * To be called when something was pasted into the editor.
     * @param tidied what was repaired in the pasted text
     */
    pasted(tidied: Tidied) {
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

    /** Explains problems if Python could not read the code at all, and offers remedies. */
    explain(problems: Problem[]): Problem[] {
      const missing = problems.find(({ hint }) => hint?.[0].startsWith('missing.'));
      if (missing) sayMissing(missing);
      const wrong = problems.find((each) => /^(?:Syntax|Indentation|Tab)Error/.test(each.text));
      const path = wrong?.file ?? code().main ?? MAIN;
      const source = textAt(code(), path);
      if (!wrong || source === null) return problems;
      const language = languageByText(source);
      if (language) {
        notes.language(language, nameOf(path), source, true);
        // Python's message about a program in another language explains nothing.
        const { fault: _, ...known } = wrong;
        return [{ ...known, line: 0, text: t('files.pasted', { language: CALLED[language] }) }];
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
