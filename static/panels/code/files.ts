// The select box for the files of a bot.

import { h, on } from '../../base/ui/dom.js';
import { refill } from '../../base/ui/focus.js';
import { isBundle, textsOf } from '../../base/values/bundle-shape.js';
import { t } from '../../base/words/index.js';
import type { Code } from '../../match/types.js';

/** Creates the select box with the files of a bot of several files. */
export function createFileChoice(select: HTMLSelectElement, chosen: (path: string) => void) {
  on(select, 'change', () => chosen(select.value));
  return {
    /** @param path of the file that is in the editor */
    show(code: Code, path: string) {
      select.hidden = !isBundle(code);
      if (!isBundle(code)) return;
      const texts = textsOf(code).map((each) => h('option', { value: each }, each));
      const data = (code.files ?? []).filter((file) => !('text' in file));
      const rest = data.map((file) => h('option', { disabled: true }, file.path));
      refill(select, ...texts, rest.length > 0 ? h('optgroup', { label: t('code.data') }, ...rest) : '');
      select.value = path;
    },
  };
}
