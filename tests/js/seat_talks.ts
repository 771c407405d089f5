// The real seat of the page in Node, without a frame and a seal around it. Reads a list of talks as JSON and writes the
// replies to each: {source, questions: [[text, fresh], ...], files} of a program; files: those of a bot of several.

import { createBot } from '../../static/engine/seat/bot.ts';
import { watchProxies } from '../../static/engine/seat/checkpoint.ts';
import { limitFiles } from '../../static/engine/seat/files.ts';
import { createTouched } from '../../static/engine/seat/touched.ts';
import { bootPython } from './python.ts';

const HOME = '/bot';
const SETUP = JSON.stringify({ game: 'tank', player: 0, players: 2, clock: {} });

const touched = createTouched();
let tick = () => {};
const python = await bootPython((imports, module) => {
  imports._Py_CheckEmscriptenSignals_Helper = () => {
    tick();
    return 0;
  };
  touched.watch(imports, module);
});
touched.connect(python.FS);
limitFiles(python._module);
const addArchive = python.pyimport('sandlot.files.bundle').add_archive;
const bot = createBot(python, false, touched, watchProxies(python._module), () => {
  throw new Error('it is seated once');
});
tick = bot.tick;
const { ask } = bot;
let reply: unknown = null;
bot.connect(([kind, , text]) => {
  if (kind === 'reply') reply = JSON.parse(String(text));
});
let number = 0;

interface Talk {
  source: string;
  questions: [text: string, fresh: boolean][];
  files?: Record<string, string>;
  ends?: string;
}

async function talk({ source, questions, files = {}, ends = 'marker' }: Talk) {
  for (const [name, text] of Object.entries(files)) {
    python.FS.mkdirTree(`${HOME}/${name}`.replace(/\/[^/]*$/, ''));
    python.FS.writeFile(`${HOME}/${name}`, text);
  }
  const several = Object.keys(files).length > 0;
  if (several) addArchive(HOME);
  const replies = [];
  const main = several ? `${HOME}/__main__.py` : 'my_bot.py';
  number += 1;
  await ask('start', number, [source, main, SETUP, 7n, ends, 0, false, several ? HOME : '', 60_000, 0]);
  replies.push(reply);
  // What did not start is asked nothing.
  if ((reply as { fault?: string }).fault) return replies;
  for (const [text, fresh] of questions) {
    number += 1;
    reply = null;
    await ask('ask', number, [text, fresh, [], 60_000, 0]);
    replies.push(reply);
  }
  return replies;
}

let given = '';
for await (const piece of process.stdin) given += piece;
const all = [];
for (const each of JSON.parse(given)) all.push(await talk(each));
process.stdout.write(JSON.stringify(all));
