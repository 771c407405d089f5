// Every regular expression that stands in the page's modules, and how long each takes on texts that are hard for it: see
// tests/house/test_patterns.py.

import { readFileSync } from 'node:fs';
import type { Token } from 'acorn';
import { parse } from 'acorn';
import type { Loader } from 'esbuild';
import { transformSync } from 'esbuild';

const { files, units, sizes }: { files: string[]; units: string[]; sizes: number[] } = JSON.parse(
  readFileSync(0, 'utf8'),
);

type Found = { pattern: string; flags: string };

function patternsIn(file: string): Found[] {
  const found: Found[] = [];
  const onToken = ({ type, value }: Token & { value?: unknown }) => {
    if (type.label === 'regexp') found.push(value as Found);
  };
  const { code } = transformSync(readFileSync(file, 'utf8'), {
    loader: file.slice(file.lastIndexOf('.') + 1) as Loader,
    jsx: 'automatic',
  });
  parse(code, { ecmaVersion: 'latest', sourceType: 'module', onToken });
  return found;
}

/** Microseconds of the processor, at best. */
function time(pattern: RegExp, text: string) {
  const times = [1, 2].map(() => {
    const began = process.cpuUsage();
    if (pattern.global) text.match(pattern);
    else pattern.exec(text);
    const { user, system } = process.cpuUsage(began);
    return user + system;
  });
  return Math.min(...times);
}

function worstOf({ pattern, flags }: Found) {
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
