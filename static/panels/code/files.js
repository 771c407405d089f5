import { h, on } from '../../base/ui/dom.js';
import { isBundle, MAIN } from '../../base/values/bundle-shape.js';
import { t } from '../../base/words/index.js';

/** @typedef {import('../../match/types.js').Code} Code */

/**
 * Which file of a bot of several stands in the editor.
 *
 * @param {HTMLSelectElement} select
 * @param {(path: string) => void} chosen
 */
export function createFileChoice(select, chosen) {
  return {
    /** @param {Code} code @param {string} path of the file that is in the editor */
    show(code, path) {
      select.hidden = !isBundle(code);
      if (select.hidden) return;
      const texts = textsOf(code).map((each) => h('option', { value: each }, each));
      const data = (code.files ?? []).filter((file) => !('text' in file));
      const rest = data.map((file) => h('option', { disabled: true }, file.path));
      select.replaceChildren(
        ...texts,
        rest.length > 0 ? h('optgroup', { label: t('code.data') }, ...rest) : '',
      );
      select.value = path;
    },
    undo: [on(select, 'change', () => chosen(select.value))],
  };
}

/** @param {Code} code @returns {string[]} the paths of the files that can be edited, that in which it begins first */
export function textsOf({ main = MAIN, files = [] }) {
  return [main, ...files.flatMap((file) => ('text' in file ? [file.path] : []))];
}

/** @param {Code} code @param {string} path @returns {string | null} null: there is no such file to be edited */
export function textAt({ source, main = MAIN, files = [] }, path) {
  if (path === main) return source;
  const file = files.find((each) => each.path === path);
  return file && 'text' in file ? file.text : null;
}

/** @param {Code} code @param {string} path @param {string} text @returns {Code} with another text in that file */
export function withText(code, path, text) {
  if (path === (code.main ?? MAIN)) return { ...code, source: text };
  return { ...code, files: code.files?.map((file) => (file.path === path ? { path, text } : file)) };
}
