import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../../domain/problems/problem.ts';
import { createBodyMemory, smallBodyBytes } from './body-memory.ts';

const mebibyte = 1024 * 1024;
const isFull = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'SERVICE_UNAVAILABLE' && error.facts.retryAfterSeconds === 1;

test('refuses the body that exceeds the share of its workspace; other workspaces continue', () => {
  const memory = createBodyMemory(10 * mebibyte);
  const shares = Array.from({ length: 3 }, () => memory.open('a'));
  for (const share of shares) share.grow(10 * mebibyte);
  const fourth = memory.open('a');
  assert.throws(() => fourth.grow(3 * mebibyte), isFull);
  memory.open('b').grow(10 * mebibyte);
  shares[0]?.release();
  fourth.grow(3 * mebibyte);
});

test('refuses the body that exceeds the memory of all workspaces', () => {
  const memory = createBodyMemory(10 * mebibyte);
  for (const workspace of ['a', 'b', 'c', 'd']) memory.open(workspace).grow(32 * mebibyte);
  assert.throws(() => memory.open('e').grow(mebibyte), isFull);
});

test('small bodies are always accepted', () => {
  const memory = createBodyMemory(10 * mebibyte);
  const full = memory.open('a');
  full.grow(32 * mebibyte);
  for (let body = 0; body < 10_000; body += 1) memory.open('a').grow(smallBodyBytes);
  assert.throws(() => memory.open('a').grow(smallBodyBytes + 100_000), isFull);
});

test('one body of the maximum size always fits', () => {
  createBodyMemory(1024 * mebibyte)
    .open('a')
    .grow(1024 * mebibyte);
});

test('a refused body and one that is released twice leave nothing behind', () => {
  const memory = createBodyMemory(10 * mebibyte);
  for (let round = 0; round < 100; round += 1) {
    const share = memory.open('a');
    share.grow(20 * mebibyte);
    assert.throws(() => share.grow(20 * mebibyte), isFull);
    share.release();
    share.release();
  }
  memory.open('a').grow(32 * mebibyte);
});
