import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isHostAllowed, parseImageHost } from './image-hosts.ts';

test('hosts are stored in one form', () => {
  assert.equal(parseImageHost(' CDN.Example.org '), 'cdn.example.org');
  assert.equal(parseImageHost('*.example.org:08443'), '*.example.org:8443');
  assert.equal(parseImageHost('localhost'), 'localhost');
  for (const text of [
    '',
    '*',
    'https://a.org',
    'a.org/x',
    'a..org',
    '-a.org',
    'a.org:0',
    'a.org:99999',
    'a.*.org',
  ])
    assert.equal(parseImageHost(text), null, text);
});

test('a host allows its own URLs only', () => {
  const allows = (host: string, url: string) => isHostAllowed([host], new URL(url));
  assert.ok(allows('a.org', 'https://A.org/x.png'));
  assert.ok(allows('a.org', 'http://a.org./x.png'));
  assert.ok(allows('a.org:443', 'https://a.org/'));
  assert.ok(allows('a.org:8080', 'http://a.org:8080/'));
  assert.ok(allows('*.a.org', 'https://b.c.a.org/'));
  for (const [host, url] of [
    ['a.org', 'https://b.a.org/'],
    ['a.org', 'https://a.org:8443/'],
    ['a.org', 'https://a.org.evil.example/'],
    ['a.org:443', 'http://a.org/'],
    ['*.a.org', 'https://a.org/'],
    ['*.a.org', 'https://eva.org/'],
    ['a.org', 'https://evil.example/@a.org'],
  ] as const)
    assert.ok(!allows(host, url), `${host} ${url}`);
});
