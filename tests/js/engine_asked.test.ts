// What the page hears of a question that the engine could not answer.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAsked } from '../../static/engine/asked.ts';
import { there } from './part.ts';

test('a request that needs too much memory fails with a message', async () => {
  const told: { id: number }[] = [];
  const asked = createAsked(
    (message) => told.push(message as { id: number }),
    () => {},
  );
  const ask = async () => {
    const question = asked.ask({ type: 'openLink' });
    await new Promise((resolve) => setTimeout(resolve));
    return { question, id: there(told.at(-1)).id };
  };
  const first = await ask();
  asked.answered({ id: first.id, json: null, why: 'MemoryError', text: ['job.memory', {}] });
  await assert.rejects(first.question, { text: ['job.memory', {}] });
  const second = await ask();
  asked.answered({ id: second.id, json: null, why: 'x' });
  await assert.rejects(second.question, (error: Error) => error.message === 'x' && !('text' in error));
});
