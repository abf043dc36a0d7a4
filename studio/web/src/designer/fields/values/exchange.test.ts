import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatExchange, readExchange } from './exchange.ts';

test('colors and their paints are read as they are shown', () => {
  const gradient = { type: 'linear', stops: [{ offset: 0, color: 'red' }] };
  const exchange = {
    '#0b6e4f': '{{brand}}',
    'rgb(1, 2, 3)': '{{ a == b ? "red" : "#fff" }}',
    '#fff': gradient,
  };
  assert.deepEqual(readExchange(formatExchange(exchange)), exchange);
  assert.deepEqual(readExchange(' #FFF=gold ;black = #123 '), { '#FFF': 'gold', black: '#123' });
  assert.equal(formatExchange(undefined), '');
});

test('what is incomplete or double is not accepted', () => {
  for (const text of ['#fff', '#fff =', '= red', '#fff = red; #fff = blue', '#fff = {"type": '])
    assert.equal(readExchange(text), null, text);
});
