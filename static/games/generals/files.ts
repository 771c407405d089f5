/** Recognises files of generals-tournament; the package parses them. */

import type { OwnFile } from '../index.ts';

/** The characters of a file that are looked at. */
const SAMPLE_CHARACTERS = 64 * 1024;
const HEAD = /^(\d{1,4})[ \t]+(\d{1,4})[ \t]+(\d{1,4})$/;
/** The first line of a log ends with the number of the round, which is 0. */
const LOG = /^\d+[ \t]+\d+[ \t]+\d+[ \t]+0$/;
/** One cell or several. */
const CELLS = /^(?:(?:2[ \t]+\d{1,10}|[134])(?:[ \t]+|$))+$/;

export function generalsFile(text: string): OwnFile | null {
  const lines = text
    .slice(0, SAMPLE_CHARACTERS)
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (LOG.test(lines[0] ?? '')) return { kind: 'log' };
  const players = Number(HEAD.exec(lines[0] ?? '')?.[3]);
  if (players > 0 && CELLS.test(lines[1] ?? '')) return { kind: 'map', players };
  return isConfig(lines) ? { kind: 'config' } : null;
}

/** Its lines: the log, the map, how many players, and their programs. */
function isConfig([log, map, count, ...programs]: string[]) {
  if (!log || !map || !/^[1-9]\d{0,3}$/.test(count ?? '') || programs.length !== Number(count)) return false;
  return [log, map, ...programs].every(isPath) && /[./\\]/.test(log + map);
}

/** Whether it is one rather than a line of a program. */
const isPath = (line: string) => /^[^=;"'`()]{1,300}$/.test(line) && !/[:,{[]$/.test(line);
