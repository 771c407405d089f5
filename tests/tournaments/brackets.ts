// What tests/tournaments/test_elimination.py asks of the page: one JSON question a line, [pairings, entrants, is double,
// matches], one answer: the boxes that it draws, and what it calls the matches, of which each is [round, number].

import { createInterface } from 'node:readline';
import type { Pairing } from '../../static/contest/bracket/layout.ts';
import { layOut } from '../../static/contest/bracket/layout.ts';
import { calledIn, calledMatch, lowerCalled, upperCalled } from '../../static/contest/stages.ts';

function boxesOf(kind: string, pairings: Pairing[], entrants: number) {
  const isDouble = kind === 'double-elimination';
  return Object.entries(layOut(pairings, isDouble)).flatMap(([part, { boxes }]) =>
    boxes.map(({ round, column, y, number, sides, pairing }) => {
      const called =
        part === 'lower'
          ? lowerCalled(entrants, round)
          : part === 'upper' && isDouble
            ? upperCalled(entrants, column)
            : calledIn(kind, entrants, round)[0];
      const place = `${part} ${column} ${y}`;
      const players = sides.map(({ player }) => player).sort((one, other) => Number(one) - Number(other));
      return {
        place,
        round,
        number,
        players,
        stage: called?.stage ?? null,
        nth: called?.number,
        isPaired: pairing !== null,
      };
    }),
  );
}

for await (const line of createInterface({ input: process.stdin })) {
  const [pairings, entrants, isDouble, matches] = JSON.parse(line) as [
    Pairing[],
    number,
    boolean,
    [number, number][],
  ];
  const kind = isDouble ? 'double-elimination' : 'single-elimination';
  const called = matches.map(([round, match]) => calledMatch(kind, entrants, round, match)[0]);
  process.stdout.write(`${JSON.stringify({ boxes: boxesOf(kind, pairings, entrants), called })}\n`);
}
