import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isEmojiCluster, joinsAcross } from './characters.ts';

test('emoji: RGI sequences, variation selectors, keycaps, flags', () => {
  const emoji = ['👍', '👍🏽', '👩🏽‍🚀', '🇩🇪', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '1️⃣', '❤️', '☺️', '❤‍🔥', '👨‍👩‍👧‍👦'];
  for (const cluster of emoji) assert.ok(isEmojiCluster(cluster), cluster);
  for (const cluster of ['1', '#', 'a', '©', '❤', '❤\ufe0e', '👍\ufe0e', '→', 'न']) {
    assert.ok(!isEmojiCluster(cluster), cluster);
  }
});

test('letters join across an index only if both sides join', () => {
  assert.ok(joinsAcross('بت', 1));
  assert.ok(joinsAcross('ب\u064eت', 2), 'marks are looked through');
  assert.ok(joinsAcross('بـ', 1), 'a tatweel joins');
  assert.ok(!joinsAcross('ات', 1), 'alef joins only what is before it');
  assert.ok(!joinsAcross('ب ت', 1));
  assert.ok(!joinsAcross('ب\u200cت', 1), 'a non-joiner parts');
  assert.ok(!joinsAcross('بء', 1), 'hamza joins nothing');
  assert.ok(!joinsAcross('ab', 1));
  assert.ok(!joinsAcross('بت', 0) && !joinsAcross('بت', 2));
});
