// One bot in its sealed worker, and a script of questions instead of an engine.

import { equippedSeat } from './seats.ts';

const seat = equippedSeat();

interface Talk {
  source: string;
  setup: string;
  seed: number;
  ends: string;
  /** Texts, and whether the bot has to be started anew. */
  questions: [string, boolean][];
  /** 0: they are not counted. */
  steps: number;
  /** The question whose lines are counted; 0: none. */
  profile: number;
}

async function talk({
  source,
  setup,
  seed,
  ends,
  questions,
  steps,
  profile,
}: Talk): Promise<{ replies: any[]; steps: number[]; output: [string, string][]; messages: number }> {
  const replies: any[] = [];
  const taken: number[] = [];
  const output: [string, string][] = [];
  const left = [...questions];
  let messages = 0;
  let id = 1;
  await new Promise((resolve, reject) => {
    const open = seat.then((seat) => seat.open((why) => reject(new Error(String(why)))));
    open.then(({ port, end }) => {
      port.onmessage = ({ data: [kind, number, ...rest] }) => {
        messages += 1;
        if (kind === 'ready')
          port.postMessage([
            'start',
            id,
            source,
            'my_bot.py',
            setup,
            BigInt(seed),
            ends,
            profile,
            false,
            '',
            null,
            steps,
          ]);
        if (kind === 'emit') for (let k = 0; k < rest.length; k += 2) output.push([rest[k], rest[k + 1]]);
        if (kind === 'died') replies.push({ died: rest[0] });
        if (kind === 'steps') replies.push({ spent: true });
        if (kind === 'reply' && number === id) {
          replies.push(JSON.parse(rest[0]));
          taken.push(rest[1]);
          const next = left.shift();
          id += 1;
          if (next) return port.postMessage(['ask', id, ...next, null, steps]);
        }
        if (kind === 'reply' || kind === 'died' || kind === 'steps') resolve(end());
      };
    });
  });
  (await seat).warm();
  return { replies, steps: taken, output, messages };
}

Object.assign(globalThis, { seats: { talk, ready: () => seat.then(() => true) } });
