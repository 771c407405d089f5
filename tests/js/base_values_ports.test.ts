// Ports: ways to what is built later.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPorts } from '../../static/base/values/ports.ts';

test('what is called before it is connected says so by its name', () => {
  const { to, connect } = createPorts();
  const { show } = to;
  assert.throws(() => to.show(1), /nothing is connected to show/);
  assert.throws(() => show(1), /nothing is connected to show/);
  connect({ hide() {} });
  assert.throws(() => to.show(1), /nothing is connected to show/);
});

test('what was taken before it was connected leads there afterwards', () => {
  const { to, connect } = createPorts();
  const { add } = to;
  connect({ add: (...given) => given.reduce((a, b) => a + b, 0) });
  assert.equal(add(1, 2, 3), 6);
  assert.equal(to.add(), 0);
});

test('what is connected anew goes there, and what it throws comes through', () => {
  const { to, connect } = createPorts();
  connect({ name: () => 'first' });
  connect({
    name: () => 'second',
    fail() {
      throw new RangeError('no');
    },
  });
  assert.equal(to.name(), 'second');
  assert.throws(() => to.fail(), RangeError);
});

test('a name that every object has is no port', () => {
  const { to, connect } = createPorts();
  assert.throws(() => to.toString(), /nothing is connected to toString/);
  connect({});
  assert.throws(() => to.nothing(), /nothing is connected/);
});
