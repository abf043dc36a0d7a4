import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readQuery, readTarget, type QueryParameter } from './target.ts';

const declared: QueryParameter[] = [
  { name: 'page', type: 'integer' },
  { name: 'status', type: 'array' },
  { name: 'source', type: 'other' },
];

test('splits every form of a target into path and query', () => {
  assert.deepEqual(readTarget('/a/b?c=d?e'), { path: '/a/b', query: 'c=d?e' });
  assert.deepEqual(readTarget('http://host:80/a%20b?c'), { path: '/a%20b', query: 'c' });
  assert.deepEqual(readTarget('https://host'), { path: '/', query: '' });
});

test('refuses a path that is not valid text', () => {
  for (const path of ['/%E0%A4%A', '/%', '/%zz', '/%ff', '/a%00b', '/%ED%A0%80', '/é', '/a b']) {
    assert.throws(() => readTarget(path), { name: 'Problem', status: 400 }, path);
  }
});

test('reads declared parameters as text', () => {
  assert.deepEqual(readQuery('page=3&status=A&status=B+C&source=%C3%A9&', declared), {
    values: { page: '3', status: ['A', 'B C'], source: 'é' },
    errors: [],
  });
});

test('accepts only digits as an integer', () => {
  for (const value of [
    '1e2',
    '1e20',
    '0x10',
    '+5',
    '%205',
    '5%20',
    '',
    '1.0',
    '٣',
    '-0',
    '007',
    '9'.repeat(16),
  ]) {
    assert.equal(readQuery(`page=${value}`, declared).errors[0]?.pointer, '/query/page', value);
  }
  assert.deepEqual(readQuery('page=-1', declared).values, { page: '-1' });
});

test('names an undeclared, repeated or unreadable parameter when it refuses it', () => {
  for (const [query, pointer] of [
    ['limit=3', '/query/limit'],
    ['page=1&page=1', '/query/page'],
    ['page[]=1', '/query/page[]'],
    ['__proto__=1', '/query/__proto__'],
    ['constructor=1', '/query/constructor'],
    ['source=%E0%A4%A', '/query/source'],
    ['source=a%00', '/query/source'],
    ['%ff=1', '/query/%ff'],
    ['=1', '/query/'],
  ] as const) {
    assert.equal(readQuery(query, declared).errors[0]?.pointer, pointer, query);
  }
});
