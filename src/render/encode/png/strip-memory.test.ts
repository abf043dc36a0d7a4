import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KeptPicture, StripMemory, type StripPlace } from './strip-memory.ts';

const rowBytes = 8;
/** Three strips of two rows. */
const places: readonly StripPlace[] = [0, 1, 2].map((index) => ({
  index,
  start: index * 16,
  end: (index + 1) * 16,
  rowBytes,
}));

/** Which strips of a picture have to be compressed; tells of them with a copy of their pixels. */
function changed(picture: KeptPicture, data: Uint8Array, form = 'form', colors = ''): number[] {
  picture.begin(colors);
  picture.beginStrips(form);
  return places.flatMap((place) => {
    const bytes = data.slice(place.start, place.end);
    const found = picture.find(data, place);
    if (found !== null) {
      assert.deepEqual([...found.bytes], [...bytes]);
      assert.equal(found.checkSum, bytes[0]);
      return [];
    }
    picture.keep(place.index, { bytes, checkSum: bytes[0] ?? 0 });
    return [place.index];
  });
}

function with1(data: Uint8Array, at: number): Uint8Array {
  const copy = data.slice();
  copy[at] = (copy[at] ?? 0) + 1;
  return copy;
}

test('what has changed is compressed anew, and what lies below a changed row', () => {
  const picture = new KeptPicture(48);
  const first = Uint8Array.from({ length: 48 }, (_, at) => at);
  assert.deepEqual(changed(picture, first), [0, 1, 2]);
  assert.deepEqual(changed(picture, first), []);
  const second = with1(first, 17);
  assert.deepEqual(changed(picture, second), [1], 'a first row');
  assert.deepEqual(changed(picture, second), []);
  const third = with1(second, 15);
  assert.deepEqual(changed(picture, third), [0, 1], 'a last row');
  assert.deepEqual(changed(picture, third), []);
  assert.deepEqual(changed(picture, first), [0, 1], 'back');
  assert.deepEqual(changed(picture, with1(first, 47)), [2]);
});

test('another form, and another palette, are another picture', () => {
  const picture = new KeptPicture(48);
  const data = new Uint8Array(48).fill(3);
  assert.deepEqual(changed(picture, data), [0, 1, 2]);
  assert.deepEqual(changed(picture, data, 'filters'), [0, 1, 2]);
  assert.deepEqual(changed(picture, data, 'filters'), []);
  assert.deepEqual(changed(picture, data, 'filters', 'red'), [0, 1, 2]);
  assert.deepEqual(changed(picture, data, 'filters', 'red'), []);
});

test('a strip that grows gets the room that it needs', () => {
  const picture = new KeptPicture(48);
  const data = new Uint8Array(48);
  changed(picture, data);
  const place = places[0] ?? assert.fail();
  const before = picture.bytes;
  assert.equal(picture.find(with1(data, 0), place), null);
  picture.keep(0, { bytes: new Uint8Array(1000).fill(5), checkSum: 1 });
  assert.ok(picture.bytes >= before + 900);
  picture.beginStrips('form');
  assert.equal(picture.find(with1(data, 0), place)?.bytes.length, 1000);
});

test('rows are tried once in each form, for as long as they stay the same', () => {
  const picture = new KeptPicture(48);
  let tries = 0;
  /** Tries rows in some forms, then compresses the picture; returns how many of them were measured. */
  const measured = (data: Uint8Array, forms: readonly string[], colors = ''): number => {
    const before = tries;
    picture.begin(colors);
    for (const form of forms)
      for (const start of [16, 24])
        picture.tryRows(data, { start, end: start + 8 }, form, () => (tries += 1));
    picture.beginStrips('form');
    for (const place of places) {
      const bytes = data.slice(place.start, place.end);
      if (picture.find(data, place) === null) picture.keep(place.index, { bytes, checkSum: 1 });
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

test('a series is kept from its second picture on, and pictures that are too large never', () => {
  const memory = new StripMemory(10_000);
  assert.equal(memory.recall('a', 1000), null);
  const second = memory.recall('a', 1000);
  assert.ok(second !== null);
  memory.remember('a', second);
  assert.equal(memory.recall('a', 1000), second);
  for (let round = 0; round < 3; round += 1) assert.equal(memory.recall('large', 7501), null);
});

test('the series that has not been seen for longest goes when there is no room', () => {
  const memory = new StripMemory(10_000);
  const names = ['a', 'b', 'c'];
  for (const name of names) memory.recall(name, 4000);
  for (const name of names) {
    const picture = memory.recall(name, 4000);
    assert.ok(picture !== null);
    memory.remember(name, picture);
  }
  const [a, b, c] = names.map((name) => memory.recall(name, 4000));
  assert.equal(a, null);
  assert.ok(b !== null && c !== null);
});

test('a series whose pictures have little in common is not kept, and is looked at again later', () => {
  const memory = new StripMemory(10_000);
  memory.recall('a', 48);
  const first = memory.recall('a', 48) ?? assert.fail();
  let kept = 0;
  let data = new Uint8Array(48);
  for (; memory.recall('a', 48) === first || kept === 0; kept += 1) {
    assert.ok(kept < 10);
    data = data.map((value) => value + 1);
    changed(first, data);
    memory.remember('a', first);
  }
  assert.equal(kept, 4, 'the first, and three of which nothing was found again');
  let rest = 1;
  while (memory.recall('a', 48) === null) rest += 1;
  assert.equal(rest, 60);
  const second = memory.recall('a', 48) ?? assert.fail();
  for (let round = 0; round < 20; round += 1) {
    // One strip of three stays: worth it.
    data = data.map((value, at) => (at < 16 ? value : value + 1));
    changed(second, data);
    memory.remember('a', second);
    assert.equal(memory.recall('a', 48), second);
  }
});
