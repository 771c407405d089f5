// Bundles scripts of a page: what each of its entry points needs at once is one file, and what is loaded later is split
// from it. Prints as JSON what was made.
//
// The argument is JSON: {entries: [path, ...], the first to be loaded first; folder: where the files go; prefix: how the
// names of those begin that are no entry points; alias: {name: path}; define: {name: JSON}; readable: whether names stay
// and the browser's tools show the source}.
//
// Prints {read: [path, ...], inputs: [path, ...], outputs: {file: {entry: path or null, at_once: [file, ...]}}}: what was
// read, and what of it is in the files; for every file its entry point, and the other files that it imports, directly or
// not.

import path from 'node:path';
import process from 'node:process';
import { rolldown } from 'rolldown';

const { entries, folder, prefix, alias, define, readable } = JSON.parse(process.argv[2]);
const nameOf = (entry) => path.basename(entry, '.ts');
const relative = (id) => path.relative(process.cwd(), id);

const bundle = await rolldown({
  input: Object.fromEntries(entries.map((entry) => [nameOf(entry), entry])),
  platform: 'browser',
  tsconfig: 'static/tsconfig.json',
  resolve: { alias },
  transform: { define, target: 'es2022' },
  moduleTypes: { '.svg': 'text' },
});
const { output } = await bundle.write({
  dir: folder,
  format: 'esm',
  minify: !readable,
  sourcemap: readable ? 'inline' : false,
  entryFileNames: '[name]-[hash].js',
  chunkFileNames: `${prefix}[name]-[hash].js`,
  codeSplitting: {
    groups: entries.map((entry, k) => ({
      name: `${nameOf(entry)}-all`,
      test: (id) => relative(id) === entry,
      priority: entries.length - k,
    })),
  },
});
const chunks = new Map(output.map((chunk) => [chunk.fileName, chunk]));

/** The files that this one imports, each after those that it imports itself. */
function importsOf(file, found = new Set()) {
  for (const each of chunks.get(file).imports) {
    if (found.has(each)) continue;
    importsOf(each, found);
    found.add(each);
  }
  return found;
}

const chunkWith = (entry) => output.find(({ moduleIds }) => moduleIds.map(relative).includes(entry));

// A later entry point may wait, before it has begun, for what the first one loads. That must not wait for it in turn: then
// neither would ever begin, and nothing would say so.
const [first, ...later] = entries.map(chunkWith);
for (const file of first.dynamicImports)
  for (const { fileName } of later)
    if (importsOf(file).has(fileName))
      throw new Error(
        `${chunks.get(file).name} imports something that only ${fileName} has, which waits for it`,
      );

const outputs = Object.fromEntries(
  output.map(({ fileName, facadeModuleId }) => [
    fileName,
    { entry: facadeModuleId && relative(facadeModuleId), at_once: [...importsOf(fileName)] },
  ]),
);
const inputs = [...new Set(output.flatMap(({ moduleIds }) => moduleIds.map(relative)))];
const read = (await bundle.watchFiles).map(relative);
process.stdout.write(JSON.stringify({ read, inputs, outputs }));
