// Makes links of replays in Pyodide, as the page does: their texts come in, and the links go out.

import { text } from 'node:stream/consumers';
import { bootPython } from '../js/python.ts';

const python = await bootPython(() => {});
const link = python.runPython(`
from sandlot.links import link
from sandlot.match.replay_file import loads
lambda text: link(loads(text))`);
process.stdout.write(JSON.stringify(JSON.parse(await text(process.stdin)).map((each: string) => link(each))));
