import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkSpec } from './check-spec.ts';

const encoding = { x: { field: 'a', type: 'nominal' }, y: { field: 'b', type: 'quantitative' } };
const sound = { data: { values: [{ a: 'A', b: 1, url: 'kept', href: '{{kept}}' }] }, mark: 'bar', encoding };

/** The places that are refused. */
function getPlaces(spec: object, lists: readonly string[] = []): string[] {
  return checkSpec(spec as Record<string, unknown>, new Set(lists)).map(({ pointer }) => pointer);
}

describe('the check of specifications', () => {
  test('accepts inline data, whatever its fields are called, and lists of the template', () => {
    assert.deepEqual(getPlaces(sound), []);
    assert.deepEqual(getPlaces({ ...sound, transform: [{ loess: 'b', on: 'a' }] }), []);
    assert.deepEqual(getPlaces({ ...sound, data: { name: 'items' } }, ['items']), []);
    assert.deepEqual(getPlaces({ ...sound, data: { name: 'own' }, datasets: { own: [] } }), []);
  });

  const refused: Readonly<Record<string, readonly [change: object, place: string]>> = {
    'data of an address': [{ data: { url: 'https://example.com/a.csv' } }, '/data/url'],
    'data of an address in a lookup': [
      { transform: [{ lookup: 'a', from: { data: { url: 'a.json' }, key: 'a' } }] },
      '/transform/0/from/data/url',
    ],
    'a list that is not declared': [{ data: { name: 'items' } }, '/data/name'],
    'tables as text': [{ data: { values: 'a,b\nA,1', format: { type: 'csv' } } }, '/data/format/type'],
    'a selection': [{ params: [{ name: 'p', select: 'interval' }] }, '/params/0/select'],
    'a parameter with an input field': [
      { params: [{ name: 'p', bind: { input: 'range' } }] },
      '/params/0/bind',
    ],
    images: [{ mark: { type: 'image' } }, '/mark'],
    'addresses of images': [{ encoding: { ...encoding, url: { field: 'u' } } }, '/encoding/url'],
    'marks that do not exist': [{ mark: { type: 'cake' } }, '/mark'],
    links: [{ encoding: { ...encoding, href: { field: 'u' } } }, '/encoding/href'],
    'signals with timers': [{ config: { signals: [{ name: 't', on: [] }] } }, '/config/signals'],
    'a billion numbers': [{ data: { sequence: { start: 0, stop: 1e9 } } }, '/data/sequence'],
    'a huge side': [{ width: 1e9 }, '/width'],
    'a million bins': [{ encoding: { x: { field: 'a', bin: { maxbins: 1e6 } } } }, '/encoding/x/bin/maxbins'],
    'a placeholder outside of titles': [{ mark: { type: 'bar', color: '{{ color }}' } }, '/mark/color'],
    'specifications of Vega': [{ $schema: 'https://vega.github.io/schema/vega/v6.json' }, '/$schema'],
    'regular expressions': [{ transform: [{ filter: 'test(/(a+)+$/, datum.a)' }] }, '/transform/0/filter'],
    'random numbers': [{ transform: [{ calculate: 'random()', as: 'r' }] }, '/transform/0/calculate'],
    'the time': [{ title: { text: { expr: 'now()' } } }, '/title/text/expr'],
    'a text that is not an expression': [{ transform: [{ filter: 'datum.a >' }] }, '/transform/0/filter'],
    'signals of Vega': [{ mark: { type: 'bar', opacity: { signal: 'now()' } } }, '/mark/opacity/signal'],
  };
  for (const [what, [change, place]] of Object.entries(refused))
    test(`refuses ${what}`, () => {
      assert.ok(
        getPlaces({ ...sound, ...change }).includes(place),
        String(getPlaces({ ...sound, ...change })),
      );
    });

  test('refuses what is nested deeply or has too many values', () => {
    let nested: object = {};
    for (let depth = 0; depth < 50_000; depth++) nested = { layer: [nested] };
    assert.deepEqual(getPlaces({ ...sound, ...nested }), ['']);
    assert.deepEqual(getPlaces({ ...sound, layer: Array.from({ length: 200_000 }, () => 1) }), ['']);
  });
});
