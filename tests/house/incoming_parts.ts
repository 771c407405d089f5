// What tests/house/test_incoming.py asks of the modules that read files and pasted text: one JSON question a line, one answer.

import { createInterface } from 'node:readline';
import { codingLine, declareUtf8 } from '../../static/base/text/coding-line.ts';
import { decode } from '../../static/base/text/decode.ts';
import { garbledAs } from '../../static/base/text/garbled.ts';
import { kindOfBytes, kindOfText } from '../../static/base/text/kinds.ts';
import { commandsFor, languageByName, languageByText } from '../../static/base/text/languages.ts';
import { tidy } from '../../static/base/text/python-text.ts';
import { generalsFile } from '../../static/games/generals/files.ts';

const bytesOf = (base64: string) => Uint8Array.from(Buffer.from(base64, 'base64'));
const parts = {
  decode: (base64: string) => decode(bytesOf(base64)),
  zeros: (count: number) => decode(new Uint8Array(count)),
  kindOfBytes: (base64: string) => kindOfBytes(bytesOf(base64)),
  codingLine,
  declareUtf8,
  garbledAs,
  kindOfText,
  generalsFile,
  commandsFor,
  languageByName,
  languageByText,
  tidy,
  /** How long another of them takes, at best. */
  time(name: string, ...given: unknown[]) {
    const times = [1, 2, 3].map(() => {
      const began = process.cpuUsage();
      partOf(name)(...given);
      const { user, system } = process.cpuUsage(began);
      return user + system;
    });
    return Math.min(...times);
  },
};

/** What the other side asks for by its name. */
const partOf = (name: string) => parts[name as keyof typeof parts] as (...given: unknown[]) => unknown;

for await (const line of createInterface({ input: process.stdin })) {
  const [name, ...given] = JSON.parse(line);
  console.log(JSON.stringify(partOf(name)(...given) ?? null));
}
