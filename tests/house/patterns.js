// Every regular expression that stands in the page's modules, and how long each takes on texts that are hard for it: see
// tests/house/test_patterns.py.

import { readFileSync } from 'node:fs';
import { parse } from 'acorn';
import { transformSync } from 'esbuild';

const { files, units, sizes } = JSON.parse(readFileSync(0, 'utf8'));

/** @param {string} file @returns {{pattern: string, flags: string}[]} */
function patternsIn(file) {
  const found = [];
  const onToken = ({ type, value }) => type.label === 'regexp' && found.push(value);
  const { code } = transformSync(readFileSync(file, 'utf8'), { loader: file.slice(file.lastIndexOf('.') + 1), jsx: 'automatic' });
  parse(code, { ecmaVersion: 'latest', sourceType: 'module', onToken });
  return found;
}

/** Microseconds of the processor, at best. @param {RegExp} pattern @param {string} text */
function time(pattern, text) {
  const times = [1, 2].map(() => {
    const began = process.cpuUsage();
    if (pattern.global) text.match(pattern);
    else pattern.exec(text);
    const { user, system } = process.cpuUsage(began);
    return user + system;
  });
  return Math.min(...times);
}

/** @param {{pattern: string, flags: string}} given */
function worstOf({ pattern, flags }) {
  let worst = { ratio: 0, unit: '' };
  for (const unit of units) {
    const texts = sizes.map((size) => `${unit.repeat(size / unit.length)}\x01`);
    const [short, long] = texts.map((text) => time(new RegExp(pattern, flags), text));
    const ratio = long / Math.max(short, 1000);
    if (ratio > worst.ratio) worst = { ratio, unit };
  }
  return worst;
}

const all = files.flatMap((file) => patternsIn(file).map((given) => ({ file, ...given })));
console.log(JSON.stringify(all.map((given) => ({ ...given, ...worstOf(given) }))));
