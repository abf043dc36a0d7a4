import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Places, type Place } from './places.ts';

/** Takes places, named by owner and number: `a1.2` is the second one of the owner `a1` in group `a`. */
function createTaker(places: Places) {
  const held = new Map<string, Place>();
  const dropped: string[] = [];
  return {
    dropped,
    held: (name: string): Place => {
      const place = held.get(name);
      assert.ok(place !== undefined);
      return place;
    },
    take(name: string): 'taken' | 'owner-full' | 'full' {
      const owner = name.slice(0, 2);
      const place = places.take({ owner, group: owner.slice(0, 1) }, () => void dropped.push(name));
      if (typeof place === 'string') return place;
      held.set(name, place);
      return 'taken';
    },
  };
}

void describe('places', () => {
  void test('are limited for each owner, and free again after a release', () => {
    const { take, held, dropped } = createTaker(new Places({ ofOwner: 2, inAll: 10 }));
    assert.deepEqual(['a1.1', 'a1.2', 'a1.3', 'a2.1'].map(take), ['taken', 'taken', 'owner-full', 'taken']);
    held('a1.1').release();
    held('a1.1').release();
    assert.deepEqual(['a1.4', 'a1.5'].map(take), ['taken', 'owner-full']);
    assert.deepEqual(dropped, []);
  });

  void test('of the group with most go to the others, the newest first, until each has its share', () => {
    const { take, dropped } = createTaker(new Places({ ofOwner: 10, inAll: 6 }));
    assert.deepEqual(['a1.1', 'a2.2', 'a1.3', 'a2.4', 'a1.5', 'a1.6', 'a1.7'].map(take).at(-1), 'full');
    assert.deepEqual(['b1.1', 'c1.1', 'b1.2', 'c1.2'].map(take), ['taken', 'taken', 'taken', 'taken']);
    assert.deepEqual(dropped, ['a1.6', 'a1.5', 'a2.4', 'a1.3']);
    assert.deepEqual(['a1.8', 'b1.3', 'c1.3'].map(take), ['full', 'full', 'full']);
    assert.equal(take('d1.1'), 'taken');
  });

  void test('are limited for each group, and a newcomer can ask without taking one', () => {
    const places = new Places({ ofOwner: 10, ofGroup: 2, inAll: 3 });
    const { take } = createTaker(places);
    assert.deepEqual(['a1.1', 'a2.1', 'a3.1'].map(take), ['taken', 'taken', 'full']);
    assert.equal(places.findRefusal({ owner: 'a1', group: 'a' }), 'full');
    assert.equal(places.findRefusal({ owner: 'b1', group: 'b' }), null);
    assert.deepEqual(['b1.1', 'b1.2', 'c1.1'].map(take), ['taken', 'full', 'taken']);
  });

  void test('that are kept, or were freed, are not given to others', () => {
    const { take, held, dropped } = createTaker(new Places({ ofOwner: 10, inAll: 3 }));
    assert.deepEqual(['a1.1', 'a1.2', 'a1.3'].map(take), ['taken', 'taken', 'taken']);
    held('a1.3').keep();
    assert.equal(take('b1.1'), 'taken');
    assert.deepEqual(dropped, ['a1.2']);
    // Its place is that of b1.1 now.
    held('a1.2').release();
    held('a1.1').keep();
    assert.equal(take('c1.1'), 'full');
    held('a1.3').release();
    assert.equal(take('c1.1'), 'taken');
  });
});
