import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LastImage, CompressedStripCache, type StripPlace } from './compressed-strips.ts';

const rowBytes = 8;
/** Three strips of two rows. */
const places: readonly StripPlace[] = [0, 1, 2].map((index) => ({
  index,
  start: index * 16,
  end: (index + 1) * 16,
  rowBytes,
}));

/** The strips of an image that have to be compressed, with a copy of their pixels. */
function changed(image: LastImage, data: Uint8Array, form = 'form', colors = ''): number[] {
  image.startImage(colors);
  image.startStrips(form);
  return places.flatMap((place) => {
    const bytes = data.slice(place.start, place.end);
    const found = image.find(data, place);
    if (found !== null) {
      assert.deepEqual([...found.bytes], [...bytes]);
      assert.equal(found.checkSum, bytes[0]);
      return [];
    }
    image.store(place.index, { bytes, checkSum: bytes[0] ?? 0 });
    return [place.index];
  });
}

function with1(data: Uint8Array, at: number): Uint8Array {
  const copy = data.slice();
  copy[at] = (copy[at] ?? 0) + 1;
  return copy;
}

test('returns no strip that has changed, or that is below a changed row', () => {
  const image = new LastImage(48);
  const first = Uint8Array.from({ length: 48 }, (_, at) => at);
  assert.deepEqual(changed(image, first), [0, 1, 2]);
  assert.deepEqual(changed(image, first), []);
  const second = with1(first, 17);
  assert.deepEqual(changed(image, second), [1], 'a first row');
  assert.deepEqual(changed(image, second), []);
  const third = with1(second, 15);
  assert.deepEqual(changed(image, third), [0, 1], 'a last row');
  assert.deepEqual(changed(image, third), []);
  assert.deepEqual(changed(image, first), [0, 1], 'back');
  assert.deepEqual(changed(image, with1(first, 47)), [2]);
});

test('returns no strip after the form or the palette has changed', () => {
  const image = new LastImage(48);
  const data = new Uint8Array(48).fill(3);
  assert.deepEqual(changed(image, data), [0, 1, 2]);
  assert.deepEqual(changed(image, data, 'filters'), [0, 1, 2]);
  assert.deepEqual(changed(image, data, 'filters'), []);
  assert.deepEqual(changed(image, data, 'filters', 'red'), [0, 1, 2]);
  assert.deepEqual(changed(image, data, 'filters', 'red'), []);
});

test('stores a strip that is larger than the last one', () => {
  const image = new LastImage(48);
  const data = new Uint8Array(48);
  changed(image, data);
  const place = places[0] ?? assert.fail();
  const before = image.bytes;
  assert.equal(image.find(with1(data, 0), place), null);
  image.store(0, { bytes: new Uint8Array(1000).fill(5), checkSum: 1 });
  assert.ok(image.bytes >= before + 900);
  image.startStrips('form');
  assert.equal(image.find(with1(data, 0), place)?.bytes.length, 1000);
});

test('compresses sample rows once in each form while they do not change', () => {
  const image = new LastImage(48);
  let tries = 0;
  /** Tries rows in some forms, then compresses the image; returns how many of them were measured. */
  const measured = (data: Uint8Array, forms: readonly string[], colors = ''): number => {
    const before = tries;
    image.startImage(colors);
    for (const form of forms)
      for (const start of [16, 24])
        image.compressedBytes(data, { start, end: start + 8 }, form, () => (tries += 1));
    image.startStrips('form');
    for (const place of places) {
      const bytes = data.slice(place.start, place.end);
      if (image.find(data, place) === null) image.store(place.index, { bytes, checkSum: 1 });
    }
    return tries - before;
  };
  const data = new Uint8Array(48);
  const other = with1(data, 20);
  assert.equal(measured(data, ['plain']), 2);
  assert.equal(measured(data, ['plain', 'filters']), 2);
  assert.equal(measured(data, ['plain', 'filters']), 0);
  assert.equal(measured(other, ['plain', 'filters']), 2, 'in both forms, where they have changed');
  assert.equal(measured(other, ['plain', 'filters'], 'red'), 4, 'another palette');
  assert.equal(measured(data, ['with opacity'], 'red'), 2);
  assert.equal(
    measured(data, ['plain'], 'red'),
    2,
    'what was known of rows that were others when it was measured',
  );
});

test('caches a series from its second image on, and never caches images that are too large', () => {
  const cache = new CompressedStripCache(10_000);
  assert.equal(cache.take('a', 1000), null);
  const second = cache.take('a', 1000);
  assert.ok(second !== null);
  cache.put('a', second);
  assert.equal(cache.take('a', 1000), second);
  for (let round = 0; round < 3; round += 1) assert.equal(cache.take('large', 7501), null);
});

test('evicts the least recently used series', () => {
  const cache = new CompressedStripCache(10_000);
  const names = ['a', 'b', 'c'];
  for (const name of names) cache.take(name, 4000);
  for (const name of names) {
    const image = cache.take(name, 4000);
    assert.ok(image !== null);
    cache.put(name, image);
  }
  const [a, b, c] = names.map((name) => cache.take(name, 4000));
  assert.equal(a, null);
  assert.ok(b !== null && c !== null);
});

test('stops caching a series whose images have little in common, and tries again later', () => {
  const cache = new CompressedStripCache(10_000);
  cache.take('a', 48);
  const first = cache.take('a', 48) ?? assert.fail();
  let kept = 0;
  let data = new Uint8Array(48);
  for (; cache.take('a', 48) === first || kept === 0; kept += 1) {
    assert.ok(kept < 10);
    data = data.map((value) => value + 1);
    changed(first, data);
    cache.put('a', first);
  }
  assert.equal(kept, 4, 'the first image, and three that reused nothing');
  let rest = 1;
  while (cache.take('a', 48) === null) rest += 1;
  assert.equal(rest, 60);
  const second = cache.take('a', 48) ?? assert.fail();
  for (let round = 0; round < 20; round += 1) {
    // One strip of three stays: worth it.
    data = data.map((value, at) => (at < 16 ? value : value + 1));
    changed(second, data);
    cache.put('a', second);
    assert.equal(cache.take('a', 48), second);
  }
});
